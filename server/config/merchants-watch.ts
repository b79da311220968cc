import { unwatchFile, watchFile } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from '../platform/logging.ts';
import { ConfigError } from './environment.ts';
import type { MerchantSettings } from './settings-files.ts';

const everyMs = 2_000;

interface MerchantsWatchOptions {
  /** `MERCHANTS_FILE`. */
  file: string;
  /** As they were read when the process began. */
  current: readonly MerchantSettings[];
  /** By every rule of the start. @throws ConfigError */
  read: () => readonly MerchantSettings[];
  /** Puts them in place of those before. */
  take: (merchants: readonly MerchantSettings[]) => Promise<void>;
  log: Logger;
}

/** Has the merchants follow their file: all of it, or nothing when anything in it is wrong. */
export class MerchantsWatch {
  readonly #options: MerchantsWatchOptions;
  #reading: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | undefined;
  #firstLook: NodeJS.Timeout | undefined;

  constructor(options: MerchantsWatchOptions) {
    this.#options = options;
  }

  /** Looks at the file's state, which also sees one that is put in its place, or behind its link. */
  start(): void {
    watchFile(this.#options.file, { interval: everyMs, persistent: false }, this.reload);
    // The file is compared with what it is now: it may have changed since the process read it.
    this.#firstLook = setTimeout(this.#reloadIfChanged, everyMs).unref();
  }

  async stop(): Promise<void> {
    unwatchFile(this.#options.file, this.reload);
    clearTimeout(this.#retry);
    clearTimeout(this.#firstLook);
    await this.#reading;
    // The reading that was under way may have failed.
    clearTimeout(this.#retry);
  }

  /** One reading after the other. */
  readonly reload = (): void => {
    clearTimeout(this.#retry);
    this.#reading = this.#reading.then(() => this.#replace());
  };

  readonly #reloadIfChanged = (): void => {
    const { read, current } = this.#options;
    try {
      if (isDeepStrictEqual(read(), current)) return;
    } catch {
      // Reading it again says what is wrong.
    }
    this.reload();
  };

  async #replace(): Promise<void> {
    const { read, take, log } = this.#options;
    try {
      const merchants = read();
      await take(merchants);
      log.info({ event: 'merchants_read', count: merchants.length });
    } catch (error) {
      if (error instanceof ConfigError && !isOutOfDescriptors(error)) {
        log.error({ event: 'merchants_refused', reason: error.message });
        return;
      }
      log.error({ event: 'merchants_not_taken', error });
      this.#retry = setTimeout(this.reload, everyMs).unref();
    }
  }
}

/** The file was not read, so that nothing is wrong with it. */
function isOutOfDescriptors({ cause }: ConfigError): boolean {
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code === 'EMFILE' || code === 'ENFILE';
}
