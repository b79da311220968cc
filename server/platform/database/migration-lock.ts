import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';

/** How long a node waits before it asks again for what others hold while it migrates. */
export const ASK_AGAIN_AFTER_MS = 400;

/** Kysely's own, by which earlier versions of this program wait, too. */
const lockId = sql.lit(3_853_314_791_062_309_107n);

/**
 * Makes nodes migrate one after the other, as Kysely does. But it asks for their lock, and does not wait
 * in a statement: PostgreSQL would not notice that the process behind one has ended, and would keep its
 * connection.
 */
export class AskingDialect extends PostgresDialect {
  readonly #onWait: () => void;

  /** @param onWait called once in the wait for another node's migrations */
  constructor(
    config: ConstructorParameters<typeof PostgresDialect>[0],
    onWait: () => void = () => undefined,
  ) {
    super(config);
    this.#onWait = onWait;
  }

  override createAdapter(): PostgresAdapter {
    return new AskingAdapter(this.#onWait);
  }
}

class AskingAdapter extends PostgresAdapter {
  readonly #onWait: () => void;

  constructor(onWait: () => void) {
    super();
    this.#onWait = onWait;
  }

  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    for (let asked = 1; !(await isLockTaken(db)); asked += 1) {
      if (asked === 1) this.#onWait();
      await sleep(ASK_AGAIN_AFTER_MS);
    }
  }
}

async function isLockTaken(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ is_taken: boolean }>`
    select pg_try_advisory_lock(${lockId}) as is_taken`.execute(db);
  return rows[0]?.is_taken === true;
}
