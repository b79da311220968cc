import { dayMs, hourMs, minuteMs } from '../../../server/platform/durations.ts';
import { parseCents } from '../../../server/platform/money.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { PlainBrowser, type PlainPage } from '../../helpers/plain-browser.ts';
import {
  anApplication,
  type PageAnswer,
  ShopPage,
  signedOrder,
  stepOf,
} from '../../helpers/shop-page.ts';
import type { Random } from '../fuzz/random.ts';
import type { LinksTestbed } from './testbed.ts';

/** What stands nowhere but in this person's own answers. */
const person = { first_name: 'Quillonda', last_name: 'Vextrano', phone: '+16145550187' };

/** Somebody who walks through a checkout in no particular order, as people do. */
export class Consumer {
  readonly email: string;
  readonly orderId: string;
  /** The order's amount as it was signed last among those that were brought. */
  amount = '0.00';
  /** What the lender's pages, its ordinary messages and the shop's page have let be known. */
  readonly links = new Set<string>();
  readonly usedCodes = new Set<string>();
  readonly offersHeard = new Set<string>();
  readonly page: ShopPage;
  readonly #testbed: LinksTestbed;
  readonly #random: Random;
  readonly #browser: PlainBrowser;
  #newestIat = 0;
  #loanNumber = '';
  /** Amounts in cents that a charge could rightly have. */
  readonly #chargeable = new Set<number>();

  constructor(testbed: LinksTestbed, random: Random, serial: number) {
    this.#testbed = testbed;
    this.#random = random;
    this.#browser = new PlainBrowser(testbed.lending);
    this.email = `vextrano.${serial}@example.test`;
    this.orderId = `order-${serial}`;
    this.page = new ShopPage(testbed.bff);
  }

