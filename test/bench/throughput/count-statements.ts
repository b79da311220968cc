// node --import ./count-statements.ts: counts what SQLite is asked to run, for the inspector.
import BetterSqlite3 from 'better-sqlite3';

declare global {
  var sqliteStatements: number;
}
globalThis.sqliteStatements = 0;

const memory = new BetterSqlite3(':memory:');
const statement = Object.getPrototypeOf(memory.prepare('select 1'));
memory.close();
for (const method of ['run', 'get', 'all', 'iterate']) {
  const execute = statement[method];
  statement[method] = function count(...parameters: unknown[]) {
    globalThis.sqliteStatements += 1;
    return execute.apply(this, parameters);
  };
}
