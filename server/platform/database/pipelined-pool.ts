import { Socket } from 'node:net';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { NO_STATEMENT_TIMEOUT } from './database.ts';
import {
  beginFailure,
  connectFailure,
  isFatal,
  isReadOnly,
  isStalePlan,
  SilenceWatch,
  SilentServerError,
  statementFailure,
} from './postgres-failures.ts';
import { isPrepared, UNREAD } from './prepare.ts';

/** Enough for every prepared statement of a service; what comes after them stays unnamed. */
const maxKnownStatements = 500;

export interface PipelinedPoolConfig extends pg.PoolConfig {
  /** Milliseconds that a statement waits for its answer, unless it has no timeout; 0: no limit. */
  answerMs: number;
}

/**
 * A pool as Kysely wants it, which waits less often: within a transaction, the answer to a statement
 * that nobody reads is not waited for. pg sends what comes after it at once.
 */
export function pipelinedPool({ answerMs, ...config }: PipelinedPoolConfig): PostgresPool {
  const pool = new pg.Pool({ ...config, pipeline: true, types: columnTypes, Client: SocketClient });
  // A connection that dies while idle is replaced by the pool; the next statement tells the caller.
  pool.on('error', () => undefined);
  const state: PoolState = { answerMs, statements: new Statements(), silences: 0 };
  const clients = new WeakMap<pg.PoolClient, PipelinedClient>();
  const connect = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      throw connectFailure(error);
    });
    const known = clients.get(client) ?? new PipelinedClient(client as SocketPoolClient, state);
    clients.set(client, known);
    return known;
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      let client = await connect();
      while (client.isOlderThanASilence) {
        client.discard();
        client = await connect();
      }
      return client;
    },
  };
}

/** What the connections of a pool share. */
interface PoolState {
  readonly answerMs: number;
  readonly statements: Statements;
  /** On how many connections the server has gone silent. */
  silences: number;
}

/** Knows its socket, so that it can be corked, watched and closed, and whether it has died. */
class SocketClient extends pg.Client {
  readonly socket: Socket;
  hasDied = false;

  constructor(config?: pg.ClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    // Before the pool hands it out: the server may end a connection in the packet that opens it, and
    // an error that nobody listens to would end the process.
    this.on('error', () => {
      this.hasDied = true;
    });
  }
}

type SocketPoolClient = SocketClient & pg.PoolClient;

/** bigint columns hold cents and epoch milliseconds, all within a double's integers. */
const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
};

/**
 * Is told its name afterwards. What `query()` is given as an object of text, values and name, pg copies
 * with its property descriptors: 6 % of the CPU of a soft pull.
 */
class NamedQuery extends pg.Query {
  declare name: string | undefined;
}

class PipelinedClient {
  readonly #client: SocketPoolClient;
  readonly #pool: PoolState;
  readonly #silencesBefore: number;
  readonly #silence: SilenceWatch | undefined;
  /** Statements that were sent and not answered yet. */
  #awaited = 0;
  #isInTransaction = false;
  #hasNoTimeout = false;
  #failure: unknown;
  #isLost = false;

  constructor(client: SocketPoolClient, pool: PoolState) {
    this.#client = client;
    this.#pool = pool;
    this.#silencesBefore = pool.silences;
    this.#isLost = client.hasDied;
    // The pool listens to idle connections only: one that dies in use would end the process.
    client.on('error', (error) => {
      this.#isLost = true;
      if (error instanceof SilentServerError) pool.silences += 1;
    });
    if (pool.answerMs === 0) return;
    const isAnswerAwaited = () => this.#awaited > 0 && !this.#hasNoTimeout;
    this.#silence = new SilenceWatch(client.socket, pool.answerMs, isAnswerAwaited);
  }

  /** Where one connection went dark, the others of its time probably have, too. */
  get isOlderThanASilence(): boolean {
    return this.#silencesBefore < this.#pool.silences;
  }

  /** Ends it without waiting for the server's goodbye. */
  discard(): void {
    this.release(true);
    this.#client.socket.destroy();
  }

