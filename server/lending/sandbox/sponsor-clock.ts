import type { Clock } from '../../platform/clock.ts';
import type { Connection, Database } from '../../platform/database/database.ts';
import type { SponsorClock } from '../context.ts';
import type { LendingSchema } from '../store/schema.ts';

/** Real time plus what the sandbox advanced each sponsor by. */
export class OffsetClock implements SponsorClock {
  readonly #clock: Clock;
  #offsets = new Map<string, number>();
  #refreshes = 0;
  /** The refresh that the offsets are of. */
  #refreshInUse = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(sponsorId: string): number {
    return this.#clock.now() + (this.#offsets.get(sponsorId) ?? 0);
  }

  /** Takes over the stored offsets, which another process may have moved. */
  async refresh(database: Database<LendingSchema>): Promise<void> {
    this.#refreshes += 1;
    const refresh = this.#refreshes;
    const rows = await database.query
      .selectFrom('sandbox_sponsors')
      .select(['sponsor_id', 'clock_offset_ms'])
      .execute();
    // A refresh that began later may have read a move that this one came too early for.
    if (refresh < this.#refreshInUse) return;
    this.#refreshInUse = refresh;
    this.#offsets = new Map(rows.map((row) => [row.sponsor_id, row.clock_offset_ms]));
  }
}

/** How often the clocks are read for another process's moves. */
const pollMs = 1_000;

/**
 * Follows other processes' moves of the clocks. Returns a function that stops it and waits for
 * a running refresh, beside which no other begins; one that failed is reported and made again.
 */
export function followMoves(
  clock: SponsorClock,
  database: Database<LendingSchema>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let refresh: Promise<void> | undefined;
  const timer = setInterval(() => {
    refresh ??= clock
      .refresh(database)
      .catch(onError)
      .finally(() => {
        refresh = undefined;
      });
  }, pollMs);
  return async () => {
    clearInterval(timer);
    await refresh;
  };
}

/** Moves a sponsor's clock forward; takes effect at the next `refresh`. */
export async function addClockOffset(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  milliseconds: number,
): Promise<void> {
  await connection
    .insertInto('sandbox_sponsors')
    .values({ sponsor_id: sponsorId, clock_offset_ms: milliseconds, deliveries_held: 0 })
    .onConflict((conflict) =>
      conflict.column('sponsor_id').doUpdateSet((row) => ({
        clock_offset_ms: row('sandbox_sponsors.clock_offset_ms', '+', milliseconds),
      })),
    )
    .execute();
}