  /** Texts that no stranger may read: names, contact, figures of the offers and of the loan. */
  async secrets(): Promise<string[]> {
    const step = await this.#step();
    const offers = step?.screen === 'offers' ? step.offers : [];
    const figures = offers.flatMap((offer) => [
      offer.offer_uuid,
      offer.monthly_payment,
      offer.total_of_payments ?? '',
      offer.finance_charge ?? '',
    ]);
    const [whole = ''] = this.amount.split('.');
    const grouped = Number(whole).toLocaleString('en-US');
    return [
      person.first_name,
      person.last_name,
      person.phone.slice(-4),
      this.email,
      this.amount,
      grouped,
      ...figures,
      ...figures.map((figure) => figure.replace(/\B(?=(\d{3})+(?=\.))/g, ',')),
      ...(this.#loanNumber === '' ? [] : [this.#loanNumber]),
    ].filter((text) => text.length > 3);
  }

  /** One thing that a consumer does; what is refused is refused. */
  async act(): Promise<void> {
    if (this.page.checkoutId === '') return this.#open();
    const step = await this.#step();
    const always = [
      this.#wait,
      this.#bringOlderOrder,
      this.#bringNewerOrder,
      this.#openAnotherTab,
      this.#openAMailedLink,
    ];
    const own: Partial<Record<CheckoutStep['screen'], (() => Promise<void>)[]>> = {
      details: [this.#apply, this.#apply, this.#apply],
      offers: [this.#choose, this.#choose],
      redirect: [
        this.#visitTerms,
        this.#visitTerms,
        this.#visitTerms,
        this.#backToOffers,
        this.#choose,
      ],
      accepted: [this.#charge, this.#charge, this.#returnElsewhere],
      charge_pending: [this.#answerCharge, this.#answerCharge],
    };
    const actions = [...always, ...(step === undefined ? [] : (own[step.screen] ?? []))];
    await this.#random.pick(actions).call(this);
    await this.#collectLinks();
  }

  /** What came of it, by the BFF's own books. */
  async outcome(): Promise<{ isAccepted: boolean; charges: number[]; wrongCharges: number }> {
    const rows = await this.#testbed.bff.database.query
      .selectFrom('charges')
      .select('consumer_charge_amount_cents')
      .where('order_id', '=', this.orderId)
      .where('state', '<>', 'void')
      .execute();
    const charges = rows.map(({ consumer_charge_amount_cents: cents }) => cents);
    const account = await this.#testbed.lending.context.database.query
      .selectFrom('applications')
      .select('accepted_at')
      .where('email', '=', this.email)
      .where('accepted_at', 'is not', null)
      .executeTakeFirst();
    const wrong = charges.filter((cents) => !this.#chargeable.has(cents));
    return { isAccepted: account !== undefined, charges, wrongCharges: wrong.length };
  }

  async #open(): Promise<void> {
    const order_token = await this.#sign(this.#someAmount(), this.#nextIat());
    const answer = await this.page.ask({ order_token });
    if (answer.status < 300) this.page.enter(answer);
  }

  async #apply(): Promise<void> {
    const body = anApplication({ ...person, email: this.email, ssn: '900-10-0001' });
    await this.page.on('POST', '/application', body);
  }

  async #choose(): Promise<void> {
    const before = await this.#step();
    if (before?.screen === 'redirect') await this.#backToOffers();
    const step = await this.#step();
    if (step?.screen !== 'offers') return;
    const { offer_uuid } = this.#random.pick(step.offers);
    this.offersHeard.add(offer_uuid);
    const answer = await this.page.on('POST', `/offers/${offer_uuid}/select`, {});
    if (answer.status < 300) this.#hear(stepOf(answer));
  }

  async #backToOffers(): Promise<void> {
    await this.page.on('DELETE', '/selection');
  }

  async #visitTerms(): Promise<void> {
    const step = await this.#step();
    if (step?.screen !== 'redirect') return;
    await this.#answerTerms(step.consumer_invitation_link);
  }

  async #answerTerms(link: string): Promise<void> {
    const asked = await this.#browser.open(link);
    if (asked.action?.endsWith('/identity')) {
      const digits = this.#random.chance(0.8) ? '0001' : '9999';
      await this.#browser.post(`${link}/identity`, { ssn_last4: digits });
    }
    const page = await this.#browser.open(link);
    await this.#comeBack(page);
    if (!page.action?.endsWith('/accept')) return;
    const name = { typed_name: `${person.first_name} ${person.last_name}`, agree: 'yes' };
    if (this.#random.chance(0.9)) {
      await this.#comeBack(await this.#browser.post(`${link}/accept`, { ...page.hidden, ...name }));
    } else if (this.#random.chance(0.2)) await this.#browser.post(`${link}/decline`, {});
  }

  /** In the tab that left, or elsewhere, where it uses the code up. */
  async #comeBack({ html }: PlainPage): Promise<void> {
    const code = /soft_pull_resume=([\w.-]+)/.exec(html)?.[1];
    if (code === undefined) return;
    if (this.#random.chance(0.6)) {
      const answer = await this.page.askToResume(code, { held: this.page.resume });
      if (answer.status < 300) this.page.enter(answer);
    } else await this.#exchange(code);
  }

  async #exchange(code: string): Promise<void> {
    const elsewhere = new ShopPage(this.#testbed.bff);
    const answer = await elsewhere.askToResume(code);
    if (answer.status === 410) this.usedCodes.add(code);
    if (answer.status >= 300) return;
    elsewhere.enter(answer);
    const again = await new ShopPage(this.#testbed.bff).askToResume(code);
    if (again.status === 410) this.usedCodes.add(code);
    if (this.#random.chance(0.3)) await this.#chargeOn(elsewhere);
  }

  /** By what the lender was told of the way back. */
  async #returnElsewhere(): Promise<void> {
    const row = await this.#testbed.lending.context.database.query
      .selectFrom('applications')
      .select('sponsor_redirect_url')
      .where('email', '=', this.email)
      .executeTakeFirst();
    const code = /soft_pull_resume=([\w.-]+)/.exec(row?.sponsor_redirect_url ?? '')?.[1];
    if (code !== undefined) await this.#exchange(code);
  }

  async #charge(): Promise<void> {
    await this.#chargeOn(this.page);
  }