  // Kysely's type has a second form, for cursors, which it uses only where a dialect was given one.
  readonly query = ((text: string, parameters: readonly unknown[]) => {
    const statement = this.#pool.statements.of(text);
    if (text === 'begin') this.#isInTransaction = true;
    if (!this.#isInTransaction || !statement.hasUnreadAnswer) {
      return this.#read(statement, parameters);
    }
    this.#send(statement, parameters, (error) => {
      if (!error) return;
      this.#failure ??= text === 'begin' ? beginFailure(error) : error;
      if (text === 'begin') this.#isLost = true;
    });
    return Promise.resolve(noAnswer);
  }) as unknown as PostgresPoolClient['query'];

  release(destroy: boolean): void {
    this.#client.release(destroy || this.#isLost);
  }

  /** What came after a statement that failed was refused for it: that one is the cause. */
  async #read(statement: Statement, parameters: readonly unknown[]): Promise<Answer> {
    const { text } = statement;
    const mayCommit = !this.#isLost && (text === 'commit' || this.#isWriteOfItsOwn(text));
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#send(statement, parameters, (error, result) =>
        error ? reject(error) : resolve(result),
      );
    });
    const [outcome] = await Promise.allSettled([answer]);
    const failure = this.#failure;
    if (text === NO_STATEMENT_TIMEOUT) this.#hasNoTimeout = true;
    if (text === 'commit' || text === 'rollback') {
      this.#isInTransaction = false;
      this.#hasNoTimeout = false;
      this.#failure = undefined;
    }
    if (failure !== undefined && text !== 'rollback') throw this.#explained(failure, mayCommit);
    if (outcome.status === 'fulfilled') return outcome.value;
    if (isStalePlan(outcome.reason)) {
      this.#pool.statements.rename(statement);
      // Within a transaction what came before it is taken back, and all of it is run again.
      if (!this.#isInTransaction) return this.#read(statement, parameters);
    }
    const explained = this.#explained(outcome.reason, mayCommit);
    // What went with its connection is taken back without being asked; why it failed is known.
    if (text === 'rollback' && this.#isLost) return takenBack;
    throw explained;
  }

  #isWriteOfItsOwn(text: string): boolean {
    return !this.#isInTransaction && !text.startsWith('select');
  }

  /** Leaves in one packet with what else this turn of the event loop asks for. */
  #send(
    { name, text }: Statement,
    parameters: readonly unknown[],
    onAnswer: (error: Error | undefined, answer: Answer) => void,
  ): void {
    if (this.#awaited === 0) this.#silence?.restart();
    this.#awaited += 1;
    const { socket } = this.#client;
    if (socket.writableCorked === 0) {
      socket.cork();
      process.nextTick(() => socket.uncork());
    }
    const query = new NamedQuery(text, [...parameters], (error, answer) => {
      this.#awaited -= 1;
      onAnswer(error, answer);
    });
    query.name = name;
    this.#client.query(query);
  }

  #explained(failure: unknown, mayBeCommitted: boolean): unknown {
    this.#isLost ||= isFatal(failure) || isReadOnly(failure);
    return statementFailure(fromHere(failure), { isLost: this.#isLost, mayBeCommitted });
  }
}

/** The failure with its caller's stack, instead of that of the socket it came from. */
function fromHere(failure: unknown): unknown {
  if (failure instanceof Error) Error.captureStackTrace(failure, fromHere);
  return failure;
}

/** As Kysely reads it. */
type Answer = Pick<pg.QueryResult, 'rows' | 'rowCount'> & { command: string | undefined };

/** Names no command, so that Kysely reads no number of rows from it. */
const noAnswer: Answer = { command: undefined, rowCount: 0, rows: [] };

const takenBack: Answer = { command: 'ROLLBACK', rowCount: 0, rows: [] };

/** What is known of a statement by its text. */
interface Statement {
  text: string;
  /** PostgreSQL parses and plans a named statement once for a connection instead of at every run. */
  name: string | undefined;
  hasUnreadAnswer: boolean;
}

class Statements {
  readonly #known = new Map<string, Statement>();
  #named = 0;

  of(text: string): Statement {
    const known = this.#known.get(text);
    if (known) return known;
    const isKept = this.#known.size < maxKnownStatements && isPrepared(text);
    const statement: Statement = {
      text,
      name: isKept && text.includes('$1') ? this.#newName() : undefined,
      hasUnreadAnswer: text === 'begin' || text.endsWith(UNREAD) || isPlainInsert(text),
    };
    if (isKept) this.#known.set(text, statement);
    return statement;
  }

  /** Each connection then parses and plans it again. */
  rename(statement: Statement): void {
    if (statement.name !== undefined) statement.name = this.#newName();
  }

  #newName(): string {
    this.#named += 1;
    return `s${this.#named}`;
  }
}

/** An insert that writes every row it names and answers none of them. */
function isPlainInsert(text: string): boolean {
  return /^insert into (?!.*(?: do nothing$| do update .* where | returning ))/s.test(text);
}
