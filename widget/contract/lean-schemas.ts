/*
 * What the browser's files have in place of `zod/mini`: as much of it as the contract uses, in an
 * eighth of its bytes. The contract is written, typed and run at the BFF with zod; a test feeds both
 * the same bodies and steps and wants the same verdicts.
 */

interface Issue {
  path: string[];
  message: string;
}

type Failure =
  | string
  | { error?: string | ((about: { input: unknown }) => string); abort?: boolean }
  | undefined;

/** Changes the value, or says what is wrong with it. */
interface Check {
  change?: (text: string) => string;
  holds?: (value: never) => boolean;
  failure?: Failure;
}

/** Gives what was read, and adds to the issues what was wrong. */
type Read = (value: unknown, issues: Issue[]) => unknown;

class Schema {
  readonly #read: Read;
  readonly #checks: readonly Check[];
  /** Of an object, by name. */
  readonly shape: Shape;

  constructor(read: Read, shape: Shape = {}, checks: readonly Check[] = []) {
    this.#read = read;
    this.shape = shape;
    this.#checks = checks;
  }

  check(...checks: Check[]): Schema {
    return new Schema(this.#read, this.shape, [...this.#checks, ...checks]);
  }

  read(input: unknown, issues: Issue[]): unknown {
    const before = issues.length;
    let value = this.#read(input, issues);
    if (issues.length > before) return value;
    for (const { change, holds, failure } of this.#checks) {
      if (change) value = change(value as string);
      if (!holds || holds(value as never)) continue;
      issues.push(issueOf(failure, value));
      if (typeof failure === 'object' && failure.abort) break;
    }
    return value;
  }

  takes(value: unknown): boolean {
    const issues: Issue[] = [];
    this.read(value, issues);
    return issues.length === 0;
  }
}

type Shape = Readonly<Record<string, Schema>>;

function issueOf(failure?: Failure, input?: unknown): Issue {
  const error = typeof failure === 'object' ? failure.error : failure;
  const message = typeof error === 'function' ? error({ input }) : error;
  return { path: [], message: message ?? 'Invalid input' };
}

/** Takes what is as it should be, unchanged. */
/* @__NO_SIDE_EFFECTS__ */
function only(holds: (value: unknown) => boolean, failure?: Failure): Schema {
  return new Schema((value, issues) => {
    if (!holds(value)) issues.push(issueOf(failure, value));
    return value;
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readMember(schema: Schema, name: string, value: unknown, issues: Issue[]): unknown {
  const found: Issue[] = [];
  const read = schema.read(value, found);
  issues.push(...found.map(({ path, message }) => ({ path: [name, ...path], message })));
  return read;
}

/* @__NO_SIDE_EFFECTS__ */
export function string(failure?: Failure): Schema {
  return only((value) => typeof value === 'string', failure);
}

/* @__NO_SIDE_EFFECTS__ */
export function boolean(failure?: Failure): Schema {
  return only((value) => typeof value === 'boolean', failure);
}

/* @__NO_SIDE_EFFECTS__ */
export function number(failure?: Failure): Schema {
  return only((value) => typeof value === 'number', failure);
}

/* @__NO_SIDE_EFFECTS__ */
export function int(failure?: Failure): Schema {
  return only(Number.isSafeInteger, failure);
}

/* @__NO_SIDE_EFFECTS__ */
export function literal(wanted: unknown, failure?: Failure): Schema {
  return only((value) => value === wanted, failure);
}

/* @__NO_SIDE_EFFECTS__ */
function oneOf(options: readonly unknown[], failure?: Failure): Schema {
  return only((value) => options.includes(value), failure);
}
export { oneOf as enum };

/* @__NO_SIDE_EFFECTS__ */
export function optional(schema: Schema): Schema {
  return new Schema((value, issues) => (value === undefined ? value : schema.read(value, issues)));
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable(schema: Schema): Schema {
  return new Schema((value, issues) => (value === null ? value : schema.read(value, issues)));
}

/** Members that nobody asked for are left out. */
/* @__NO_SIDE_EFFECTS__ */
export function object(shape: Shape): Schema {
  return new Schema((value, issues) => {
    if (!isObject(value)) issues.push(issueOf());
    if (!isObject(value)) return value;
    const members = Object.entries(shape).map(
      ([name, schema]) => [name, readMember(schema, name, value[name], issues)] as const,
    );
    return Object.fromEntries(
      members.filter(([name, member]) => member !== undefined || name in value),
    );
  }, shape);
}

/* @__NO_SIDE_EFFECTS__ */
export function record(_names: Schema, schema: Schema): Schema {
  return new Schema((value, issues) => {
    if (!isObject(value)) issues.push(issueOf());
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, readMember(schema, name, each, issues)]),
    );
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function array(schema: Schema): Schema {
  return new Schema((value, issues) => {
    if (Array.isArray(value)) {
      return value.map((each, index) => readMember(schema, String(index), each, issues));
    }
    issues.push(issueOf());
    return value;
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function union(schemas: readonly Schema[], failure?: Failure): Schema {
  return new Schema((value, issues) => {
    const schema = schemas.find((one) => one.takes(value));
    if (schema !== undefined) return schema.read(value, issues);
    issues.push(issueOf(failure, value));
    return value;
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function discriminatedUnion(tag: string, schemas: readonly Schema[]): Schema {
  return new Schema((value, issues) => {
    const schema = schemas.find(({ shape }) => isObject(value) && shape[tag]?.takes(value[tag]));
    if (schema !== undefined) return schema.read(value, issues);
    issues.push(issueOf());
    return value;
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function pipe(first: Schema, then: Schema): Schema {
  return new Schema((value, issues) => {
    const before = issues.length;
    const read = first.read(value, issues);
    return issues.length > before ? read : then.read(read, issues);
  });
}

/* @__NO_SIDE_EFFECTS__ */
export function transform(change: (value: never) => unknown): Schema {
  return new Schema((value) => change(value as never));
}

/* @__NO_SIDE_EFFECTS__ */
export function refine(holds: (value: never) => boolean, failure?: Failure): Check {
  return { holds, failure };
}

/* @__NO_SIDE_EFFECTS__ */
export function regex(expression: RegExp, failure?: Failure): Check {
  return { holds: (text: string) => expression.test(text), failure };
}

/** Characters, not code units. */
/* @__NO_SIDE_EFFECTS__ */
export function minLength(least: number, failure?: Failure): Check {
  return { holds: (text: string) => [...text].length >= least, failure };
}

/* @__NO_SIDE_EFFECTS__ */
export function maxLength(most: number, failure?: Failure): Check {
  return { holds: (text: string) => [...text].length <= most, failure };
}

/* @__NO_SIDE_EFFECTS__ */
export function trim(): Check {
  return { change: (text) => text.trim() };
}

/* @__NO_SIDE_EFFECTS__ */
export function toLowerCase(): Check {
  return { change: (text) => text.toLowerCase() };
}

export function safeParse(schema: Schema, value: unknown) {
  const issues: Issue[] = [];
  const data = schema.read(value, issues);
  return issues.length === 0
    ? ({ success: true, data } as const)
    : ({ success: false, error: { issues } } as const);
}