  /** At most what is left of the loan, else the order as it was signed last. */
  async #chargeOn(page: ShopPage): Promise<void> {
    const answer = await page.on('GET');
    const step = answer.status < 300 ? stepOf(answer) : undefined;
    if (step?.screen === 'accepted' && step.charge_amount !== null) {
      this.#loanNumber = step.loan_number ?? '';
      const cents = parseCents(step.charge_amount);
      const ordered = parseCents(this.amount);
      if (cents === Math.min(ordered, parseCents(step.available_spend ?? this.amount)))
        this.#chargeable.add(cents);
    }
    await page.charge();
  }

  async #answerCharge(): Promise<void> {
    const links = await this.#testbed.linksTo(this.email);
    const link = links.findLast(({ url }) => url.includes('/charge/'))?.url;
    if (link === undefined) return;
    const ssn_last4 = this.#random.chance(0.8) ? '0001' : '9999';
    const proof = { ssn_last4, loan_number: this.#loanNumber };
    const { hidden } = await this.#browser.post(`${link}/identity`, proof);
    const answer = this.#random.chance(0.8) ? 'approve' : 'reject';
    await this.#browser.post(link, { ...hidden, answer });
  }

  /** What was sent to this person alone after wrong answers. */
  async #openAMailedLink(): Promise<void> {
    const links = await this.#testbed.linksTo(this.email);
    const mailed = links.findLast(({ isMailed }) => isMailed);
    if (mailed?.url.includes('/terms/')) await this.#answerTerms(mailed.url);
  }

  async #bringNewerOrder(): Promise<void> {
    const amount = this.#someAmount();
    const iat = this.#nextIat();
    const order_token = await this.#sign(amount, iat);
    this.#note(await this.page.on('PATCH', '', { order_token }), amount, iat);
  }

  /** Of the same order, as it is now or as it was. */
  async #openAnotherTab(): Promise<void> {
    const tab = new ShopPage(this.#testbed.bff);
    const isNewer = this.#random.chance(0.6);
    const amount = isNewer ? this.#someAmount() : '600.00';
    const iat = isNewer ? this.#nextIat() : this.#newestIat - 60;
    const answer = await tab.ask({ order_token: await this.#sign(amount, iat) });
    this.#note(answer, amount, iat);
  }

  async #bringOlderOrder(): Promise<void> {
    const order_token = await this.#sign('600.00', this.#newestIat - 60);
    if (this.#random.chance(0.5)) await this.page.on('PATCH', '', { order_token });
    else {
      const answer = await this.page.ask({ order_token, resume: this.page.resume });
      if (answer.status === 200) this.page.enter(answer);
    }
  }

  #note(answer: PageAnswer, amount: string, iat: number): void {
    if (answer.status >= 300) return;
    this.amount = amount;
    this.#newestIat = iat;
  }

  async #sign(amount: string, iat: number): Promise<string> {
    if (this.#newestIat === 0) {
      this.amount = amount;
      this.#newestIat = iat;
    }
    return signedOrder(this.#testbed.bff, { order_id: this.orderId, amount, iat });
  }

  async #wait(): Promise<void> {
    this.#testbed.tick(this.#random.pick([minuteMs, 11 * minuteMs, 3 * hourMs, dayMs]));
  }

  /** The step, by a token that is renewed as a browser does; undefined once the checkout is gone. */
  async #step(): Promise<CheckoutStep | undefined> {
    if (this.page.checkoutId === '') return undefined;
    const answer = await this.page.on('GET');
    if (answer.status < 300) return this.#hear(stepOf(answer));
    const { resume } = this.page;
    const renewed = await this.page.askToResume(resume, { held: resume });
    return renewed.status < 300 ? this.#hear(this.page.enter(renewed)) : undefined;
  }

  /** What a listener of the page's events hears of it. */
  #hear(step: CheckoutStep): CheckoutStep {
    if (step.screen === 'redirect') this.links.add(step.consumer_invitation_link);
    return step;
  }

  async #collectLinks(): Promise<void> {
    for (const { url, isMailed } of await this.#testbed.linksTo(this.email)) {
      if (!isMailed && url.startsWith('http://localhost:8788/')) this.links.add(url);
    }
  }

  /** Seconds since the epoch; later than any order so far. */
  #nextIat(): number {
    return Math.max(Math.floor(this.#testbed.bff.now() / 1000), this.#newestIat + 1);
  }

  /** Odd enough to stand nowhere by chance. */
  #someAmount(): string {
    return `${7_000 + this.#random.below(2_000)}.${10 + this.#random.below(90)}`;
  }
}
