import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logging.ts';
import { BackupError } from './backup-error.ts';
import type { CopySource } from './copy-sources.ts';
import { type Backup, finishedBackups, readBackup, writeBackup } from './write-backup.ts';

const hourMs = 3_600_000;
/** After a failure it is tried again sooner than a long interval would have it. */
const retryMs = 600_000;
/** No timer runs longer than 24 days, nor would one notice that the clock was set. */
const longestWaitMs = hourMs;

export interface ScheduledBackupsOptions {
  folder: string;
  everyHours: number;
  sources: () => readonly CopySource[];
  clock: Clock;
  log: Logger;
}

/**
 * Writes a backup every so many hours, counted from the newest one in the folder that can be read and
 * has all databases, so that a restart does not put it off. One is written at a time; old ones are left
 * for the operator to remove.
 */
export class ScheduledBackups {
  readonly #options: ScheduledBackupsOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #failedAt: number | undefined;
  #isStopped = false;

  constructor(options: ScheduledBackupsOptions) {
    this.#options = options;
  }

  start(): void {
    void this.runIfDue();
  }

  /** Resolves when the one that is being written has ended: closing the databases breaks it off. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Writes one when it is due, and plans the next look. Never rejects. */
  runIfDue(): Promise<void> {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    const { folder, clock, log, sources } = this.#options;
    let waitMs = retryMs;
    try {
      waitMs = await this.#waitMs();
      if (waitMs <= 0) {
        const startedAt = clock.now();
        await writeBackup(folder, { sources: sources(), clock });
        this.#failedAt = undefined;
        log.info({ event: 'backup_written', duration_ms: clock.now() - startedAt });
        waitMs = await this.#waitMs();
      }
    } catch (error) {
      this.#failedAt = clock.now();
      waitMs = this.#retryMs();
      if (!this.#isStopped) log.error({ event: 'backup_failed', error });
    }
    if (this.#isStopped) return;
    const delay = Math.min(Math.max(waitMs, 1), longestWaitMs);
    this.#timer = setTimeout(() => void this.runIfDue(), delay);
    this.#timer.unref();
  }

  #retryMs(): number {
    return Math.min(this.#options.everyHours * hourMs, retryMs);
  }

  /** Until the next one is due. */
  async #waitMs(): Promise<number> {
    const { folder, everyHours, clock, sources } = this.#options;
    const now = clock.now();
    // Since a failure in the future the clock was set back.
    if (this.#failedAt !== undefined && this.#failedAt <= now) {
      return this.#failedAt + this.#retryMs() - now;
    }
    const newest = await newestReadable(folder, { now, sources: sources() });
    if (newest === undefined) return 0;
    return Date.parse(newest.manifest.began_at) + everyHours * hourMs - now;
  }
}

/**
 * One that cannot be read does not count as a backup, and must not stop the next one. Nor does one
 * that a clock dated ahead: there would be none until that day. Nor does one that lacks a database,
 * which another process wrote there, or this one before it served both.
 */
async function newestReadable(
  folder: string,
  { now, sources }: { now: number; sources: readonly CopySource[] },
): Promise<Backup | undefined> {
  const paths = await finishedBackups(folder);
  for (const path of paths.reverse()) {
    try {
      const backup = await readBackup(path);
      const { began_at, files } = backup.manifest;
      const hasAll = sources.every(({ name }) => files.some((file) => file.name === name));
      if (hasAll && Date.parse(began_at) <= now) return backup;
    } catch (error) {
      if (!(error instanceof BackupError)) throw error;
    }
  }
  return undefined;
}
