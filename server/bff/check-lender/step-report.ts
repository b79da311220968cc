/** What a line of a report says; a step with a `WRONG` is not right. */
export type Label =
  | 'answered'
  | 'understood'
  | 'missing'
  | 'shown'
  | 'not shown'
  | 'note'
  | 'WRONG'
  | 'adapter';

const labelWidth = 12;

/**
 * What one step of a check came to. Names of operations and fields, words of closed lists and counts
 * only: nothing of the applicant, and no value of the lender's.
 */
export class StepReport {
  readonly #title: string;
  readonly #lines: Array<{ label: Label; text: string }> = [];

  constructor(title: string) {
    this.#title = title;
  }

  /** Adds a line, unless there is nothing to say. */
  say(label: Label, text: string): void {
    if (text !== '') this.#lines.push({ label, text });
  }

  /** How many things are wrong. */
  get faults(): number {
    return this.#lines.filter(({ label }) => label === 'WRONG').length;
  }

  describe(): string {
    const lines = this.#lines.map(({ label, text }) => `  ${label.padEnd(labelWidth)}${text}`);
    return [this.#title, ...lines].join('\n');
  }
}
