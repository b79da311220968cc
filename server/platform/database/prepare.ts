import type { Compilable, CompiledQuery, InsertObject, Kysely, QueryResult } from 'kysely';
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
    const known = compiled.get(adapter) ?? compile(db);
    compiled.set(adapter, known);
    const parameters = known.parameters.map((value) =>
      value instanceof Argument ? args[value.name as keyof Arguments] : value,
    );
    const engine = engines.get(adapter);
    if (engine && (db.isTransaction || !engine.isInTransaction())) {
      return engine.execute(known.sql, parameters) as QueryResult<Row>;
    }
    return db.executeQuery({ ...known, parameters });
  };
}

/** An engine of one connection, which runs a statement at once. */
export interface DirectEngine {
  execute(sql: string, parameters: readonly unknown[]): QueryResult<unknown>;
  /** Whether the connection is a transaction's now. */
  isInTransaction(): boolean;
}

const engines = new WeakMap<object, DirectEngine>();

/** Lets prepared statements go straight to the engine of this database. */
export function executeDirectly<Schema>(db: Kysely<Schema>, engine: DirectEngine): void {
  engines.set(db.getExecutor().adapter, engine);
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
  const statementFor = prepareByColumns((cells) =>
    prepare((db: Connection<Schema>, args: Record<string, unknown>) =>
      db.insertInto(table).values(rowsOf(args, cells) as InsertObject<Schema, Table>[]),
    ),
  );
  return async (db, rows) => {
    if (rows.length === 0) return;
    const args = Object.fromEntries(
      rows.flatMap((row, index) =>
        Object.entries(row).map(([column, value]) => [`${index} ${column}`, value]),
      ),
    );
    await statementFor(Object.keys(args))(db, args);
  };
}

/** `{ '0 id': 'a', '1 id': 'b' } => [{ id: 'a' }, { id: 'b' }]` */
function rowsOf(args: Record<string, unknown>, cells: readonly string[]): object[] {
  const rows: Record<string, unknown>[] = [];
  for (const cell of cells) {
    const [index = '', column = ''] = cell.split(' ');
    const row = rows[Number(index)] ?? {};
    row[column] = args[cell];
    rows[Number(index)] = row;
  }
  return rows;
}

/** Every property of it is a placeholder: the types say what will stand there when it is run. */
function placeholders<Arguments extends object>(): Arguments {
  const get = (_target: object, name: string | symbol) => new Argument(String(name));
  return new Proxy({}, { get }) as Arguments;
}
