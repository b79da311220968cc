import { stepOf } from '../../../server/bff/domain/step.ts';
import { checkoutView } from '../../../server/bff/merchant-api/checkouts.ts';
import { loadCheckout } from '../../../server/bff/store/checkouts.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { MerchantServer } from '../../helpers/merchant-server.ts';
import { anApplication, type PageAnswer, ShopPage, signedOrder } from '../../helpers/shop-page.ts';
import type { Random } from '../fuzz/random.ts';
import type { Judge } from './judge.ts';
import type { LenderTestbed, OddFrom } from './testbed.ts';

/** Personas of the lender, by the screen from which on it answers oddly. */
const lastNames: Readonly<Record<OddFrom, readonly string[]>> = {
  details: [
    ...['Review', 'Late', 'Declined', 'Misspelt', 'Priceless', 'Mixed', 'Mixed'],
    ...['Sample', 'Sample', 'Sample', 'Sample'],
  ],
  offers: ['Mixed', 'Sample', 'Sample', 'Sample'],
  accepted: ['Portalless', 'Unreachable', ...Array.from({ length: 10 }, () => 'Sample')],
};
export const orderAmount = '8400.00';

type Act = () => Promise<unknown>;

/** Somebody at one checkout of an order, on the shop's page, and the shop's own server. */
export class Shopper {
  readonly page: ShopPage;
  readonly #testbed: LenderTestbed;
  readonly #judge: Judge;
  readonly #random: Random;
  readonly #orderId: string;
  readonly #server: MerchantServer;
  readonly #applicant: Record<string, unknown>;

