import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Connection } from './database.ts';

/** Stands for an argument while its statement is built. */
class Argument {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

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
): (db: Connection<Schema>, args: Arguments) => Promise<QueryResult<Row>> {
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return function run(db, args) {
    const { adapter } = db.getExecutor();
    const known = compiled.get(adapter) ?? build(db, placeholders<Arguments>()).compile();
    compiled.set(adapter, known);
    const parameters = known.parameters.map((value) =>
      value instanceof Argument ? args[value.name as keyof Arguments] : value,
    );
    return db.executeQuery({ ...known, parameters });
  };
}

/** Every property of it is a placeholder: the types say what will stand there when it is run. */
function placeholders<Arguments extends object>(): Arguments {
  const get = (_target: object, name: string | symbol) => new Argument(String(name));
  return new Proxy({}, { get }) as Arguments;
}
