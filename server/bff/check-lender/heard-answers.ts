import type { LenderObserver } from '../lender/lender.ts';
import { addNames, deepest, membersOf, type NameTree } from './field-names.ts';

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