  constructor(testbed: LenderTestbed, judge: Judge, random: Random, orderId: string) {
    this.#testbed = testbed;
    this.#judge = judge;
    this.#random = random;
    this.#orderId = orderId;
    this.page = new ShopPage(testbed.bff);
    this.#server = new MerchantServer(testbed.bff);
    this.#applicant = anApplication({
      email: `${orderId}@example.test`,
      ssn: '900-10-0001',
      last_name: random.pick(lastNames[testbed.oddFrom]),
    });
  }

  /** Opens the checkout, and does what its screen asks for. */
  async goOn(): Promise<void> {
    const step = await this.look();
    const [first] = step === undefined ? [] : this.#actsAt(step);
    await first?.call(this);
  }

  /** One thing that a consumer does on the screen that they are at, or the shop's server does. */
  async act(): Promise<void> {
    const step = await this.look();
    const own = step === undefined ? [] : this.#actsAt(step);
    const isElsewhere = own.length === 0 || this.#random.chance(0.3);
    const anywhere = [this.#readByServer, this.#comeBack, this.#pressOnAnOldPage];
    await this.#random.pick(isElsewhere ? anywhere : own).call(this);
  }

  /** The step as the page reads it; as it is stored, where the page's handle is no good. */
  async look(): Promise<CheckoutStep | undefined> {
    if (this.page.checkoutId === '') return this.#open();
    const answer = await this.page.on('GET');
    if (answer.status === 401) return (await this.#comeBack()) ?? this.#storedStep();
    return this.#judged('GET', answer);
  }

  #actsAt(step: CheckoutStep): Act[] {
    switch (step.screen) {
      case 'details':
        return [this.#apply];
      case 'offers':
        return [() => this.#choose(step)];
      case 'redirect':
        return [() => this.#chooseAgain(step), this.#backToOffers];
      case 'accepted':
        return [this.#charge, this.#charge, this.#chargeByServer, this.#inviteToPortal];
      case 'charge_pending':
        return [this.#charge];
      case 'charge_outcome':
        return [this.#charge, this.#charge, this.#chargeByServer, () => this.#resolve(step)];
      default:
        return [];
    }
  }

  async #open(): Promise<CheckoutStep | undefined> {
    const order_token = await signedOrder(this.#testbed.bff, {
      order_id: this.#orderId,
      amount: orderAmount,
    });
    const answer = await this.page.ask({ order_token });
    if (answer.status < 300) this.page.enter(answer);
    return this.#judged('POST /v1/checkouts', answer);
  }

  async #apply(): Promise<void> {
    const presses = this.#random.chance(0.15) ? 2 : 1;
    const press = async () => {
      const answer = await this.page.on('POST', '/application', this.#applicant);
      this.#judge.application(this.page.checkoutId, answer);
      this.#judged('POST /application', answer);
    };
    await Promise.all(Array.from({ length: presses }, press));
  }

  async #choose({ offers }: Extract<CheckoutStep, { screen: 'offers' }>): Promise<void> {
    const { offer_uuid } = this.#random.pick(offers);
    await this.#select(offer_uuid, this.#random.chance(0.2) ? { selected_amount: '5000.00' } : {});
  }

  async #chooseAgain({ offer }: Extract<CheckoutStep, { screen: 'redirect' }>): Promise<void> {
    await this.#select(offer.offer_uuid, {});
  }

  async #select(offerUuid: string, body: Record<string, string>): Promise<void> {
    const { ledger } = this.#testbed.distorter;
    const before = ledger.selections;
    const answer = await this.page.on('POST', `/offers/${offerUuid}/select`, body);
    this.#judged('POST /select', answer);
    if (ledger.selections > before) this.#judge.done('POST /select', answer);
  }

  async #backToOffers(): Promise<void> {
    this.#judged('DELETE /selection', await this.page.on('DELETE', '/selection'));
  }

  async #inviteToPortal(): Promise<void> {
    this.#judged('POST /portal-invitation', await this.page.on('POST', '/portal-invitation', {}));
  }

  async #charge(): Promise<void> {
    const presses = this.#random.chance(0.15) ? 2 : 1;
    const { ledger } = this.#testbed.distorter;
    const before = ledger.charges.length;
    const answers = await Promise.all(Array.from({ length: presses }, () => this.page.charge()));
    for (const answer of answers) this.#judged('POST /charge', answer);
    const [best] = answers.toSorted((a, b) => a.status - b.status);
    if (ledger.charges.length > before && best) this.#judge.done('POST /charge', best);
  }

  async #chargeByServer(): Promise<void> {
    const amount = this.#random.chance(0.8) ? orderAmount : '100.00';
    const answer = await this.#server.ask(this.page.checkoutId, { amount });
    this.#judge.answer('POST /v1/merchant/…/charges', answer);
  }

  /** By what the lender has in its books, as a merchant who has asked there knows it. */
  async #resolve(step: Extract<CheckoutStep, { screen: 'charge_outcome' }>): Promise<void> {
    if (step.outcome !== 'unresolved') return;
    const cents = Math.round(Number(step.amount) * 100);
    const charges = this.#testbed.distorter.ledger.made();
    const made = charges.findLast((charge) => charge.cents === cents);
    const body =
      made === undefined
        ? { as: 'not_charged' }
        : { as: 'charged', payment_request_uuid: made.uuid.toLowerCase() };
    const path = `/checkouts/${this.page.checkoutId}/charges/${step.charge_id}/resolve`;
    this.#judge.answer('POST …/resolve', await this.#server.call('POST', path, body));
  }

  /** A page that does not know yet where the checkout stands. */
  async #pressOnAnOldPage(): Promise<void> {
    const presses = [this.#apply, this.#charge, this.#backToOffers, this.#inviteToPortal];
    await this.#random.pick(presses).call(this);
  }

  async #readByServer(): Promise<void> {
    const answer = await this.#server.call('GET', `/checkouts/${this.page.checkoutId}`);
    this.#judge.answer('GET /v1/merchant/checkouts/{id}', answer);
    if (answer.status === 200) checkoutView.parse(answer.body);
  }

  async #storedStep(): Promise<CheckoutStep | undefined> {
    const stored = await loadCheckout(this.#testbed.bff.database.query, this.page.checkoutId);
    return stored && this.#judge.step(this.page.checkoutId, stepOf(stored));
  }

  /** Undefined where the handle is good for nothing any more. */
  async #comeBack(): Promise<CheckoutStep | undefined> {
    const { resume } = this.page;
    const answer = await this.page.askToResume(resume, { held: resume });
    if (answer.status < 300) this.page.enter(answer);
    return this.#judged('POST /v1/resume', answer);
  }

  #judged(asked: string, answer: PageAnswer): CheckoutStep | undefined {
    this.#testbed.distorter.told.push(`${asked}: ${answer.status} ${JSON.stringify(answer.body)}`);
    this.#judge.answer(asked, answer);
    if (answer.status >= 400) return undefined;
    return this.#judge.step(this.page.checkoutId, (answer.body as { step: unknown }).step);
  }
}
