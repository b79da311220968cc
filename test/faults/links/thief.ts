import { dayMs } from '../../../server/platform/durations.ts';
import { PlainBrowser, type PlainPage } from '../../helpers/plain-browser.ts';
import { ShopPage, signedOrder } from '../../helpers/shop-page.ts';
import type { Random } from '../fuzz/random.ts';
import type { Consumer } from './consumer.ts';
import type { LinksTestbed } from './testbed.ts';

const daysOfGuesses = 4;
const guessesADay = 16;

/** Any four digits stand in one of some two thousand random ids. */
const fourDigits = /^\d{4}$/;
const randomIds = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[\w.-]{40,}/g;

/** Has every ordinary link of the lender, every used-up code and what the page's listeners hear. */
export class Thief {
  /** Wrong answers of this thief that were compared. */
  guesses = 0;
  /** What went wrong, a sentence each. */
  readonly finds: string[] = [];
  readonly #testbed: LinksTestbed;
  readonly #random: Random;
  readonly #victim: Consumer;
  readonly #browser: PlainBrowser;
  #secrets: string[] = [];

  constructor(testbed: LinksTestbed, random: Random, victim: Consumer) {
    this.#testbed = testbed;
    this.#random = random;
    this.#victim = victim;
    this.#browser = new PlainBrowser(testbed.lending);
  }

  async act(): Promise<void> {
    const before = await this.#standing();
    this.#secrets = await this.#victim.secrets();
    const action = this.#random.pick([
      this.#openLink,
      this.#guess,
      this.#guess,
      this.#guessForDays,
      this.#askForALink,
      this.#resume,
      this.#chooseByEvent,
    ]);
    await action.call(this);
    const after = await this.#standing();
    this.guesses += after.compared - before.compared;
    for (const part of ['selection', 'charges', 'status'] as const) {
      if (before[part] !== after[part]) this.finds.push(`${action.name} moved the ${part}`);
    }
  }

  async #openLink(): Promise<void> {
    const link = this.#link();
    if (link !== undefined) this.#read(link, await this.#browser.open(link));
  }

  async #guess(): Promise<void> {
    const link = this.#link();
    if (link === undefined) return;
    const fields = {
      ssn_last4: String(1_000 + this.#random.below(9_000)),
      loan_number: String(1_000_000_000 + this.#random.below(1_000_000_000)),
      answer: 'approve',
    };
    const path = this.#random.pick(['/identity', '/sign-in', '/esign', '', '/accept', '/decline']);
    const page = await this.#browser.post(`${link}${path}`, fields).catch(() => undefined);
    if (page !== undefined) this.#read(`${link}${path}`, page);
  }

  /** Until every lock that a day ends was ended. */
  async #guessForDays(): Promise<void> {
    for (let day = 0; day < daysOfGuesses; day += 1) {
      for (let guess = 0; guess < guessesADay; guess += 1) await this.#guess();
      this.#testbed.tick(dayMs);
    }
  }

  async #askForALink(): Promise<void> {
    const link = this.#link();
    if (link !== undefined) {
      this.#read(link, await this.#browser.post(`${link}/mail-link`, {}));
    }
  }

  async #resume(): Promise<void> {
    const codes = [...this.#victim.usedCodes];
    const [code] = codes.length === 0 ? [] : [this.#random.pick(codes)];
    const page = new ShopPage(this.#testbed.bff);
    const order_token = this.#random.chance(0.5)
      ? await signedOrder(this.#testbed.bff, { order_id: 'of-the-thief' })
      : undefined;
    for (const resume of [
      code,
      this.#victim.page.checkoutId,
      `${this.#victim.page.checkoutId}.1.x`,
    ]) {
      if (resume === undefined || resume === '') continue;
      const answer = await page.askToResume(resume, { order_token });
      if (answer.status < 300) this.finds.push(`resumed by ${resume}`);
      this.#look('the answer to a resume', JSON.stringify(answer.body));
    }
  }

  /** By a session of its own and the ids that the page's events have. */
  async #chooseByEvent(): Promise<void> {
    const own = new ShopPage(this.#testbed.bff);
    await own.open({ amount: '8400.00' });
    const {
      page: { checkoutId },
      offersHeard,
    } = this.#victim;
    const choices = [...offersHeard].map((offer) => `/offers/${offer}/select`);
    for (const path of [...choices, '/charge', '/portal-invitation']) {
      const answer = await own.call('POST', `/v1/checkouts/${checkoutId}${path}`, { body: {} });
      if (answer.status < 300) this.finds.push(`${path} by another's token`);
    }
  }

  #read(where: string, { html, text }: PlainPage): void {
    if (html.includes('soft_pull_resume')) this.finds.push(`a way back on ${where}`);
    this.#look(where, text);
  }

  #look(where: string, text: string): void {
    const withoutIds = text.replace(randomIds, ' ');
    for (const secret of this.#secrets) {
      const isFound = (fourDigits.test(secret) ? withoutIds : text).includes(secret);
      if (isFound) this.finds.push(`${JSON.stringify(secret)} on ${where}`);
    }
  }

  #link(): string | undefined {
    const links = [...this.#victim.links];
    return links.length === 0 ? undefined : this.#random.pick(links);
  }

  /** What a thief must not move, and how many answers were compared. */
  async #standing() {
    const { database } = this.#testbed.bff;
    const { checkoutId } = this.#victim.page;
    const checkout = await database.query
      .selectFrom('checkouts')
      .select(['selection', 'order_amount_cents'])
      .where('id', '=', checkoutId)
      .executeTakeFirst();
    const asked = await database.query
      .selectFrom('charges')
      .select(['id', 'consumer_charge_amount_cents'])
      .where('checkout_id', '=', checkoutId)
      .orderBy('id')
      .execute();
    const { query } = this.#testbed.lending.context.database;
    const applications = await query
      .selectFrom('applications')
      .select(['id', 'status', 'identity_failures_total'])
      .where('email', '=', this.#victim.email)
      .orderBy('id')
      .execute();
    const answered = await query
      .selectFrom('charge_requests')
      .select(['id', 'approved_by'])
      .where('application_id', 'in', ['', ...applications.map(({ id }) => id)])
      .where('status', 'in', ['Approved', 'Rejected'])
      .orderBy('id')
      .execute();
    return {
      selection: JSON.stringify(checkout ?? null),
      charges: JSON.stringify({ asked, answered }),
      status: JSON.stringify(applications.map(({ status }) => status)),
      compared: applications.reduce((sum, each) => sum + each.identity_failures_total, 0),
    };
  }
}
