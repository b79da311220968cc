import pg from 'pg';

/** What is known of a statement by its text. */
export interface Statement {
  text: string;
  /** PostgreSQL parses and plans a named statement once for a connection instead of at every run. */
  name: string | undefined;
  hasUnreadAnswer: boolean;
}

/** As Kysely reads it. */
export interface Answer {
  command: string | undefined;
  rowCount: number;
  rows: Row[];
}

type Row = Record<string, unknown>;

/** A statement that is to be run, and who is told of its answer. */
export interface Run {
  statement: Statement;
  values: (string | null)[];
  /** Absent where nobody reads the answer. */
  resolve?(answer: Answer): void;
  reject(error: unknown): void;
}

interface Column {
  name: string;
  /** Absent for what is text anyway. */
  parse: ((text: string) => unknown) | undefined;
}

/** Named statements that a connection has run, each with the columns of its rows. */
export type ParsedStatements = Map<Statement, readonly Column[]>;

/**
 * Statements that are sent together and answered together: PostgreSQL runs them one after the other
 * up to one that fails, which is what those after it fail of too.
 */
export class StatementBatch implements pg.Submittable {
  readonly #runs: readonly Run[];
  readonly #parsed: ParsedStatements;
  readonly #onEnd: () => void;
  readonly #answers: Answer[] = [];
  #columns: readonly Column[] | undefined;
  #rows: Row[] = [];

  /** @param onEnd is called before any of them is answered */
  constructor(runs: readonly Run[], parsed: ParsedStatements, onEnd: () => void) {
    this.#runs = runs;
    this.#parsed = parsed;
    this.#onEnd = onEnd;
  }

  submit(connection: pg.Connection): void {
    connection.stream.cork();
    for (const run of this.#runs) this.#write(connection, run);
    connection.sync();
    connection.stream.uncork();
  }

  #write(connection: pg.Connection, { statement, values }: Run): void {
    const { name, text } = statement;
    const isParsed = this.#parsed.has(statement);
    if (!isParsed) {
      // It may be there from a run that failed; closing one that is not is no error.
      if (name) connection.close({ type: 'S', name }, true);
      connection.parse({ name: name ?? '', text, types: [] }, true);
    }
    connection.bind({ statement: name, values }, true);
    if (!isParsed) connection.describe({ type: 'P' }, true);
    connection.execute(null, true);
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#columns ??= this.#knownColumns();
    const row: Row = {};
    for (const [index, { name, parse }] of this.#columns.entries()) {
      const text = fields[index] ?? null;
      row[name] = text === null || parse === undefined ? text : parse(text);
    }
    this.#rows.push(row);
  }

  /** @param text the command with its counts, the last one of which is that of its rows */
  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.#current()?.statement;
    if (statement?.name) this.#parsed.set(statement, this.#columns ?? this.#knownColumns());
    const [command, ...counts] = text.split(' ');
    this.#answers.push({ command, rowCount: Number(counts.at(-1) ?? 0), rows: this.#rows });
    this.#rows = [];
    this.#columns = undefined;
  }

  handleReadyForQuery(): void {
    this.#onEnd();
    this.#answerThoseThatRan();
  }

  handleError(error: unknown): void {
    this.#onEnd();
    this.#answerThoseThatRan();
    for (const { reject } of this.#runs.slice(this.#answers.length)) reject(error);
  }

  #answerThoseThatRan(): void {
    this.#answers.forEach((answer, index) => {
      this.#runs[index]?.resolve?.(answer);
    });
  }

  #knownColumns(): readonly Column[] {
    const run = this.#current();
    return (run && this.#parsed.get(run.statement)) ?? [];
  }

  #current(): Run | undefined {
    return this.#runs[this.#answers.length];
  }
}

/** As PostgreSQL takes it for a column of any of the portable types. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') throw new TypeError('an object is no parameter of a statement');
  return String(value);
}

/** bigint columns hold cents and epoch milliseconds, all within a double's integers. */
function parserOf(type: number): Column['parse'] {
  if (type === pg.types.builtins.INT8) return Number;
  return type === pg.types.builtins.TEXT ? undefined : pg.types.getTypeParser(type, 'text');
}
