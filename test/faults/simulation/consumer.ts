import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs, minuteMs, secondMs } from '../../../server/platform/durations.ts';
import type { CheckoutSession } from '../../../widget/contract/checkout.ts';
import type { CheckoutStep, StepOf } from '../../../widget/contract/step.ts';
import type { Random } from '../fuzz/random.ts';
import type { Facts } from './facts.ts';
import type { History } from './history.ts';
import type { LenderDesk } from './lender-desk.ts';
import { applicationOf, type Habits, type Person } from './persons.ts';
import { bffUrl } from './services.ts';
import type { Shop } from './shop.ts';
import { stage } from './stage.ts';

/** As long as the widget waits for an answer. */
const answerMs = 30 * secondMs;

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Nothing is known of what became of a call: the browser says that it cannot be reached. */
const noAnswer: Answer = { status: 0, body: undefined };

/** A page of the shop in a browser: the calls that the widget makes. */
export class Tab {
  readonly #shop: Shop;
  readonly #facts: Facts;
  checkoutId = '';
  resume = '';
  #token = '';

  constructor(shop: Shop, facts: Facts) {
    this.#shop = shop;
    this.#facts = facts;
  }

  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(`${bffUrl}${path}`, {
      method,
      headers: {
        origin: this.#shop.origin,
        ...(this.#token !== '' && { authorization: `Bearer ${this.#token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
    }).catch(() => undefined);
    const text = await answer?.text().catch(() => undefined);
    if (answer === undefined || text === undefined) return noAnswer;
    const parsed = parsedJson(text);
    if (parsed === 'broken') return noAnswer;
    this.#facts.answered({ method, path, status: answer.status, text });
    return { status: answer.status, body: parsed };
  }

  async open(parts: Record<string, unknown>): Promise<CheckoutStep | undefined> {
    const { publishableKey: merchant, origin } = this.#shop;
    const body = { merchant, return_url: `${origin}/checkout`, locale: 'en', ...parts };
    return this.#enter(await this.call('POST', '/v1/checkouts', body));
  }

  /** By the handle that the tab keeps, or by a code in its address. */
  async comeBack(resume = this.resume): Promise<CheckoutStep | undefined> {
    const body = {
      resume,
      merchant: this.#shop.publishableKey,
      ...(this.resume !== '' && { held: this.resume }),
    };
    return this.#enter(await this.call('POST', '/v1/resume', body));
  }

  /** A call below `/v1/checkouts/{id}`. */
  on(method: string, path = '', body?: unknown): Promise<Answer> {
    return this.call(method, `/v1/checkouts/${this.checkoutId}${path}`, body);
  }

  async look(): Promise<CheckoutStep | undefined> {
    const answer = await this.on('GET');
    if (answer.status === 401) return this.comeBack();
    return stepIn(answer);
  }

  /** What a stream of the checkout shows first; the network holds no stream open. */
  async firstOfStream(): Promise<CheckoutStep | undefined> {
    const request = new Request(`${bffUrl}/v1/checkouts/${this.checkoutId}/events`, {
      headers: { origin: this.#shop.origin, authorization: `Bearer ${this.#token}` },
    });
    const answer = await stage().network.ask(request);
    const reader = answer.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    const data = /^data: (.*)$/m.exec(Buffer.from(value ?? []).toString())?.[1];
    return data === undefined ? undefined : (JSON.parse(data) as { step: CheckoutStep }).step;
  }

  #enter(answer: Answer): CheckoutStep | undefined {
    if (answer.status !== 200 && answer.status !== 201) return undefined;
    const session = answer.body as CheckoutSession;
    if (this.checkoutId === '') this.#facts.tabs.push(this);
    this.checkoutId = session.checkout_id;
    this.#token = session.token;
    this.resume = session.resume;
    this.#facts.opened(session.checkout_id, this.#shop.publishableKey);
    return session.step;
  }
}

function parsedJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return 'broken';
  }
}

function stepIn({ status, body }: Answer): CheckoutStep | undefined {
  return status >= 200 && status < 300 ? (body as { step: CheckoutStep }).step : undefined;
}

export interface ConsumerOptions {
  person: Person;
  habits: Habits;
  random: Random;
  shop: Shop;
  desk: LenderDesk;
  facts: Facts;
  history: History;
  /** Epoch milliseconds: of the first evening, and of the end, after which nobody goes on. */
  startedAt: number;
  until: number;
}

/** How long an evening's guests keep coming. */
export const eveningMs = 20 * minuteMs;

/** Somebody who buys something in instalments, more or less as intended. */
export class Consumer {
  readonly #options: ConsumerOptions;
  readonly #name: string;
  readonly orderId: string;
  readonly #tabs: Tab[] = [];
  readonly #amount: string;
  #hasTypedWrongly = false;
  #hasGoneBack = false;
  #hasChangedDevice = false;
  #lastScreen = '';

