import pg from 'pg';

/** A second connection to a test's PostgreSQL database, which gets in the way of the first. */
export interface PostgresFaults {
  /** Holds a lock on a table that even readers wait for, until it is let go. */
  lockTable(table: string): Promise<() => Promise<void>>;
  /** Resolves once so many connections of the database wait for a lock. */
  waiting(count: number): Promise<void>;
  /** Resolves once a connection of the database is at such a statement. */
  running(statement: string): Promise<void>;
  /** Ends every other connection of the database, as an administrator does, and waits for the ends. */
  terminateOthers(): Promise<void>;
  run(statement: string): Promise<void>;
  close(): Promise<void>;
}

export async function openPostgresFaults(url: string): Promise<PostgresFaults> {
  const watching = await connected(url);
  const locking = await connected(url);
  const pids = [watching, locking].map((client) => Reflect.get(client, 'processID') as number);
  const run = async (statement: string) => void (await watching.query(statement));
  const others = 'from pg_stat_activity where datname = current_database() and not pid = any($1)';
  const until = async (condition: string, value: unknown) => {
    const query = `select count(*)::int as count ${others} and ${condition}`;
    for (;;) {
      const { rows } = await watching.query<{ count: number }>(query, [pids, value]);
      if ((rows[0]?.count ?? 0) > 0) return;
    }
  };
  return {
    lockTable: async (table) => {
      await locking.query(`begin; lock table ${table} in access exclusive mode`);
      return async () => void (await locking.query('rollback'));
    },
    waiting: (count) =>
      until(`(select count(*) ${others} and wait_event_type = 'Lock') >= $2`, count),
    running: (statement) => until("state = 'active' and query ilike $2", `%${statement}%`),
    terminateOthers: async () => {
      await watching.query(`select pg_terminate_backend(pid, 30000) ${others}`, [pids]);
      // By its answer this process has heard of all ends: what is asked next takes a new connection.
      await watching.query('select');
    },
    run,
    close: async () => {
      await Promise.all([watching.end(), locking.end()]);
    },
  };
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
