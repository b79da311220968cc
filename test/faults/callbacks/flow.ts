import { chargeStatusOf } from '../../../server/bff/domain/charge.ts';
import { allCharges, type Checkout } from '../../../server/bff/domain/checkout.ts';
import { statusOf } from '../../../server/bff/domain/checkout-status.ts';
import { refundStatusOf } from '../../../server/bff/domain/refund-view.ts';
import { loadCheckout } from '../../../server/bff/store/checkouts.ts';
import { sandboxCallback } from '../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import { MerchantServer } from '../../helpers/merchant-server.ts';
import { as, ShopPage, signedOrder } from '../../helpers/shop-page.ts';
import type { Random } from '../fuzz/random.ts';
import type { HeldCallback, LenderBooks } from './lenders.ts';
import type { CallbacksTestbed } from './testbed.ts';

/** Where each flow ends, in whatever order the callbacks came. */
const end: LenderBooks = {
  loan: 'accepted',
  charges: ['109 rejected 300000', '109 settled 300000', '111 approved 50000'],
  refunds: ['settled 10000'],
};

/** What the merchant's server is told, each fact once: of the checkout, its charges, its refund. */
const told: readonly (readonly string[])[] = [
  [
    'checkout.applied',
    'checkout.review',
    'checkout.offers',
    'checkout.chosen',
    'checkout.accepted',
  ],
  ['charge.pending', 'charge.rejected'],
  ['charge.pending', 'charge.approved', 'charge.settled'],
  ['charge.pending', 'charge.approved'],
  ['refund.pending', 'refund.settled'],
];

/** Time between two things that happen: too short for the BFF to poll the lender by itself. */
const pauseMs = 20;

/**
 * A checkout from the review of its application to the refund of a charge: six things happen at the
 * lender, each of which it tells of by a callback.
 */
export class Flow {
  readonly #testbed: CallbacksTestbed;
  readonly #random: Random;
  readonly #page: ShopPage;
  readonly #server: MerchantServer;
  readonly #callbacks: HeldCallback[] = [];
  #approved = { id: '', uuid: '' };

  constructor(testbed: CallbacksTestbed, random: Random) {
    this.#testbed = testbed;
    this.#random = random;
    this.#page = new ShopPage(testbed.bff);
    this.#server = new MerchantServer(testbed.bff);
  }

  /**
   * Lets the callbacks come in this order. None comes before what it tells of has happened; all that
   * comes after may have happened too.
   * @returns what is wrong at the end, a sentence each
   */
  async run(order: readonly number[]): Promise<string[]> {
    const { bff, tick } = this.#testbed;
    const order_token = await signedOrder(bff, { amount: '4000.00' });
    await this.#page.open({ amount: '8400.00', order_token });
    as(await this.#page.apply(this.#testbed.lender.applicant), 'review');
    for (const callback of order) {
      while (this.#callbacks.length <= callback) {
        tick(pauseMs);
        this.#callbacks.push(await this.#happen(this.#callbacks.length));
      }
      tick(pauseMs);
      await this.#deliver(this.#callbacks[callback] as HeldCallback);
      // Otherwise it is handled together with those that come next.
      if (this.#random.chance(0.6)) await bff.runDue();
    }
    await bff.runDue();
    return this.#wrongs();
  }

  /** The next thing at the lender, once page and merchant have done what comes before it. */
  async #happen(index: number): Promise<HeldCallback> {
    const { lender } = this.#testbed;
    const { checkoutId: id } = this.#page;
    // An open page polls.
    const step = await this.#page.step();
    switch (index) {
      case 0:
        return lender.endReview(id);
      case 1: {
        const [offer] = as(step, 'offers').offers;
        as(await this.#page.select(offer?.offer_uuid ?? ''), 'redirect');
        return lender.acceptTerms(id);
      }
      case 2:
        return lender.answerCharge(id, (await this.#charge(109, '3000.00')).uuid, 'reject');
      case 3:
        this.#approved = await this.#charge(109, '3000.00');
        return lender.answerCharge(id, this.#approved.uuid, 'approve');
      case 4:
        return lender.answerCharge(id, (await this.#charge(111, '500.00')).uuid, 'approve');
      case 5: {
        await lender.settleCharge(this.#approved.uuid);
        await this.#server.refund({ id, chargeId: this.#approved.id }, { amount: '100.00' });
        return lender.settleRefund(id);
      }
      default:
        throw new RangeError(`Nothing happens as number ${index}.`);
    }
  }

  async #charge(kind: number, amount: string): Promise<{ id: string; uuid: string }> {
    const parts = { transaction_description: kind, amount };
    const { charge_id: id, payment_request_uuid: uuid } = await this.#server.charge(
      this.#page.checkoutId,
      parts,
    );
    return { id, uuid: uuid ?? '' };
  }

  async #deliver({ path, body }: HeldCallback): Promise<void> {
    const answer = await this.#testbed.bff.app.request(path, {
      method: 'POST',
      headers: {
        authorization: basicAuthHeader(sandboxCallback),
        'content-type': 'application/json',
      },
      body,
    });
    if (answer.status !== 200) throw new Error(`a callback was answered ${answer.status}`);
  }

  /** As it is stored: nobody asks the lender for it. */
  async #stored(): Promise<Checkout> {
    const checkout = await loadCheckout(this.#testbed.bff.database.query, this.#page.checkoutId);
    if (checkout === undefined) throw new Error('the checkout is gone');
    return checkout;
  }

  async #wrongs(): Promise<string[]> {
    const checkout = await this.#stored();
    const known: LenderBooks = {
      loan: statusOf(checkout),
      charges: allCharges(checkout).map((charge) =>
        [charge.kind, chargeStatusOf(charge), charge.amountCents].join(' '),
      ),
      refunds: checkout.refunds.map((refund) =>
        [refundStatusOf(refund), refund.amountCents].join(' '),
      ),
    };
    const books = await this.#testbed.lender.books(checkout.id);
    return [
      ...differences('the BFF has', known, end),
      ...differences('the lender has', books, { ...end, loan: books.loan }),
      ...(await this.#wronglyTold(checkout.id)),
    ];
  }

  async #wronglyTold(checkoutId: string): Promise<string[]> {
    const payloads = this.#testbed.receiver.received
      .map(({ payload }) => payload)
      .filter(({ data }) => data.checkout_id === checkoutId);
    const versions = payloads.map(({ data }) => data.version);
    const isInOrder = versions.every((version, index) => version > (versions[index - 1] ?? 0));
    const subjects = Map.groupBy(
      payloads,
      ({ data }) => data.refund_id ?? data.charge_id ?? data.checkout_id,
    );
    const facts = [...subjects.values()].map((each) => each.map(({ type }) => type));
    return [
      ...(isInOrder ? [] : [`the merchant was told by versions ${versions}`]),
      ...differences('the merchant was told', sorted(facts), sorted(told)),
    ];
  }
}

function sorted(lists: readonly (readonly string[])[]): string[] {
  return lists.map((list) => list.join(', ')).sort();
}

function differences(what: string, found: unknown, wanted: unknown): string[] {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)];
  return is === should ? [] : [`${what} ${is}, not ${should}`];
}
