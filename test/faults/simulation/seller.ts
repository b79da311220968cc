import { setTimeout as sleep } from 'node:timers/promises';
import type { ChargeView } from '../../../server/bff/merchant-api/charges.ts';
import type { CheckoutView } from '../../../server/bff/merchant-api/checkouts.ts';
import type { CreditLimitView } from '../../../server/bff/merchant-api/credit-limit.ts';
import type { WebhookPayload } from '../../../server/bff/merchant-api/webhooks.ts';
import { hourMs, minuteMs, secondMs } from '../../../server/platform/durations.ts';
import { formatCents, parseCents } from '../../../server/platform/money.ts';
import type { Random } from '../fuzz/random.ts';
import type { Facts, KeyedCharge } from './facts.ts';
import type { History } from './history.ts';
import type { LenderBooks } from './lender-books.ts';
import type { LenderDesk } from './lender-desk.ts';
import { resolveCharge } from './resolve-charge.ts';
import type { Shop } from './shop.ts';
import { SimulatedProcess } from './simulated-process.ts';
import { stage } from './stage.ts';

export interface SellerOptions {
  shop: Shop;
  desk: () => LenderDesk;
  books: () => LenderBooks;
  random: Random;
  facts: Facts;
  history: History;
  /** Epoch milliseconds: nothing is begun after it. */
  until: number;
}

/** Who sells at a shop: what they make of its webhooks, they do by its server. */
export class Seller {
  readonly #options: SellerOptions;
  /** Charges and checkouts that they have made up their mind about. */
  readonly #considered = new Set<string>();
  readonly #amounts = new Set<number>();

  constructor(options: SellerOptions) {
    this.#options = options;
    options.shop.onNews = (news) => this.#consider(news);
  }

  async #consider({ type, data }: WebhookPayload): Promise<void> {
    const { random } = this.#options;
    const subject = `${type} ${data.charge_id ?? data.checkout_id}`;
    if (this.#considered.has(subject) || this.#isOver) return;
    this.#considered.add(subject);
    const { checkout_id: id, charge_id: chargeId } = data;
    const path = `/checkouts/${id}`;
    if (type === 'checkout.chosen' && random.chance(0.1)) await this.#cancel(path);
    if (type === 'checkout.accepted') await this.#considerLoan(id);
    if (chargeId === undefined) return;
    if (type === 'charge.unresolved') {
      await resolveCharge({ ...this.#options, checkoutId: id, chargeId });
    }
    if (type === 'charge.approved' && random.chance(0.05)) await this.#denyCharge(path, chargeId);
    if (type === 'charge.approved' && random.chance(0.12)) await this.#refund(path, chargeId, null);
    if (type === 'charge.settled' && random.chance(0.5)) {
      const amount = random.chance(0.5) ? `${20 + random.below(300)}.00` : null;
      await this.#refund(path, chargeId, amount);
      if (random.chance(0.3)) await this.#refund(path, chargeId, '15.00');
    }
    const isAfterwards = type === 'charge.approved' || type === 'charge.settled';
    if (isAfterwards && random.chance(0.15)) await this.#charge(id, random.pick([111, 111, 113]));
  }

  async #considerLoan(id: string): Promise<void> {
    const { random } = this.#options;
    if (random.chance(0.06)) return this.#cancel(`/checkouts/${id}`);
    if (random.chance(0.2)) await this.#raise(id);
    if (random.chance(0.15)) await this.#charge(id, 109);
  }

  get #isOver(): boolean {
    return stage().time.now >= this.#options.until;
  }

