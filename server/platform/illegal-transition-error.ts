/** A move that a table of states does not have; the message names the states. Nothing was changed. */
export class IllegalTransitionError extends Error {
  override readonly name = 'IllegalTransitionError';
  readonly from: string;

  /** `event`: of a table of events. */
  constructor(subject: string, from: string, to: string, event?: string) {
    const cause = event === undefined ? '' : `${event}: `;
    super(`${cause}the ${subject} cannot move from ${from} to ${to}`);
    this.from = from;
  }
}
