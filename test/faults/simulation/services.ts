import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Merchant } from '../../../server/bff/context.ts';
import { createBffService } from '../../../server/bff/service.ts';
import { bffMigrations } from '../../../server/bff/store/migrations.ts';
import type { BffSchema } from '../../../server/bff/store/schema.ts';
import { sandboxCallback, sandboxLenderLogin } from '../../../server/config/sandbox-settings.ts';
import type { LendingContext } from '../../../server/lending/context.ts';
import { createSandboxProviders } from '../../../server/lending/providers/sandbox-providers.ts';
import { createLendingService } from '../../../server/lending/service.ts';
import { lendingMigrations } from '../../../server/lending/store/migrations.ts';
import type { LendingSchema } from '../../../server/lending/store/schema.ts';
import { sampleTexts } from '../../../server/lending-api/texts/sample-texts.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import { openDatabase } from '../../../server/platform/database/open-database.ts';
import { noProxies } from '../../../server/platform/http/client-address.ts';
import { randomIds } from '../../../server/platform/ids.ts';
import { createLogger, type Logger } from '../../../server/platform/logging.ts';
import { testSponsors } from '../../helpers/lending.ts';
import { Random } from '../fuzz/random.ts';
import { BankOutside } from './bank-outside.ts';
import { BureauOutside } from './bureau-outside.ts';
import { Network } from './network.ts';
import { ProcessorOutside } from './processor-outside.ts';
import { SimulatedDisk } from './simulated-disk.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { setStage, stage } from './stage.ts';
import { SystemRandomness } from './system-randomness.ts';
import { VirtualTime } from './virtual-time.ts';

export const bffUrl = 'https://bff.example';
export const lenderUrl = 'https://lender.example';

/** A service that can be killed, and started again over what it had committed. */
export interface Service {
  readonly name: string;
  /** Of its present life. */
  readonly process: SimulatedProcess;
  readonly file: string;
  start(): Promise<void>;
}

export interface ServiceOptions {
  /** Of the databases: in memory. */
  folder: string;
  seed: number;
  /** Hears of each line of the log. */
  write(line: string): void;
}

export interface BffOptions extends ServiceOptions {
  merchants: readonly Merchant[];
  lender: { baseUrl: string; isEmbedded: boolean; pagesUrl: string };
}

export class Bff implements Service {
  readonly name = 'BFF';
  process = new SimulatedProcess('BFF');
  readonly file: string;
  readonly #options: BffOptions;

  constructor(options: BffOptions) {
    this.#options = options;
    this.file = join(options.folder, 'bff.db');
  }

  async start(): Promise<void> {
    this.process = new SimulatedProcess(this.name);
    await this.process.run(() => this.#start());
  }

  async #start(): Promise<void> {
    const own = this.process;
    const { merchants, lender, write } = this.#options;
    const database = await openDatabase<BffSchema>({
      file: this.file,
      schemaName: 'bff',
      migrations: bffMigrations,
    });
    const service = await createBffService({
      config: {
        bffPublicUrl: bffUrl,
        lender: { baseUrl: lender.baseUrl, ...sandboxLenderLogin },
        isEmbeddedLender: lender.isEmbedded,
        lenderAnswerHours: 24,
        callback: sandboxCallback,
        encryptionKey: new Uint8Array(32).fill(9),
        merchants,
        texts: sampleTexts,
        linkAllowedOrigins: [lender.pagesUrl],
        callbackAllowedHosts: [],
        trustedProxies: noProxies,
        isSandbox: true,
        assetsFolder: '/nowhere',
        // Nobody sets the simulated clock back.
        timing: { clockWatchMs: 24 * 3_600_000 },
      },
      database,
      clock: systemClock,
      ids: randomIds,
      log: logOf(own, write),
    });
    await service.start();
    stage().network.listen(bffUrl, {
      name: this.name,
      process: own,
      answer: async (request) => service.app.fetch(request),
    });
  }
}

export interface EmbeddedLenderOptions extends ServiceOptions {
  bank: BankOutside;
  bureau: BureauOutside;
  processor: ProcessorOutside;
}

export class EmbeddedLender implements Service {
  readonly name = 'lender';
  process = new SimulatedProcess('lender');
  readonly file: string;
  /** Of its present life. */
  context: LendingContext | undefined;
  readonly #options: EmbeddedLenderOptions;

  constructor(options: EmbeddedLenderOptions) {
    this.#options = options;
    this.file = join(options.folder, 'lending.db');
  }

  async start(): Promise<void> {
    this.process = new SimulatedProcess(this.name);
    await this.process.run(() => this.#start());
  }

  async #start(): Promise<void> {
    const own = this.process;
    const { seed, write, bank, bureau, processor } = this.#options;
    const providers = createSandboxProviders();
    const database = await openDatabase<LendingSchema>({
      file: this.file,
      schemaName: 'lending',
      migrations: lendingMigrations,
    });
    const service = await createLendingService({
      config: {
        environment: 'sandbox',
        publicUrl: lenderUrl,
        sponsors: testSponsors(),
        callbackAllowedHosts: [],
        trustedProxies: noProxies,
        loanTerms: { hardInquiryOnAccept: false, finalChargeClosesWindow: true },
        texts: sampleTexts,
      },
      database,
      clock: systemClock,
      encryptionKey: new Uint8Array(32).fill(7),
      sandboxSeed: String(seed),
      log: logOf(own, write),
      providers: {
        ...providers,
        processor,
        bankRails: bank.after(providers.bankRails),
        bureau: bureau.after(providers.bureau),
      },
    });
    this.context = service.context;
    await service.start();
    stage().network.listen(lenderUrl, {
      name: this.name,
      process: own,
      answer: async (request) => service.app.fetch(request),
    });
  }
}

/** What a process that has ended would have logged is not heard. */
function logOf(own: SimulatedProcess, write: (line: string) => void): Logger {
  const destination = {
    write: (line: string) => {
      if (!own.isDead) write(line);
    },
  };
  return createLogger({ level: 'info', destination });
}

/** Puts a database where a service will find it, as another one left it. */
export function copyDatabase(from: string, to: string): void {
  for (const ending of ['', '-wal']) {
    rmSync(to + ending, { force: true });
    if (existsSync(from + ending)) copyFileSync(from + ending, to + ending);
  }
}

/** Databases as they are once both services have begun for the first time. */
export async function makeTemplates(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const time = new VirtualTime(Date.UTC(2026, 2, 1, 15));
  const disk = new SimulatedDisk();
  const network = new Network({
    time,
    passageOf: () => ({
      fate: 'refused',
      outMs: 1,
      backMs: 1,
      againAfterMs: undefined,
      isStale: false,
    }),
    tell: () => undefined,
    done: () => undefined,
  });
  setStage({ time, disk, network, randomness: new SystemRandomness(0) });
  const common = { folder, seed: 0, write: () => undefined };
  const lender = new EmbeddedLender({
    ...common,
    bank: new BankOutside(new Random(0)),
    bureau: new BureauOutside(new Random(0)),
    processor: new ProcessorOutside(0),
  });
  const lenderOf = { baseUrl: lenderUrl, isEmbedded: true, pagesUrl: lenderUrl };
  const bff = new Bff({ ...common, merchants: [], lender: lenderOf });
  let isUp = false;
  const starting = Promise.all([lender.start(), bff.start()]).finally(() => {
    isUp = true;
  });
  await time.run(Number.POSITIVE_INFINITY, () => isUp);
  await starting;
  lender.process.die();
  bff.process.die();
}