  async #cancel(path: string): Promise<void> {
    const { shop, random, history, facts } = this.#options;
    await sleep(random.pick([0, 5, 120]) * secondMs);
    history.tell(shop.name, `cancels ${path}`);
    const made = await shop.insist(`${path}/cancel`, {}, { tries: 8 });
    if (made?.status !== 200) return;
    const { checkout_id: id, status } = made.body as CheckoutView;
    if (status === 'cancelled') facts.cancelled.add(id);
  }

  /** @param amount null: all that is left */
  async #refund(path: string, chargeId: string, amount: string | null): Promise<void> {
    const { shop, random, facts, history } = this.#options;
    await sleep(random.pick([0, 0, 3 * minuteMs, 12 * hourMs]));
    history.tell(shop.name, `refunds ${amount ?? 'the rest'} of ${chargeId}`);
    const body = amount === null ? {} : { amount };
    const made = await shop.insist(`${path}/charges/${chargeId}/refunds`, body, { tries: 8 });
    if (made?.status !== 201) return;
    const refund = made.body as { refund_id: string; amount: string };
    facts.keyAnswered(made.key, refund.refund_id);
    facts.refunds.set(refund.refund_id, parseCents(refund.amount));
  }

  /** Under one key, which is sent twice at once, or again some days later, or with another body. */
  async #charge(checkoutId: string, kind: KeyedCharge['kind']): Promise<void> {
    const { shop, random, facts, history } = this.#options;
    await sleep(random.pick([0, 0, 10 * secondMs, 2 * hourMs]));
    const cents = this.#newAmount();
    const asked = { key: shop.newKey(), checkoutId, kind, cents };
    facts.keyedCharges.push(asked);
    history.tell(shop.name, `charges ${formatCents(cents)} as ${kind} of ${checkoutId}`);
    const twin = random.chance(0.2) ? this.#askCharge(asked) : undefined;
    const charge = await this.#askCharge(asked);
    await twin;
    if (charge?.payment_request_uuid && random.chance(kind === 109 ? 0.4 : 0.9)) {
      this.#askConsumer(charge.payment_request_uuid);
    }
    if (random.chance(0.3)) {
      await sleep(random.pick([0, hourMs, 50 * hourMs]));
      await this.#askCharge(asked);
    }
    if (random.chance(0.2) && charge !== undefined) {
      await this.#expectConflict(`/checkouts/${checkoutId}/charges`, asked.key, {
        transaction_description: kind,
        amount: formatCents(cents + 1),
      });
    }
  }

  async #askCharge({ key, checkoutId, kind, cents }: KeyedCharge): Promise<ChargeView | undefined> {
    const { shop, facts } = this.#options;
    const body = { transaction_description: kind, amount: formatCents(cents) };
    const made = await shop.insist(`/checkouts/${checkoutId}/charges`, body, { tries: 4, key });
    if (made?.status !== 201) return undefined;
    const charge = made.body as ChargeView;
    facts.keyAnswered(key, charge.charge_id);
    return charge;
  }

  /** An amount that nothing else of this shop is of. */
  #newAmount(): number {
    const cents = 2_000 + this.#options.random.below(30_000);
    if (this.#amounts.has(cents)) return this.#newAmount();
    this.#amounts.add(cents);
    return cents;
  }

  /** Who answers by the lender's message, whatever they see in the shop. */
  #askConsumer(uuid: string): void {
    const { desk, random, facts, history } = this.#options;
    const afterMs = random.pick([secondMs, 30 * minuteMs, 20 * hourMs]);
    const answer = random.chance(0.85) ? 'approve' : 'reject';
    new SimulatedProcess('person by message').run(async () => {
      await sleep(afterMs);
      history.tell('person by message', `answers the charge: ${answer}`);
      facts.answersCharge(uuid, stage().time.now);
      if (await desk().answerCharge(uuid, answer)) facts.answeredCharge(uuid, answer);
    });
  }

  /** Once, under a key that may be sent again; sometimes a second time, to another amount. */
  async #raise(checkoutId: string): Promise<void> {
    const { shop, random, history } = this.#options;
    const view = await shop.read<CheckoutView>(`/checkouts/${checkoutId}`);
    const limit = view?.loan?.credit_limit ?? view?.amount;
    if (typeof limit !== 'string') return;
    // At times for more than any lender has approved.
    const more = random.chance(0.15) ? 9_000_000 : 10_000;
    const cents = parseCents(limit) + more + random.below(50_000);
    history.tell(shop.name, `asks for a limit of ${formatCents(cents)} of ${checkoutId}`);
    await this.#askLimit(checkoutId, cents);
    if (random.chance(0.3)) await this.#askLimit(checkoutId, cents + 1_000);
  }

  async #askLimit(checkoutId: string, cents: number): Promise<void> {
    const { shop, random, facts } = this.#options;
    const asked = { key: shop.newKey(), checkoutId, cents, isDone: false };
    facts.keyedIncreases.push(asked);
    const path = `/checkouts/${checkoutId}/credit-limit`;
    const body = { amount: formatCents(cents) };
    const tries = random.chance(0.3) ? 2 : 1;
    for (let turn = 0; turn < tries; turn += 1) {
      const made = await shop.insist(path, body, { tries: 4, key: asked.key });
      if (made?.status !== 200) continue;
      const limit = made.body as CreditLimitView;
      if (limit.status === 'done') asked.isDone = true;
      if (parseCents(limit.requested_amount) !== cents) {
        facts.wrong.push(`I1: a limit of ${cents} was asked for, ${limit.requested_amount} said`);
      }
    }
    if (random.chance(0.2) && asked.isDone) {
      await this.#expectConflict(path, asked.key, { amount: formatCents(cents + 1) });
    }
  }

  /** Says that a charge was not made of which the lender has said what it is. */
  async #denyCharge(path: string, chargeId: string): Promise<void> {
    const { shop, facts } = this.#options;
    const body = { as: 'not_charged' };
    const answer = await shop.call('POST', `${path}/charges/${chargeId}/resolve`, body);
    if (answer !== undefined && answer.status < 300) {
      facts.wrong.push(`I3: charge ${chargeId} is known and was taken for not made`);
    }
  }

  async #expectConflict(path: string, key: string, body: unknown): Promise<void> {
    const { shop, facts } = this.#options;
    const answer = await shop.call('POST', path, body, key);
    if (answer !== undefined && answer.status < 300) {
      facts.wrong.push(`I1: ${key} was taken with another body at ${path}`);
    }
  }
}
