import { IllegalTransitionError } from '../../platform/illegal-transition-error.ts';

/** From each state the states that may follow it. Nothing else is legal. */
export type Moves<State extends string> = Readonly<Record<State, readonly State[]>>;

/** To stay is a move only if the table has it. @throws IllegalTransitionError */
export function assertMove<State extends string>(
  subject: string,
  moves: Moves<State>,
  from: State,
  to: State,
): void {
  if (!moves[from].includes(to)) throw new IllegalTransitionError(subject, from, to);
}
