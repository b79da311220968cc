import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Merchant } from '../../../server/bff/context.ts';
import { sha256Hex } from '../../../server/platform/crypto/digest.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../../server/platform/durations.ts';
import { sayDaysAlone } from '../../helpers/bare-lender/list-faults.ts';
import { type BareLender, startBareLender } from '../../helpers/bare-lender.ts';
import { lenderContact } from '../../helpers/bare-testbed.ts';
import { Random } from '../fuzz/random.ts';
import { BackOffice } from './back-office.ts';
import { BankOutside } from './bank-outside.ts';
import { BureauOutside } from './bureau-outside.ts';
import { Consumer, eveningMs } from './consumer.ts';
import { Facts } from './facts.ts';
import { History } from './history.ts';
import { findWrongs } from './invariants.ts';
import { readBooks } from './lender-books.ts';
import { BareDesk, EmbeddedDesk, type LenderDesk } from './lender-desk.ts';
import { type Done, Network } from './network.ts';
import { fortuneOf, type Habits, type Person, personOf } from './persons.ts';
import { ProcessorOutside } from './processor-outside.ts';
import { Seller } from './seller.ts';
import { Bff, copyDatabase, EmbeddedLender, lenderUrl, type Service } from './services.ts';
import { hookUrlOf, Shop } from './shop.ts';
import { type CommitFate, SimulatedDisk } from './simulated-disk.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { setStage } from './stage.ts';
import { SystemRandomness } from './system-randomness.ts';
import { VirtualTime } from './virtual-time.ts';
import { REST_MS, WEEK_MS, Weather } from './weather.ts';

/** Monday, 2026-03-02, 10:00 in New York; the clocks there go forward on the Sunday after. */
const firstStart = Date.UTC(2026, 2, 2, 15);

const barePorts = { api: 9_101, pages: 9_102 };

export interface WeekOptions {
  seed: number;
  /** Of the databases: in memory. */
  folder: string;
  /** Databases of services that have just begun, for all weeks. */
  templates: string;
  consumers: number;
  /** Keeps the history in words. */
  isTold: boolean;
}

export interface WeekReport {
  readonly seed: number;
  readonly lender: 'embedded' | 'bare';
  /** What must not be, each in a sentence that begins with its invariant. */
  readonly wrongs: readonly string[];
  /** Of the history; the same for the same seed. */
  readonly digest: string;
  readonly history: readonly string[];
  readonly counts: WeekCounts;
}

export interface WeekCounts {
  events: number;
  crashes: number;
  exchanges: number;
  disturbed: number;
  applications: number;
  accepted: number;
  charges: number;
  settled: number;
  refunds: number;
  webhooks: number;
  /** Webhooks that a shop refused as too old. */
  refusedOld: number;
  unresolved: number;
  /** Charges that came there, whatever became of them since. */
  held: number;
  failed: number;
  reversed: number;
  failedRefunds: number;
  /** Charges that a merchant's server asked for. */
  keyedCharges: number;
  raisedLimits: number;
  /** What merchants' servers said of unresolved charges, and what of it was taken. */
  resolutionsTried: number;
  resolved: number;
}

/** One week of a merchant's life, and some days in which all of it comes to rest. */
export async function runWeek(options: WeekOptions): Promise<WeekReport> {
  const week = new Week(options);
  try {
    return await week.run();
  } finally {
    week.end();
  }
}

/** The parts of a run, for what is looked at when it is over. */
export interface WeekParts {
  readonly time: VirtualTime;
  readonly disk: SimulatedDisk;
  readonly facts: Facts;
  readonly shops: readonly Shop[];
  readonly people: readonly Person[];
  readonly bff: Bff;
  readonly bare: BareLender | undefined;
  readonly lender: EmbeddedLender | undefined;
  readonly bank: BankOutside;
  readonly bureau: BureauOutside;
  readonly logged: readonly string[];
  /** Paths of all exchanges. */
  readonly paths: readonly string[];
  /** Calls of the BFF that may be made once, each time that the lender has done them. */
  readonly effects: ReadonlyMap<string, readonly Done[]>;
}

