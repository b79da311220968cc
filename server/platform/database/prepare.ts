import type {
  Compilable,
  CompiledQuery,
  InsertObject,
  Kysely,
  QueryResult,
  Transaction,
} from 'kysely';
import type { Connection } from './database.ts';

/** Stands for an argument while its statement is built. */
class Argument {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Run<Schema, Arguments, Row> = (
  db: Connection<Schema>,
  args: Arguments,
) => Promise<QueryResult<Row>>;

/** Ends the text of a statement whose answer nobody reads. */
export const UNREAD = '/* unread */';

/**
 * A statement that is built and compiled once for each database, and then only given its
 * arguments: for those that every request runs.
 *
 * @example
 * const findName = prepare((db: Connection<Schema>, { id }: { id: string }) =>
 *   db.selectFrom('people').select('name').where('id', '=', id));
 * const { rows } = await findName(db, { id: 'a' });
 */
export function prepare<Schema, Arguments extends object, Row>(
  build: (db: Connection<Schema>, args: Arguments) => Compilable<Row>,
): Run<Schema, Arguments, Row> {
  return runnerOf((db) => build(db, placeholders<Arguments>()).compile());
}

/**
 * The same for a statement whose answer nobody reads: a transaction on PostgreSQL sends it on
 * together with the next one.
 */
export function prepareUnread<Schema, Arguments extends object>(
  build: (db: Connection<Schema>, args: Arguments) => Compilable,
): (db: Connection<Schema>, args: Arguments) => Promise<void> {
  const run = runnerOf<Schema, Arguments, unknown>((db) => {
    const compiled = build(db, placeholders<Arguments>()).compile();
    return { ...compiled, sql: `${compiled.sql} ${UNREAD}` };
  });
  return async (db, args) => {
    await run(db, args);
  };
}

function runnerOf<Schema, Arguments extends object, Row>(
  compile: (db: Connection<Schema>) => CompiledQuery<Row>,
): Run<Schema, Arguments, Row> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async function run(db, args) {
    const { adapter } = db.getExecutor();
    const known = compiled.get(adapter) ?? noted(compile(db));
    compiled.set(adapter, known);
    const parameters = known.parameters.map((value) =>
      value instanceof Argument ? args[value.name as keyof Arguments] : value,
    );
    const query = { ...known, parameters };
    const connection = connections.get(db) ?? connections.get(adapter);
    return connection?.isFreeFor(db) ? connection.execute(query) : db.executeQuery(query);
  };
}

const preparedTexts = new Set<string>();

function noted<Query extends CompiledQuery>(query: Query): Query {
  preparedTexts.add(query.sql);
  return query;
}

/** True if it is the text of a prepared statement, of which there are no more than the code has forms. */
export function isPrepared(text: string): boolean {
  return preparedTexts.has(text);
}

/** One connection, which takes statements past Kysely, that would run them one after the other. */
export interface DirectConnection {
  execute<Row>(query: CompiledQuery<Row>): QueryResult<Row> | Promise<QueryResult<Row>>;
  /** True if it may run a statement of this handle now. */
  isFreeFor(db: { readonly isTransaction: boolean }): boolean;
}

const connections = new WeakMap<object, DirectConnection>();

/** Lets prepared statements of a whole database go straight to its only connection. */
export function connectDirectly<Schema>(db: Kysely<Schema>, connection: DirectConnection): void {
  connections.set(db.getExecutor().adapter, connection);
}

/**
 * Lets those of a transaction go straight to its connection while `work` runs: what does not depend
 * on one another can then be sent together, by Promise.all().
 */
export async function withDirectConnection<Schema, T>(
  tx: Transaction<Schema>,
  work: (tx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const connection = await tx.getExecutor().provideConnection(async (own) => own);
  connections.set(tx, {
    execute: (query) => connection.executeQuery(query),
    isFreeFor: () => true,
  });
  try {
    return await work(tx);
  } finally {
    connections.delete(tx);
  }
}

/**
 * One such statement for each list of columns, which stand among the arguments.
 *
 * @example
 * const update = prepareByColumns((columns: readonly string[]) =>
 *   prepare((db: Connection<Schema>, args: Change) =>
 *     db.updateTable('people').set(picked(args, columns)).where('id', '=', args.of)));
 * await update(['name'])(db, { of: 'a', name: 'Ada' });
 */
export function prepareByColumns<Statement>(
  make: (columns: readonly string[]) => Statement,
): (columns: readonly string[]) => Statement {
  const known = new Map<string, Statement>();
  return (columns) => {
    const key = columns.join();
    const statement = known.get(key) ?? make(columns);
    known.set(key, statement);
    return statement;
  };
}

/** Each column by its name, since the placeholders of a prepared statement cannot be spread. */
export function picked<Row extends object>(row: Row, columns: readonly string[]): Partial<Row> {
  const pairs = columns.map((column) => [column, row[column as keyof Row]]);
  return Object.fromEntries(pairs) as Partial<Row>;
}

/**
 * Adds rows of one form; the statement is compiled once for each list of columns and number of rows.
 *
 * @example
 * const insertPeople = prepareInsert<Schema, 'people'>('people');
 * await insertPeople(tx, [{ id: 'a', name: 'Ada' }]);
 */
export function prepareInsert<Schema, Table extends keyof Schema & string>(
  table: Table,
): (db: Connection<Schema>, rows: readonly InsertObject<Schema, Table>[]) => Promise<void> {
  type Row = InsertObject<Schema, Table>;
  const statementFor = prepareByColumns((columns) => {
    const statements: Run<Schema, readonly unknown[], unknown>[] = [];
    return (count: number) => {
      statements[count] ??= prepare((db: Connection<Schema>, cells: readonly unknown[]) =>
        db.insertInto(table).values(rowsOf<Row>(cells, columns, count)),
      );
      return statements[count];
    };
  });
  return async (db, rows) => {
    const [first] = rows;
    if (first === undefined) return;
    const columns = Object.keys(first);
    const cells = rows.flatMap((row) => columns.map((column) => row[column as keyof Row]));
    await statementFor(columns)(rows.length)(db, cells);
  };
}

/** `rowsOf(['a', 'b'], ['id'], 2) => [{ id: 'a' }, { id: 'b' }]`; cells may be placeholders. */
function rowsOf<Row>(cells: readonly unknown[], columns: readonly string[], count: number): Row[] {
  return Array.from({ length: count }, (_none, row) => {
    const pairs = columns.map((column, index) => [column, cells[row * columns.length + index]]);
    return Object.fromEntries(pairs) as Row;
  });
}

/** Every property of it is a placeholder: the types say what will stand there when it is run. */
function placeholders<Arguments extends object>(): Arguments {
  const get = (_target: object, name: string | symbol) => new Argument(String(name));
  return new Proxy({}, { get }) as Arguments;
}
