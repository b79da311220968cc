import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** Enough for every statement the two services have; what comes after them stays unnamed. */
const MAX_NAMED_STATEMENTS = 500;

/**
 * The pool as Kysely wants it, with a name for each statement's text: PostgreSQL then parses and
 * plans it once for a connection instead of at every run.
 */
export function withNamedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? namingClient(client, names);
      clients.set(client, known);
      return known;
    },
  };
}

function namingClient(client: pg.PoolClient, names: Map<string, string>): PostgresPoolClient {
  const query = (text: string, parameters: readonly unknown[]) => {
    const values = [...parameters];
    const name = values.length > 0 ? nameOf(text, names) : undefined;
    return client.query(name === undefined ? { text, values } : { name, text, values });
  };
  return {
    // Kysely asks for a cursor as well, but only where the dialect was given one.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}

function nameOf(text: string, names: Map<string, string>): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMED_STATEMENTS) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
