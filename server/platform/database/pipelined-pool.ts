import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { batchingSocket } from './batching-socket.ts';
import { connectFailure, isFatal, statementFailure } from './postgres-failures.ts';
import { UNREAD } from './prepare.ts';

/** Enough for every statement the two services have; what comes after them stays unnamed. */
const MAX_KNOWN_STATEMENTS = 500;

interface Statement {
  text: string;
  /** PostgreSQL parses and plans a named statement once for a connection instead of at every run. */
  name: string | undefined;
  hasUnreadAnswer: boolean;
}

/**
 * A pool as Kysely wants it, which waits less often: within a transaction, statements whose answer
 * nobody reads are sent on together with the next one.
 */
export function pipelinedPool(config: pg.PoolConfig): PostgresPool {
  const pool = new pg.Pool({ ...config, pipeline: true, stream: batchingSocket });
  // A connection that dies while idle is replaced by the pool; the next statement tells the caller.
  pool.on('error', () => undefined);
  const statements = new Statements();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => {
        throw connectFailure(error);
      });
      const known = clients.get(client) ?? new PipelinedClient(client, statements);
      clients.set(client, known);
      return known;
    },
  };
}

class PipelinedClient {
  readonly #client: pg.PoolClient;
  readonly #statements: Statements;
  #isInTransaction = false;
  #unread: Promise<void>[] = [];
  #failure: unknown;
  #isLost = false;

  constructor(client: pg.PoolClient, statements: Statements) {
    this.#client = client;
    this.#statements = statements;
    // The pool listens to idle connections only: one that dies in use would end the process.
    client.on('error', () => {
      this.#isLost = true;
    });
  }

  // Kysely's type has a second form, for cursors, which it uses only where a dialect was given one.
  readonly query = ((text: string, parameters: readonly unknown[]) => {
    const statement = this.#statements.of(text);
    if (text === 'begin') this.#isInTransaction = true;
    const mayCommit = !this.#isLost && (text === 'commit' || this.#isWriteOfItsOwn(text));
    const answer = this.#send(statement, parameters);
    if (!this.#isInTransaction || !statement.hasUnreadAnswer) {
      return this.#read({ text, mayCommit }, answer);
    }
    const noteFailure = (error: unknown) => {
      this.#failure ??= error;
    };
    this.#unread.push(answer.then(() => undefined, noteFailure));
    return Promise.resolve(NO_ANSWER);
  }) as unknown as PostgresPoolClient['query'];

  release(destroy: boolean): void {
    this.#client.release(destroy || this.#isLost);
  }

  #isWriteOfItsOwn(text: string): boolean {
    return !this.#isInTransaction && !text.startsWith('select');
  }

  /** As a query of its own, since pg copies a description of one property by property. */
  #send({ text, name }: Statement, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null | undefined, result: pg.QueryResult) =>
        error ? reject(error) : resolve(result);
      const query = new pg.Query(text, [...parameters], settle);
      this.#client.query(Object.assign(query, { name }));
    });
  }

  /** What came after a statement that failed was refused for it: that one is the cause. */
  async #read(
    { text, mayCommit }: { text: string; mayCommit: boolean },
    answer: Promise<pg.QueryResult>,
  ): Promise<pg.QueryResult> {
    const [outcome] = await Promise.allSettled([answer, ...this.#unread.splice(0)]);
    const failure = this.#failure;
    if (text === 'commit' || text === 'rollback') {
      this.#isInTransaction = false;
      this.#failure = undefined;
    }
    if (failure !== undefined && text !== 'rollback') throw this.#explained(failure, mayCommit);
    if (outcome.status === 'fulfilled') return outcome.value;
    const explained = this.#explained(outcome.reason, mayCommit);
    // What went with its connection is taken back without being asked; why it failed is known.
    if (text === 'rollback' && this.#isLost) return TAKEN_BACK;
    throw explained;
  }

  #explained(failure: unknown, mayBeCommitted: boolean): unknown {
    this.#isLost ||= isFatal(failure);
    return statementFailure(fromHere(failure), { isLost: this.#isLost, mayBeCommitted });
  }
}

/** The failure with its caller's stack, instead of that of the socket it came from. */
function fromHere(failure: unknown): unknown {
  if (failure instanceof Error) Error.captureStackTrace(failure, fromHere);
  return failure;
}

/** Names no command, so that Kysely reads no number of rows from it. */
const NO_ANSWER = { command: undefined, rowCount: 0, rows: [] };

const TAKEN_BACK = { command: 'ROLLBACK', rowCount: 0, rows: [], oid: 0, fields: [] };

/** What is known of a statement by its text. */
class Statements {
  readonly #known = new Map<string, Statement>();

  of(text: string): Statement {
    const known = this.#known.get(text);
    if (known) return known;
    const isFull = this.#known.size >= MAX_KNOWN_STATEMENTS;
    const isNamed = !isFull && text.includes('$1');
    const statement: Statement = {
      text,
      name: isNamed ? `s${this.#known.size}` : undefined,
      hasUnreadAnswer: text === 'begin' || text.endsWith(UNREAD) || isPlainInsert(text),
    };
    if (!isFull) this.#known.set(text, statement);
    return statement;
  }
}

/** An insert that adds every row it names and answers none of them. */
function isPlainInsert(text: string): boolean {
  return /^insert into (?!.*(?: do nothing$| returning ))/s.test(text);
}
