import { LenderError } from '../lender/lender-error.ts';
import { describeNames, listed, printable } from './field-names.ts';
import type { Heard } from './heard-answers.ts';
import type { StepReport } from './step-report.ts';

/** What a call of the port came to. An adapter may throw anything. */
export type Attempt<Answer> = { readonly answer: Answer } | { readonly error: unknown };

export async function attempt<Answer>(call: () => Promise<Answer>): Promise<Attempt<Answer>> {
  try {
    return { answer: await call() };
  } catch (error) {
    return { error };
  }
}

/** Why a call brought no answer, without what the lender wrote. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof LenderError)) {
    const kind = error instanceof Error ? printable(error.name) : 'something';
    return `the adapter threw ${kind}, where it must throw a LenderError`;
  }
  const { failure, status, fields, reason, unreadable } = error;
  const named = fields.length === 0 ? '' : ` for ${listed(fields)}`;
  if (unreadable === 'no_json') return 'the answer is no JSON';
  if (unreadable === 'lacking') return `the answer lacks ${listed(fields)}`;
  const withStatus = status === undefined ? '' : ` with ${status}`;
  if (failure === 'unknown') return `the answer was lost${withStatus}`;
  if (failure === 'unavailable') return `nothing was done${withStatus}`;
  const users = status === 403 ? ': may the users of the merchant’s entry do this?' : '';
  return `refused${withStatus}${named}${reason === undefined ? '' : `, ${reason}`}${users}`;
}

/** Says which fields the answers of a step had, and what of them was left out. */
export function reportHeard(report: StepReport, { answers, oddities }: Heard): void {
  for (const [operation, names] of answers) {
    report.say('answered', `${printable(operation)}: ${describeNames(names) || 'no field'}`);
  }
  const counts = new Map<string, number>();
  for (const { kind, field } of oddities) {
    const name = printable(field);
    const what = kind === 'bad_row' ? 'rows left out for' : 'no news in words not known of';
    counts.set(`${what} ${name}`, (counts.get(`${what} ${name}`) ?? 0) + 1);
  }
  for (const [what, count] of counts) report.say('note', `${what}: ${count}`);
  const strange = oddities.filter(({ kind }) => kind === 'unknown_word').map(({ field }) => field);
  if (strange.length > 0) report.say('adapter', `words of ${listed(strange)}: those of the API`);
}