class Week implements WeekParts {
  readonly time: VirtualTime;
  readonly disk = new SimulatedDisk();
  readonly facts = new Facts();
  readonly logged: string[] = [];
  readonly paths: string[] = [];
  readonly effects = new Map<string, readonly Done[]>();
  readonly people: Person[] = [];
  readonly shops: Shop[] = [];
  readonly bff: Bff;
  readonly lender: EmbeddedLender | undefined;
  readonly bank: BankOutside;
  readonly bureau: BureauOutside;
  bare: BareLender | undefined;
  readonly #processor: ProcessorOutside;
  readonly #options: WeekOptions;
  readonly #history: History;
  readonly #weather: Weather;
  readonly #random: Random;
  readonly #startAt: number;
  readonly #network: Network;
  readonly #bareProcess = new SimulatedProcess('lender');
  #desk: LenderDesk;
  readonly #counts = { crashes: 0, exchanges: 0, disturbed: 0 };
  /** Which commit from now on its process does not survive. */
  readonly #doomed = new Map<SimulatedProcess, { left: number; fate: CommitFate }>();

  constructor(options: WeekOptions) {
    this.#options = options;
    const { seed, folder, templates, isTold } = options;
    const random = new Random(Math.imul(seed, 0x9e3779b1) ^ 0x2545f491);
    this.#random = random;
    this.#startAt = firstStart + random.below(7 * 24) * hourMs;
    this.time = new VirtualTime(this.#startAt);
    this.#history = new History(this.time, { isKept: isTold });
    const isBare = random.chance(0.4);
    this.#weather = new Weather(new Random(seed ^ 0x7f4a7c15), () => this.time.now, {
      from: this.#startAt,
      to: this.#startAt + WEEK_MS,
      // Nobody can tell a call that a lender without keys hears after its time from a new one.
      latestMs: isBare ? 15 * secondMs : 3 * minuteMs,
    });
    this.#network = new Network({
      time: this.time,
      passageOf: (asked) => {
        const passage = this.#weather.passageOf(asked);
        this.#counts.exchanges += 1;
        this.paths.push(asked.path);
        if (passage.fate !== 'through') this.#counts.disturbed += 1;
        return passage;
      },
      tell: ({ from, to, method, path }, what) =>
        this.#history.tell(from, `${method} ${path} at ${to}: ${what}`),
      done: (what) => this.#noteEffect(what),
    });
    setStage({
      time: this.time,
      disk: this.disk,
      network: this.#network,
      randomness: new SystemRandomness(seed),
    });
    this.time.nextDueAt = () => this.disk.nextDueAt();
    this.time.leapMs = () => sleepsMs;
    this.disk.fateOf = (owner) => this.#fateOf(owner);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const write = (line: string) => void this.logged.push(line);
    const common = { folder, seed, write };
    this.bank = new BankOutside(new Random(seed ^ 0x38495ab5));
    this.bureau = new BureauOutside(new Random(seed ^ 0x1b873593));
    this.#processor = new ProcessorOutside(seed);
    const outside = { bank: this.bank, bureau: this.bureau, processor: this.#processor };
    this.lender = isBare ? undefined : new EmbeddedLender({ ...common, ...outside });
    this.#makeShops();
    this.bff = new Bff({
      ...common,
      merchants: this.#merchants,
      lender: {
        baseUrl: isBare ? `http://127.0.0.1:${barePorts.api}` : lenderUrl,
        isEmbedded: !isBare,
        pagesUrl: isBare ? `http://localhost:${barePorts.pages}` : lenderUrl,
      },
    });
    copyDatabase(join(templates, 'bff.db'), this.bff.file);
    if (this.lender !== undefined) {
      copyDatabase(join(templates, 'lending.db'), this.lender.file);
    }
    this.#desk = new EmbeddedDesk(this.disk, this.lender?.file ?? '');
  }

  readonly #merchants: Merchant[] = [];

  async run(): Promise<WeekReport> {
    const { seed } = this.#options;
    for (const line of this.#weather.forecast) this.#history.tell('weather', line);
    let isUp = false;
    void this.#startAll().then(() => {
      isUp = true;
    });
    await this.time.run(Number.POSITIVE_INFINITY, () => isUp);
    this.#peopleCome();
    this.#backOfficeWorks();
    this.#planCrashes();
    await this.time.run(this.#startAt + WEEK_MS);
    await this.time.run(this.#startAt + WEEK_MS + REST_MS);
    // What is killed from here on could not be looked at.
    this.#doomed.clear();
    this.time.leapMs = () => 0;
    await this.time.run(Number.POSITIVE_INFINITY, () => this.#services.every(isUpNow));
    // What became due while the machines slept is done now, and the BFF's next poll finds it.
    await this.time.run(this.time.now + pollsMs + 30 * minuteMs);
    let wrongs: readonly string[] | undefined;
    const looking = findWrongs(this).then((found) => {
      wrongs = found.wrongs;
      return found;
    });
    await this.time.run(Number.POSITIVE_INFINITY, () => wrongs !== undefined);
    const found = await looking;
    for (const wrong of found.wrongs) this.#history.tell('FOUND', wrong);
    return {
      seed,
      lender: this.lender === undefined ? 'bare' : 'embedded',
      wrongs: found.wrongs,
      digest: this.#history.digest(),
      history: this.#history.lines,
      counts: { events: this.#history.count, ...this.#counts, ...found.counts },
    };
  }

  /** Frees what the run has held. */
  end(): void {
    this.bff.process.die();
    this.lender?.process.die();
    rmSync(this.#options.folder, { recursive: true, force: true });
  }

  #makeShops(): void {
    const isBare = this.lender === undefined;
    for (const letter of ['A', 'B']) {
      const webhookSecret = `whsec_${sha256Hex(`hooks ${letter}`).slice(0, 44)}`;
      const [secretKey, orderSecret] = [`sk_${letter}`, `os_${letter}_0123456789abcdef0123456789`];
      const merchant: Merchant = {
        publishable_key: `pk_shop_${letter.toLowerCase()}`,
        name: `Shop ${letter}`,
        secret_key_sha256: [sha256Hex(secretKey)],
        order_secrets: [orderSecret],
        order_keys: [],
        origins: [`https://shop-${letter.toLowerCase()}.example`],
        request_user_id: letter === 'A' || isBare ? 'hillside-rep-1' : 'hillside-rep-2',
        admin_user_id: 'hillside-admin',
        webhooks: [{ id: 'shop', url: hookUrlOf(letter), secrets: [webhookSecret] }],
        ...(isBare && {
          lender: lenderContact,
          fees: { platform_fee_percent: '3.00', sponsor_fee_percent: '1.00' },
        }),
      };
      this.#merchants.push(merchant);
      const shop = new Shop(letter, {
        merchant,
        secretKey,
        orderSecret,
        webhookSecret,
        random: new Random(this.#random.below(2 ** 31)),
        facts: this.facts,
        until: this.#startAt + WEEK_MS,
      });
      this.shops.push(shop);
      new Seller({
        shop,
        desk: () => this.#desk,
        books: () => readBooks(this),
        random: new Random(this.#random.below(2 ** 31)),
        facts: this.facts,
        history: this.#history,
        until: this.#startAt + WEEK_MS,
      });
    }
  }

  async #startAll(): Promise<void> {
    if (this.lender !== undefined) await this.lender.start();
    else await this.#startBareLender();
    await this.bff.start();
  }

  async #startBareLender(): Promise<void> {
    const random = this.#random;
    const settings = {
      saysEligibility: random.chance(0.4),
      loanListsOffers: random.chance(0.4),
      saysLoanNumber: random.chance(0.6),
      refusesSelectBody: random.pick([null, null, 400 as const]),
      maxPageSize: random.pick([4, 25, 100]),
      callbacks: random.pick(['json', 'form', 'none'] as const),
    };
    const bare = await this.#bareProcess.run(() =>
      startBareLender({ now: () => Date.now(), settings, ports: barePorts }),
    );
    this.bare = bare;
    this.#desk = new BareDesk(bare, {
      process: this.#bareProcess,
      processor: this.#processor,
      // What is returned is read once a day.
      returnsUntil: this.#startAt + WEEK_MS + REST_MS - 2 * dayMs,
    });
    const isVague = random.chance(0.4);
    if (isVague) sayDaysAlone(bare.troubles);
    this.#bareProcess.run(() => {
      setInterval(() => void this.#desk.processPayments(), 12 * hourMs);
      setTimeout(() => bare.troubles.heal(), WEEK_MS);
    });
  }

  #peopleCome(): void {
    const { consumers, seed } = this.#options;
    for (let serial = 1; serial <= consumers; serial += 1) {
      const random = new Random(this.#random.below(2 ** 31));
      const isBare = this.lender === undefined;
      const fortune = fortuneOf(random.below(1_000));
      const person = personOf(seed, serial, fortune, isBare);
      this.people.push(person);
      const consumer = new Consumer({
        person,
        habits: habitsOf(random),
        random,
        shop: random.pick(this.shops),
        desk: this.#desk,
        facts: this.facts,
        history: this.#history,
        startedAt: this.#startAt,
        until: this.#startAt + WEEK_MS,
      });
      // They come in the evening: several at a time are at it.
      const arriveMs = random.below(5) * dayMs + random.below(eveningMs);
      new SimulatedProcess(`person ${serial}`).run(async () => {
        await sleep(1 + arriveMs);
        await consumer.live();
      });
    }
  }

  #backOfficeWorks(): void {
    if (this.lender === undefined) return;
    const office = new BackOffice({
      disk: this.disk,
      file: this.lender.file,
      random: new Random(this.#options.seed ^ 0x2c1b3c6d),
      facts: this.facts,
      history: this.#history,
    });
    const until = this.#startAt + WEEK_MS + REST_MS - dayMs;
    new SimulatedProcess('office').run(async () => {
      await sleep(4 * dayMs);
      while (this.time.now < until) {
        await office.giveBack();
        await sleep(dayMs);
      }
    });
  }

  get #services(): Service[] {
    return [this.bff, ...(this.lender ? [this.lender] : [])];
  }

  #planCrashes(): void {
    const random = this.#random;
    const services = this.#services;
    const crashes = random.pick([0, 1, 2, 3, 5]);
    for (let crash = 0; crash < crashes; crash += 1) {
      const service = random.pick(services);
      const day = random.below(6) * dayMs;
      const afterMs = day + random.below(random.pick([30, 30, 24 * 60]) * minuteMs);
      const doom = {
        left: random.below(12),
        fate: random.pick<CommitFate>(['lost', 'kept_unheard', 'kept_unheard']),
      };
      const isAtCommit = random.chance(0.8);
      const downMs = random.pick([secondMs, 10 * secondMs, 3 * minuteMs, hourMs]);
      void sleep(1 + afterMs).then(() => {
        if (service.process.isDead) return;
        if (this.#doomed.has(service.process)) return;
        service.process.onDeath(() => void this.#restart(service, downMs));
        this.#doomed.set(service.process, { ...doom, fate: 'kept' });
        if (isAtCommit) this.#doomed.set(service.process, doom);
        else service.process.die();
      });
    }
  }

  async #restart(service: Service, downMs: number): Promise<void> {
    this.#counts.crashes += 1;
    this.#history.tell(service.name, `is killed, for ${downMs / 1_000} s`);
    await new SimulatedProcess('operator').run(() => sleep(downMs));
    await service.start();
    this.#history.tell(service.name, 'is up again');
  }

  #noteEffect(what: Done): void {
    const { asked, body, status } = what;
    const { from, to, path } = asked;
    // By 504 a lender says that it has acted and its gateway did not wait.
    const isDone = status < 300 || status === 504;
    if (from !== 'BFF' || to !== 'lender' || !isDone || !onceOnly.test(path)) return;
    const { payment_identifier, external_application_id } = JSON.parse(body);
    if (path.endsWith('/soft-pull/') && !this.#hasLoan(external_application_id)) return;
    const call = `${path} ${payment_identifier ?? external_application_id}`;
    this.effects.set(call, [...(this.effects.get(call) ?? []), what]);
  }

  /** Otherwise the application was answered with an earlier one of the person. */
  #hasLoan(id: string): boolean {
    if (this.bare !== undefined)
      return this.bare.books.loans.some((loan) => loan.applicationId === id);
    const sql = 'select 1 from applications where external_application_id = ?';
    return this.disk.read(this.lender?.file ?? '', sql, id).length > 0;
  }

  #fateOf(owner: SimulatedProcess): CommitFate {
    this.#history.note(`${owner.name} commits`);
    const doom = this.#doomed.get(owner);
    if (doom === undefined) return 'kept';
    doom.left -= 1;
    return doom.left < 0 ? doom.fate : 'kept';
  }
}

function isUpNow({ process }: Service): boolean {
  return !process.isDead;
}

/** Calls that a BFF which does not know what became of them must not simply repeat. */
const onceOnly = /\/(soft-pull|payment-request|refund-payment-request)\/$/;

/** While nobody does anything, the machines sleep: what is due is done when they wake. */
const sleepsMs = 12 * hourMs;

/** At most this long after one poll of what waits for a bank comes the next. */
const pollsMs = hourMs;

function habitsOf(random: Random): Habits {
  return {
    tabs: random.chance(0.25) ? 2 : 1,
    clicksTwice: random.chance(0.3),
    isImpatient: random.chance(0.5),
    typesWrongly: random.chance(0.2),
    answersLast: random.chance(0.15),
    goesBack: random.chance(0.2),
    changesDevice: random.chance(0.2),
    forwardsLink: random.chance(0.1),
    leavesAt: random.chance(0.2)
      ? random.pick(['details', 'offers', 'redirect', 'accepted', 'charge_pending'])
      : undefined,
    refuses: random.pick(['nothing', 'nothing', 'nothing', 'nothing', 'terms', 'charge']),
  };
}
