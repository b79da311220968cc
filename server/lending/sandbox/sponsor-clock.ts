import type { Clock } from '../../platform/clock.ts';
import type { Connection, Database } from '../../platform/database/database.ts';
import type { SponsorClock } from '../context.ts';
import type { LendingSchema } from '../store/schema.ts';

/** Real time plus what the sandbox advanced each sponsor by. */
export class OffsetClock implements SponsorClock {
  readonly #clock: Clock;
  #offsets = new Map<string, number>();
  #looks = 0;
  /** Which look the offsets are of. */
  #lookInUse = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(sponsorId: string): number {
    return this.#clock.now() + (this.#offsets.get(sponsorId) ?? 0);
  }

  /** Takes over the stored offsets, which another process may have moved. */
  async refresh(database: Database<LendingSchema>): Promise<void> {
    this.#looks += 1;
    const look = this.#looks;
    const rows = await database.query
      .selectFrom('sandbox_sponsors')
      .select(['sponsor_id', 'clock_offset_ms'])
      .execute();
    // A look that began later may know of a move that this one came too early for.
    if (look < this.#lookInUse) return;
    this.#lookInUse = look;
    this.#offsets = new Map(rows.map((row) => [row.sponsor_id, row.clock_offset_ms]));
  }
}

/** How often another process's move of a clock is looked for. */
const lookEveryMs = 1_000;

/**
 * Follows other processes' moves of the clocks. Returns a function that stops it and waits for
 * a look under way; a look that failed is reported and made again.
 */
export function followMoves(
  clock: SponsorClock,
  database: Database<LendingSchema>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let look = Promise.resolve();
  const timer = setInterval(() => {
    look = clock.refresh(database).catch(onError);
  }, lookEveryMs);
  return async () => {
    clearInterval(timer);
    await look;
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
