// In the place of better-sqlite3: the same database, whose process may die at a commit.
import BetterSqlite3 from 'better-sqlite3';
import { currentProcess } from './simulated-process.ts';
import { stage } from './stage.ts';

const { SqliteError } = BetterSqlite3;

class SimulatedSqlite extends BetterSqlite3 {
  static override readonly SqliteError = SqliteError;

  constructor(file: string, options?: BetterSqlite3.Options) {
    super(file, options);
    stage().disk.opened(this, currentProcess());
  }

  override prepare<Values extends unknown[] | object = unknown[], Result = unknown>(
    sql: string,
  ): never {
    const statement = super.prepare<Values, Result>(sql);
    if (sql === 'commit') watchCommit(this, statement as unknown as Runnable);
    else if (!/^(select|begin|savepoint|release|rollback)\b/.test(sql)) {
      watchWrites(this, statement as unknown as Runnable & { all: Runnable['run'] });
    }
    return statement as never;
  }

  override close(): this {
    stage().disk.closed(this);
    return super.close();
  }
}

interface Runnable {
  run(...values: unknown[]): unknown;
}

function watchWrites(
  sqlite: SimulatedSqlite,
  statement: Runnable & { all: Runnable['run'] },
): void {
  const { run, all } = statement;
  statement.run = (...values) => {
    stage().disk.written(sqlite);
    return run.apply(statement, values);
  };
  statement.all = (...values) => {
    stage().disk.written(sqlite);
    return all.apply(statement, values);
  };
}

/** The process has ended: nobody is there to hear it. */
class KilledError extends Error {
  override readonly name = 'KilledError';
}

function watchCommit(sqlite: SimulatedSqlite, statement: Runnable): void {
  const { run } = statement;
  statement.run = () => {
    const { disk } = stage();
    const owner = disk.ownerOf(sqlite);
    const fate = owner === undefined ? 'kept' : disk.fateOf(owner);
    if (fate === 'lost') owner?.die();
    if (fate === 'lost') throw new KilledError('killed before a commit');
    const result = run.call(statement);
    disk.written(sqlite);
    if (fate === 'kept_unheard') {
      owner?.die();
      throw new KilledError('killed after a commit');
    }
    return result;
  };
}

export { SimulatedSqlite as default };
