import type { LenderObserver, OddityKind } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import {
  addNames,
  deepest,
  describeNames,
  listed,
  membersOf,
  type NameTree,
  printable,
  type StepReport,
} from './step-report.ts';

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

const oddityNames = {
  bad_row: 'rows left out for',
  unknown_word: 'no news in words not known of',
  long_list: 'lists read no further in',
} as const satisfies Record<OddityKind, string>;

/** Says which fields the answers of a step had, and what of them was left out. */
export function reportHeard(report: StepReport, { answers, oddities }: Heard): void {
  for (const [operation, names] of answers) {
    report.say('answered', `${printable(operation)}: ${describeNames(names) || 'no field'}`);
  }
  const counts = new Map<string, number>();
  for (const { kind, field } of oddities) {
    const name = printable(field);
    const what = `${oddityNames[kind]} ${name}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  for (const [what, count] of counts) report.say('note', `${what}: ${count}`);
  const strange = oddities.filter(({ kind }) => kind === 'unknown_word').map(({ field }) => field);
  if (strange.length > 0) report.say('adapter', `words of ${listed(strange)}: those of the API`);
}

type Answered = NonNullable<LenderObserver['answered']>;
type Oddity = Parameters<LenderObserver['noticed']>[0];

/** Which fields a row of a list has, and which of them say anything. */
export interface RowNames {
  readonly names: ReadonlySet<string>;
  readonly said: ReadonlySet<string>;
}

/** A list in an answer whose rows are objects. */
export interface ListNames {
  readonly name: string;
  readonly rows: readonly RowNames[];
}

/** What the answers of one step were like. */
export interface Heard {
  /** By operation. */
  readonly answers: ReadonlyMap<string, NameTree>;
  readonly lists: readonly ListNames[];
  readonly oddities: readonly Oddity[];
}

/** Hears what a lender answers, and keeps names of operations and fields alone. */
export class HeardAnswers {
  #answers = new Map<string, NameTree>();
  #lists: ListNames[] = [];
  #oddities: Oddity[] = [];

  readonly observer: LenderObserver = {
    called: () => undefined,
    noticed: (oddity) => void this.#oddities.push(oddity),
    answered: (answer) => this.#hear(answer),
  };

  /** What came since the last step. */
  take(): Heard {
    const heard = { answers: this.#answers, lists: this.#lists, oddities: this.#oddities };
    this.#answers = new Map();
    this.#lists = [];
    this.#oddities = [];
    return heard;
  }

  #hear({ operation, body }: Parameters<Answered>[0]): void {
    const tree: NameTree = this.#answers.get(operation) ?? new Map();
    addNames(tree, body);
    this.#answers.set(operation, tree);
    this.#lists.push(...listsIn('', body));
  }
}

function listsIn(name: string, value: unknown, depth = 0): ListNames[] {
  if (depth > deepest) return [];
  if (Array.isArray(value)) {
    const below = value.flatMap((row) => listsIn(name, row, depth + 1));
    return [{ name, rows: value.map(namesOf) }, ...below];
  }
  return Object.entries(membersOf(value)).flatMap(([field, each]) =>
    listsIn(field, each, depth + 1),
  );
}

function namesOf(row: unknown): RowNames {
  const members = Object.entries(membersOf(row));
  const said = members.filter(([, value]) => saysAnything(value)).map(([name]) => name);
  return { names: new Set(members.map(([name]) => name)), said: new Set(said) };
}

function saysAnything(value: unknown): boolean {
  return value !== null && !(typeof value === 'string' && value.trim() === '');
}