  constructor(options: ConsumerOptions) {
    this.#options = options;
    const { person, random } = options;
    this.#name = `person ${person.serial}`;
    this.orderId = `order-${person.serial}`;
    this.#amount = `${500 + random.below(6_000)}.${String(random.below(100)).padStart(2, '0')}`;
  }

  /** From the first page to the end of it, or until they give up. */
  async live(): Promise<void> {
    const { random, until, history } = this.#options;
    if (!(await this.#open())) return history.tell(this.#name, 'gives up before anything');
    let patience = 15 + random.below(30);
    while (patience > 0 && stage().time.now < until) {
      patience -= 1;
      const tab = random.pick(this.#tabs);
      const step = await tab.look();
      if (step !== undefined && !(await this.#goOn(tab, step))) return;
      await sleep(this.#pause(step));
    }
    history.tell(this.#name, `goes no further than ${this.#lastScreen}`);
  }

  /** Somebody who can wait looks again later; what has to be done is done at once. */
  #pause(step: CheckoutStep | undefined): number {
    const { random, habits } = this.#options;
    if (step === undefined) return random.pick([2, 10, 60]) * secondMs;
    const isForMoney = step.screen === 'working' || step.screen === 'accepted';
    if (habits.isImpatient && isForMoney) return (2 + random.below(8)) * secondMs;
    switch (step.screen) {
      case 'working':
        return random.pick([2, 5, 30, 300]) * secondMs;
      case 'review':
      case 'ask_lender':
        return random.chance(0.2) ? minuteMs : this.#evenings(1);
      case 'charge_pending':
        return random.chance(0.7)
          ? random.below(3) * minuteMs
          : this.#evenings(1 + random.below(3));
      case 'charge_outcome':
        return random.chance(0.6) ? minuteMs : this.#evenings(1);
      default:
        return (5 + random.below(90)) * secondMs;
    }
  }

  /** Until they have time again, some evenings on. */
  #evenings(count: number): number {
    const { startedAt, random } = this.#options;
    const today = Math.floor((stage().time.now - startedAt) / dayMs);
    const at = startedAt + (today + count) * dayMs + random.below(eveningMs);
    return at - stage().time.now;
  }

  async #open(): Promise<boolean> {
    const { shop, habits, facts, random } = this.#options;
    const isFromShop = random.chance(0.25);
    const made = isFromShop ? await shop.makeCheckout(this.orderId, this.#amount) : undefined;
    for (let tries = 0; tries < 8 && this.#tabs.length < habits.tabs; tries += 1) {
      const tab = new Tab(shop, facts);
      const order = made ? { resume: made } : { order_token: await this.#order() };
      const step = await tab.open({ amount: this.#amount, ...order });
      if (step === undefined) await sleep(random.below(20) * secondMs);
      else this.#tabs.push(tab);
    }
    return this.#tabs.length > 0;
  }

  #order(): Promise<string> {
    return this.#options.shop.signOrder(this.orderId, this.#amount);
  }

  /** @returns whether they stay */
  async #goOn(tab: Tab, step: CheckoutStep): Promise<boolean> {
    const { habits, facts, history, random } = this.#options;
    if (step.screen !== this.#lastScreen) {
      history.tell(this.#name, `is at ${step.screen}`);
      this.#lastScreen = step.screen;
    }
    if ('loan_number' in step && step.loan_number !== null) {
      facts.showsNumber(tab.checkoutId, step.loan_number);
    }
    if (habits.leavesAt === step.screen) {
      history.tell(this.#name, 'leaves');
      return false;
    }
    switch (step.screen) {
      case 'details':
        await this.#apply(tab);
        return true;
      case 'review':
        if (random.chance(0.4)) await this.#endReview();
        return true;
      case 'offers':
        await this.#choose(
          tab,
          step.offers.map(({ offer_uuid: uuid }) => uuid),
        );
        return true;
      case 'redirect':
        await this.#visitLender(tab);
        return true;
      case 'accepted':
        return this.#charge(tab, step.blocked);
      case 'charge_pending':
        await this.#answerCharge(step);
        return true;
      case 'charge_outcome':
        if (step.merchant_told) this.#relyOnShop(step);
        if (step.may_charge_again && random.chance(0.3)) await this.#send(tab, '/charge');
        return step.may_charge_again || random.chance(0.4);
      case 'working':
      case 'ask_lender':
        return true;
      case 'no_offers':
      case 'cancelled':
      case 'expired':
        return false;
    }
  }

  /** Who reads that the shop knows does not tell it again. */
  #relyOnShop({ charge_id: id, outcome }: StepOf<'charge_outcome'>): void {
    const { shop, facts } = this.#options;
    const types = [`charge.${outcome}`, ...(outcome === 'approved' ? ['charge.settled'] : [])];
    const isKnown = shop.heard.some(
      ({ payload: { type, data } }) => data.charge_id === id && types.includes(type),
    );
    if (!isKnown) facts.wrong.push(`I5: ${shop.name} does not know yet that ${id} is ${outcome}`);
  }

  /** Once, or twice within a moment, in the same tab or in both. */
  async #send(tab: Tab, path: string, body: unknown = {}): Promise<Answer> {
    const { habits, random } = this.#options;
    const sent = this.#post(tab, path, body);
    if (!habits.clicksTwice || random.chance(0.5)) return sent;
    const other = random.pick(this.#tabs);
    await Promise.all([sent, this.#post(other, path, body)]);
    return sent;
  }

  #post(tab: Tab, path: string, body: unknown): Promise<Answer> {
    const { facts, person } = this.#options;
    if (path === '/application') {
      const { first_name: firstName, email } = person;
      facts.applies({ firstName, email }, tab.checkoutId, stage().time.now);
    }
    return tab.on('POST', path, body);
  }

  async #apply(tab: Tab): Promise<void> {
    const { person, habits, facts, history } = this.#options;
    const now = stage().time.now;
    if (habits.typesWrongly && !this.#hasTypedWrongly) {
      this.#hasTypedWrongly = true;
      await tab.on('POST', '/application', applicationOf(person, now, { zip_code: '1' }));
      return;
    }
    history.tell(this.#name, 'applies');
    const answer = await this.#send(tab, '/application', applicationOf(person, now));
    const step = stepIn(answer);
    if (step?.screen === 'offers' || step?.screen === 'no_offers') {
      facts.decided(tab.checkoutId, step.screen, person.email);
    }
  }

  async #endReview(): Promise<void> {
    const { desk, person, random } = this.#options;
    await desk.endReview(person, random.chance(0.7) ? 'passed' : 'failed');
  }

  async #choose(tab: Tab, offers: readonly string[]): Promise<void> {
    const { random, history } = this.#options;
    if (random.chance(0.2)) return;
    history.tell(this.#name, 'chooses an offer');
    await this.#send(tab, `/offers/${random.pick(offers)}/select`);
  }

  async #visitLender(tab: Tab): Promise<void> {
    const { desk, person, habits, facts, history, random } = this.#options;
    if (habits.goesBack && !this.#hasGoneBack) {
      this.#hasGoneBack = true;
      history.tell(this.#name, 'goes back to the offers');
      await tab.on('DELETE', '/selection');
      return;
    }
    const isRefused = habits.refuses === 'terms';
    history.tell(this.#name, isRefused ? 'declines the terms' : 'accepts the terms');
    // The terms are read, meanwhile the shop may do something else.
    await sleep(random.below(3 * minuteMs));
    const isDone = await desk.step(person, isRefused ? 'decline-terms' : 'accept-terms');
    if (isDone && !isRefused) facts.accepted(person.email);
    const code = desk.returnCodeOf(person);
    if (habits.forwardsLink && code !== undefined) await this.#forward(code);
    if (habits.changesDevice && code !== undefined && !this.#hasChangedDevice) {
      this.#hasChangedDevice = true;
      const device = new Tab(this.#options.shop, facts);
      const step = await device.comeBack(code);
      history.tell(this.#name, `goes on elsewhere: ${step?.screen ?? 'in vain'}`);
      if (step !== undefined) this.#tabs.push(device);
    } else if (code !== undefined) await tab.comeBack(code);
  }

  /** A friend opens the link and presses what is to be pressed. */
  async #forward(code: string): Promise<void> {
    const { shop, facts, history } = this.#options;
    const stranger = new Tab(shop, facts);
    const step = await stranger.comeBack(code);
    history.tell(this.#name, `gives the link away, which shows ${step?.screen ?? 'nothing'}`);
    if (step?.screen === 'accepted') await stranger.on('POST', '/charge', {});
  }

  /** @returns whether they stay */
  async #charge(tab: Tab, blocked: string | null): Promise<boolean> {
    const { desk, person, random, history } = this.#options;
    if (blocked === 'portal_required') {
      await this.#send(tab, '/portal-invitation');
      await sleep(minuteMs);
      return (await desk.step(person, 'activate-portal')) || random.chance(0.7);
    }
    if (blocked !== null) return random.chance(0.6);
    history.tell(this.#name, 'asks for the charge');
    await this.#send(tab, '/charge');
    return true;
  }

  async #answerCharge(step: StepOf<'charge_pending'>): Promise<void> {
    const { desk, habits, facts, random, history, until } = this.#options;
    const { payment_request_uuid: uuid } = step;
    if (uuid === null || random.chance(0.3)) return;
    const end = Date.parse(step.expires_at);
    if (habits.answersLast && end < until) {
      const late = random.pick([-2 * minuteMs, 0, secondMs, 2 * minuteMs, 30 * minuteMs]);
      await sleep(Math.max(0, end + late - stage().time.now));
    }
    const answer = habits.refuses === 'charge' ? 'reject' : 'approve';
    history.tell(this.#name, `answers the charge: ${answer}`);
    facts.answersCharge(uuid, stage().time.now);
    if (await desk.answerCharge(uuid, answer)) facts.answeredCharge(uuid, answer);
  }
}
