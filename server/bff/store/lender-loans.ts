import type { Clock } from '../../platform/clock.ts';
import type { Connection, Database } from '../../platform/database/database.ts';
import type { BffSchema } from './schema.ts';

async function isLoanFoundAt(db: Connection<BffSchema>, baseUrl: string): Promise<boolean> {
  const row = await db
    .selectFrom('lender_loans')
    .select('found_at')
    .where('base_url', '=', baseUrl)
    .executeTakeFirst();
  return row !== undefined;
}

async function noteLoanFound(
  db: Connection<BffSchema>,
  baseUrl: string,
  now: number,
): Promise<void> {
  await db
    .insertInto('lender_loans')
    .values({ base_url: baseUrl, found_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

interface LenderMemoryOptions {
  database: Database<BffSchema>;
  clock: Clock;
  baseUrl: string;
  /** Of the embedded service it is known from the start. */
  isKnown: boolean;
}

/**
 * Whether the lender has ever answered for a loan under an id of ours. Before it has, its 404 may mean
 * that it does not know loans by these ids, and not that there is none.
 */
export class LenderMemory {
  readonly #options: LenderMemoryOptions;
  #isFound: boolean;

  constructor(options: LenderMemoryOptions) {
    this.#options = options;
    this.#isFound = options.isKnown;
  }

  async noteFound(): Promise<void> {
    if (this.#isFound) return;
    const { database, baseUrl, clock } = this.#options;
    await noteLoanFound(database.query, baseUrl, clock.now());
    this.#isFound = true;
  }

  /** True if a 404 of a loan says that it is not there. */
  async knowsOurIds(): Promise<boolean> {
    const { database, baseUrl } = this.#options;
    this.#isFound ||= await isLoanFoundAt(database.query, baseUrl);
    return this.#isFound;
  }
}
