import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type {
  Checkout,
  Refund,
  TimelineEvent,
} from '../../../demo/back-office/merchant-api-types.ts';
import { en } from '../../../demo/back-office/strings/en.ts';
import { chargeStatuses } from '../../../server/bff/merchant-api/statuses.ts';
import { aCharge, aCheckout, aLoan } from './fixtures.ts';
import { fieldOf, TestOffice } from './office.ts';

const { actions, events, obstacles, order, states } = en;

function happened(...types: string[]): TimelineEvent[] {
  const at = '2026-03-02T15:00:00Z';
  return types.map((type, index) => ({
    version: index + 1,
    type,
    at,
    charge_id: null,
    refund_id: null,
  }));
}

describe('what the back office says of an order', () => {
  let office: TestOffice;
  afterEach(() => office.close());

  /** An office whose BFF has this checkout, with these refunds of each charge. */
  async function opened(checkout: Checkout, refunds: readonly Refund[] = []): Promise<void> {
    office = await TestOffice.open({
      bffUrl: 'http://127.0.0.1:1',
      secretKey: 'sk',
      fetch: async (address) => {
        const { pathname } = new URL(String(address));
        if (pathname.endsWith('/events')) return Response.json({ events: [] });
        const [, charge] = /\/charges\/([^/]+)\/refunds$/.exec(pathname) ?? [];
        if (charge === undefined) return Response.json(checkout);
        const own = refunds.filter(({ charge_id }) => charge_id === charge);
        return Response.json({ refunds: own, has_more: false });
      },
    });
    await office.signIn();
  }

  it('is that it was made once, and that the lender has no application where one came to nothing', async () => {
    const timeline = happened('checkout.open', 'checkout.applied', 'checkout.open');
    await opened(aCheckout({ status: 'open', timeline }));
    const page = await office.page('/orders/k-1');
    const [, past = ''] = page.split('id="timeline-title"');
    const told = [...past.matchAll(/<li>\s*<span>([^<]+)/g)].map(([, name]) => name);
    assert.deepEqual(told, [order.openAgain, events['checkout.applied'], events['checkout.open']]);
    assert.ok(page.includes(order.linkTaken));
    assert.ok(page.includes(`>${states.open}</span>`) && page.includes(obstacles.open));
    assert.doesNotMatch(page, /Not begun|has not applied yet/);
  });

  it('is what the shop keeps of a charge, less what went back', async () => {
    const refund = {
      refund_id: 'r-1',
      charge_id: 'c-1',
      amount: '400.00',
      status: 'settled',
      requested_at: '2026-03-03T15:00:00Z',
      settled_at: '2026-03-04T15:00:00Z',
      fee_amount: '24.00',
      net_amount: '376.00',
    } as const;
    const charge = aCharge({ status: 'settled', refunded_amount: '400.00' });
    const other = aCharge({ charge_id: 'c-2', fee_amount: '60.00', net_amount: '940.00' });
    await opened(aCheckout({ charges: [charge, other] }), [
      refund,
      {
        ...refund,
        refund_id: 'r-2',
        status: 'pending',
        settled_at: null,
        amount: '100.00',
        fee_amount: '6.00',
        net_amount: '94.00',
      },
    ]);
    const page = await office.page('/orders/k-1');
    assert.ok(page.includes(order.shares('$480.00', '$7,520.00')));
    assert.ok(page.includes(order.shares('$60.00', '$940.00')));
    const sums = [...page.matchAll(/<span class="sum">([^<]*)</g)].map(([, sum]) => sum);
    assert.deepEqual(sums, ['−$400.00', '−$100.00']);
  });

  for (const [name, change, facts] of [
    [
      'what was sold by a link, by whom and under which offer code',
      { sold_by: 'hillside-rep-2', offer_code: 'SPRING-24' },
      ['$8,400.00', '$2,500.00', 'Jamie Field', 'SPRING-24', order.soldBy.link],
    ],
    [
      'that nobody is known to have sold what was begun in the shop, at no amount yet',
      { amount: null, expires_at: null },
      [order.amountNotSet, '$2,500.00', '–', order.soldBy.shop],
    ],
    [
      'the id of a seller whom the office does not know',
      { sold_by: 'rep-9' },
      ['$8,400.00', '$2,500.00', 'rep-9', order.soldBy.link],
    ],
  ] as const) {
    it(`is ${name}`, async () => {
      await opened(aCheckout({ ...change, charges: [aCharge({ amount: '2500.00' })] }));
      const page = await office.page('/orders/k-1');
      const { amount, charged, seller, offerCode } = en.common;
      const terms: string[] = [amount, charged, seller, offerCode, order.sold];
      const rows = [...page.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)</g)];
      const told = rows.filter(([, term = '']) => terms.includes(term));
      assert.deepEqual(
        told.map(([, , fact]) => fact),
        facts,
      );
    });
  }

  for (const [name, available_spend, left] of [
    ['what is left of the order', '8400.00', '5900.00'],
    ['no more than the loan has', '1200.00', '1200.00'],
    ['what is left of the order where the lender says nothing of the loan', null, '5900.00'],
  ] as const) {
    it(`is how much can still be charged: ${name}`, async () => {
      const charges = [aCharge({ amount: '2500.00', status: 'settled' })];
      await opened(aCheckout({ charges, loan: aLoan({ available_spend }) }));
      const form = await office.page('/orders/k-1/charge?kind=111');
      assert.equal(fieldOf(form, 'amount'), left);
    });
  }

  for (const status of chargeStatuses) {
    const hasSome = ['working', 'pending', 'approved', 'settled', 'held', 'unresolved'].includes(
      status,
    );
    it(`is ${hasSome ? 'what' : 'not that'} the shop gets of a charge that is ${status}`, async () => {
      await opened(aCheckout({ charges: [aCharge({ status })] }));
      const page = await office.page('/orders/k-1');
      assert.equal(page.includes(order.shares('$504.00', '$7,896.00')), hasSome);
    });
  }

  for (const [name, expiresAt, until] of [
    [
      'the day whose end is the end of an open charge and of a link',
      '2026-03-04T05:00:00Z',
      `${order.endOf} Mar 3`,
    ],
    ['the time at which an open charge and a link end', '2026-03-04T15:00:00Z', 'Mar 4, 10:00 AM'],
  ] as const) {
    it(`is ${name}`, async () => {
      const charge = aCharge({ status: 'pending', expires_at: expiresAt });
      await opened(aCheckout({ charges: [charge] }));
      const textOf = (page: string) =>
        page
          .replaceAll(/<[^>]+>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .replaceAll(', 2026', '');
      assert.ok(textOf(await office.page('/orders/k-1')).includes(`${order.openUntil} ${until} `));
      await office.close();
      await opened(aCheckout({ status: 'open', url: 'https://k.example', expires_at: expiresAt }));
      assert.ok(textOf(await office.page('/orders/k-1')).includes(`${order.linkUntil} ${until} `));
    });
  }

  for (const [name, loan, facts] of [
    [
      'what its loan is for, what is left of it until when, and the Payment Portal account',
      aLoan({ credit_limit: '9000.00', available_spend: '6500.00' }),
      ['$9,000.00', '$6,500.00', 'Jul 30, 2026', order.portalStatuses.Active],
    ],
    [
      'no more of its loan than the lender says',
      {
        credit_limit: null,
        available_spend: null,
        purchase_window_end_date: null,
        portal_account_status: null,
      },
      ['–', '–', '–', '–'],
    ],
    ['nothing of a loan where there is none', null, []],
  ] as const) {
    it(`is ${name}`, async () => {
      await opened(aCheckout({ loan }));
      const page = await office.page('/orders/k-1');
      const { loan: name, leftToCharge, chargeUntil, portal } = order;
      const terms: string[] = [name, leftToCharge, chargeUntil, portal];
      const rows = [...page.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]+)</g)];
      const told = rows.filter(([, term = '']) => terms.includes(term));
      assert.deepEqual(
        told.map(([, , fact]) => fact),
        facts,
      );
    });
  }

  for (const [name, loan, charges, reasons] of [
    ['can be charged', aLoan(), [], { 109: null, 111: null, 113: null }],
    [
      'the lender says nothing of',
      aLoan({ available_spend: null, portal_account_status: null }),
      [],
      { 109: null, 111: null, 113: null },
    ],
    [
      'waits for its Payment Portal account',
      aLoan({ portal_account_status: 'Invited' }),
      [],
      { 109: 'portal_required', 111: 'portal_required', 113: 'portal_required' },
    ],
    [
      'is used up',
      aLoan({ available_spend: '0.00' }),
      [aCharge({ status: 'settled' })],
      { 109: 'first_settled', 111: 'nothing_available', 113: 'nothing_available' },
    ],
  ] as const) {
    it(`is which charges can be asked for of a loan that ${name}`, async () => {
      await opened(aCheckout({ loan, charges: [...charges] }));
      const page = await office.page('/orders/k-1');
      for (const [kind, reason] of Object.entries(reasons)) {
        const form = await office.page(`/orders/k-1/charge?kind=${kind}`);
        assert.equal(page.includes(`id="charge-${kind}"`), reason === null, kind);
        assert.equal(form.includes('name="amount"'), reason === null, kind);
        if (reason === null) continue;
        assert.ok(page.includes(obstacles[reason]) && form.includes(obstacles[reason]), kind);
      }
    });
  }

  const finalCharge = aCharge({ transaction_description: 113 });
  for (const [name, kind, charges, said] of [
    ['a project charge', 111, [], ''],
    ['a final charge', 113, [], actions.finalAbout],
    [
      'a final charge after one that was rejected',
      113,
      [{ ...finalCharge, status: 'rejected' }],
      actions.finalAbout,
    ],
    ['a project charge beside a final one', 111, [finalCharge], actions.afterFinal],
    [
      'a project charge after a final one that went back',
      111,
      [{ ...finalCharge, status: 'refunded' }],
      actions.afterFinal,
    ],
    ['another final charge', 113, [finalCharge], actions.afterFinal],
  ] as const) {
    it(`is what a final charge means for the loan, on the form of ${name}`, async () => {
      await opened(aCheckout({ charges: [...charges] }));
      const form = await office.page(`/orders/k-1/charge?kind=${kind}`);
      const sentences = [actions.finalAbout, actions.afterFinal];
      assert.deepEqual(
        sentences.filter((each) => form.includes(each)),
        sentences.filter((each) => each === said),
      );
    });
  }

  const made = happened('checkout.open');
  const applied = happened('checkout.open', 'checkout.applied');
  const cameToNothing = happened('checkout.open', 'checkout.applied', 'checkout.open');
  const afterApplied = `${actions.linkApplied} ${actions.linkEmpty}`;
  for (const [name, status, timeline, about] of [
    ['is open', 'open', made, actions.linkOpen],
    ['has offers', 'offers', applied, afterApplied],
    ['was cancelled after that', 'cancelled', applied, afterApplied],
    ['expired unused', 'expired', made, actions.linkEmpty],
    ['expired after an application came to nothing', 'expired', cameToNothing, actions.linkEmpty],
  ] as const) {
    it(`is that somebody has applied by its link only where they have: one that ${name}`, async () => {
      await opened(aCheckout({ status, timeline }));
      assert.ok((await office.page('/orders/k-1/link')).includes(`<p class="lead">${about}</p>`));
    });
  }
});
