import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { PATIENTLY } from './database.ts';
import { connectFailure, isFatal, statementFailure } from './postgres-failures.ts';
import { UNREAD } from './prepare.ts';
import { giveUpWhenSilent, SilentServerError } from './silent-server.ts';
import {
  type Answer,
  asText,
  type ParsedStatements,
  type Run,
  type Statement,
  StatementBatch,
} from './statement-batch.ts';

/** Enough for every statement the two services have; what comes after them stays unnamed. */
const MAX_KNOWN_STATEMENTS = 500;

export interface PipelinedPoolConfig extends pg.PoolConfig {
  /** Milliseconds that a statement waits for its answer, unless it is a patient one; 0: no limit. */
  answerMs: number;
}

/**
 * A pool as Kysely wants it, which waits less often: within a transaction, statements whose answer
 * nobody reads are sent on together with the next one.
 */
export function pipelinedPool({ answerMs, ...config }: PipelinedPoolConfig): PostgresPool {
  const pool = new pg.Pool(config);
  // A connection that dies while idle is replaced by the pool; the next statement tells the caller.
  pool.on('error', () => undefined);
  const state: PoolState = { answerMs, statements: new Statements(), silences: 0 };
  const clients = new WeakMap<pg.PoolClient, PipelinedClient>();
  const connect = async () => {
    const client = await pool.connect().catch((error: unknown) => {
      throw connectFailure(error);
    });
    const known = clients.get(client) ?? new PipelinedClient(client, state);
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

class PipelinedClient {
  readonly #client: pg.PoolClient;
  readonly #pool: PoolState;
  readonly #silencesBefore: number;
  readonly #parsed: ParsedStatements = new Map();
  /** In the order in which they were asked for. */
  #waiting: Run[] = [];
  #isSending = false;
  #isInTransaction = false;
  #isPatient = false;
  #failure: unknown;
  #isLost = false;

  constructor(client: pg.PoolClient, pool: PoolState) {
    this.#client = client;
    this.#pool = pool;
    this.#silencesBefore = pool.silences;
    // The pool listens to idle connections only: one that dies in use would end the process.
    client.on('error', (error) => {
      this.#isLost = true;
      if (error instanceof SilentServerError) pool.silences += 1;
    });
    if (pool.answerMs === 0) return;
    const isAnswerAwaited = () => this.#isSending && !this.#isPatient;
    giveUpWhenSilent(client.connection, pool.answerMs, isAnswerAwaited);
  }

  /** Where one connection went dark, the others of its time probably have, too. */
  get isOlderThanASilence(): boolean {
    return this.#silencesBefore < this.#pool.silences;
  }

  /** Ends it without waiting for the server's goodbye. */
  discard(): void {
    this.release(true);
    this.#client.connection.stream.destroy();
  }

  // Kysely's type has a second form, for cursors, which it uses only where a dialect was given one.
  readonly query = ((text: string, parameters: readonly unknown[]) => {
    const statement = this.#pool.statements.of(text);
    const values = parameters.map(asText);
    if (text === 'begin') this.#isInTransaction = true;
    if (!this.#isInTransaction || !statement.hasUnreadAnswer) return this.#read(statement, values);
    const noteFailure = (error: unknown) => {
      this.#failure ??= error;
    };
    this.#waiting.push({ statement, values, reject: noteFailure });
    return Promise.resolve(NO_ANSWER);
  }) as unknown as PostgresPoolClient['query'];

  release(destroy: boolean): void {
    this.#client.release(destroy || this.#isLost);
  }

  /** What came after a statement that failed was refused for it: that one is the cause. */
  async #read(statement: Statement, values: Run['values']): Promise<Answer> {
    const { text } = statement;
    const mayCommit = !this.#isLost && (text === 'commit' || this.#isWriteOfItsOwn(text));
    const answer = new Promise<Answer>((resolve, reject) => {
      this.#waiting.push({ statement, values, resolve, reject });
    });
    this.#sendSoon();
    const [outcome] = await Promise.allSettled([answer]);
    const failure = this.#failure;
    if (text === PATIENTLY) this.#isPatient = true;
    if (text === 'commit' || text === 'rollback') {
      this.#isInTransaction = false;
      this.#isPatient = false;
      this.#failure = undefined;
    }
    if (failure !== undefined && text !== 'rollback') throw this.#explained(failure, mayCommit);
    if (outcome.status === 'fulfilled') return outcome.value;
    const explained = this.#explained(outcome.reason, mayCommit);
    // What went with its connection is taken back without being asked; why it failed is known.
    if (text === 'rollback' && this.#isLost) return TAKEN_BACK;
    throw explained;
  }

  #isWriteOfItsOwn(text: string): boolean {
    return !this.#isInTransaction && !text.startsWith('select');
  }

  /** Once the rest of what this turn of the event loop asks for is there too. */
  #sendSoon(): void {
    if (this.#isSending) return;
    this.#isSending = true;
    process.nextTick(() => this.#send());
  }

  #send(): void {
    const runs = this.#waiting.splice(0);
    const onEnd = () => {
      this.#isSending = false;
      if (this.#waiting.some(({ resolve }) => resolve)) this.#sendSoon();
    };
    this.#client.query(new StatementBatch(runs, this.#parsed, onEnd));
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
const NO_ANSWER: Answer = { command: undefined, rowCount: 0, rows: [] };

const TAKEN_BACK: Answer = { command: 'ROLLBACK', rowCount: 0, rows: [] };

/** What is known of a statement by its text. */
class Statements {
  readonly #known = new Map<string, Statement>();

  of(text: string): Statement {
    const known = this.#known.get(text);
    if (known) return known;
    const isFull = this.#known.size >= MAX_KNOWN_STATEMENTS;
    const isNamed = !isFull && (text.includes('$1') || TRANSACTION_COMMANDS.has(text));
    const statement: Statement = {
      text,
      name: isNamed ? `s${this.#known.size}` : undefined,
      hasUnreadAnswer: text === 'begin' || text.endsWith(UNREAD) || isPlainInsert(text),
    };
    if (!isFull) this.#known.set(text, statement);
    return statement;
  }
}

const TRANSACTION_COMMANDS = new Set(['begin', 'commit', 'rollback']);

/** An insert that writes every row it names and answers none of them. */
function isPlainInsert(text: string): boolean {
  return /^insert into (?!.*(?: do nothing$| do update .* where | returning ))/s.test(text);
}
