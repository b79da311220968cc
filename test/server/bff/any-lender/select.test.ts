import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { detail } from '../../../helpers/bare-lender/rest-framework.ts';
import {
  type BareTestbed,
  lenderContact,
  pageWithOffers,
  startBareTestbed,
} from '../../../helpers/bare-testbed.ts';
import { as, codeOf, ShopPage, stepOf } from '../../../helpers/shop-page.ts';

describe('choosing an offer of a lender that says little', () => {
  let testbed: BareTestbed;
  let page: ShopPage;
  let uuid: string;

  beforeEach(async () => {
    testbed = await startBareTestbed();
    page = await pageWithOffers(testbed);
    uuid = as(await page.step(), 'offers').offers[0]?.offer_uuid ?? assert.fail();
  });
  afterEach(() => testbed.close());

  const choose = (selected_amount?: string) =>
    page.on('POST', `/offers/${uuid}/select`, { selected_amount });
  const selects = () =>
    testbed.lender.heard
      .filter(({ operation }) => operation === 'select')
      .map(({ body }) => Object.keys(body).length);

  it('needs the link alone', async () => {
    const step = as(await page.select(uuid), 'redirect');
    const { consumer_invitation_link: link, ...rest } = step;
    assert.equal(new URL(link).origin, testbed.lender.pagesUrl);
    assert.deepEqual(
      [rest.offer.offer_uuid, rest.selected_amount, rest.link_expires_at],
      [uuid, '8400.00', null],
    );
    assert.deepEqual(await page.step(), step);
  });

  it('shows the link’s end and the amount where the answer has them', async () => {
    testbed.lender.troubles.rewrite('select', (body) => ({
      ...(body as object),
      link_expires_at: '2026-03-05T10:00:00.500000-05:00',
      selected_amount: 5000,
    }));
    const step = as(await page.select(uuid), 'redirect');
    assert.equal(step.selected_amount, '5000.00');
    assert.match(step.link_expires_at ?? '', /^2026-03-05T15:00:00(\.5\d*)?Z$/);
  });

  it('stands where the answer names an offer that nobody was shown', async () => {
    testbed.lender.troubles.rewrite('select', (body) => ({
      ...(body as object),
      offer_uuid: '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10',
    }));
    assert.equal(as(await page.select(uuid), 'redirect').offer.offer_uuid, uuid);
  });

  it('sticks, although the lender goes on saying "offers"', async () => {
    await page.select(uuid);
    testbed.bff.tick(15 * 60_000);
    await testbed.bff.runDue();
    assert.equal((await page.step()).screen, 'redirect');
    testbed.lender.settings.loanAnswer = 'nothing';
    assert.equal((await page.step()).screen, 'redirect');
  });

  it('is come back to by the address of the soft pull, the only one that the lender keeps', async () => {
    await page.select(uuid);
    const { controls } = testbed.lender;
    await controls.acceptTerms(page.checkoutId);
    const { hash } = new URL(controls.loan(page.checkoutId).redirectUrl);
    const code = hash.replace('#soft_pull_resume=', '');
    assert.equal((await new ShopPage(testbed.bff).askToResume(code)).status, 200);
  });

  it('can be done again, and renews the link', async () => {
    const first = as(await page.select(uuid), 'redirect');
    const again = as(await page.select(uuid), 'redirect');
    assert.notEqual(again.consumer_invitation_link, first.consumer_invitation_link);
  });

  for (const [what, answer] of [
    ['without a link', { detail: 'Selected.' }],
    ['with a link that is none', { consumer_invitation_link: 'soon' }],
    ['with a link to another origin', { consumer_invitation_link: 'https://elsewhere.example/' }],
  ] as const) {
    it(`ends in ask_lender where a 2xx came ${what}`, async () => {
      testbed.lender.troubles.rewrite('select', () => answer);
      const step = as(await page.select(uuid), 'ask_lender');
      assert.deepEqual(step, {
        screen: 'ask_lender',
        lender: lenderContact,
        reason: 'unreadable',
        loan_number: null,
      });
      assert.equal((await page.step()).screen, 'ask_lender');
      assert.ok(!JSON.stringify(step).includes('elsewhere'));
    });
  }

  const noJson = { status: 200, body: '<h1>Thanks</h1>', acts: true } as const;

  it('is made again where a 2xx was no JSON: it may have been cut on its way', async () => {
    testbed.lender.troubles.next('select', noJson);
    assert.equal((await page.select(uuid)).screen, 'redirect');
    assert.equal(selects().length, 2);
  });

  it('ends in ask_lender where that was no JSON either', async () => {
    testbed.lender.troubles.next('select', noJson, noJson);
    assert.equal((await page.select(uuid)).screen, 'ask_lender');
    assert.equal(selects().length, 2);
  });

  for (const status of [400, 422] as const) {
    describe(`where a body is refused with ${status}`, () => {
      beforeEach(() => {
        testbed.lender.settings.refusesSelectBody = status;
      });

      it('asks once more with none', async () => {
        assert.equal((await page.select(uuid)).screen, 'redirect');
        const [first, second, ...more] = selects();
        assert.ok(first !== undefined && first > 0);
        assert.deepEqual([second, more], [0, []]);
      });

      it('does not take the whole offer in place of a smaller amount', async () => {
        assert.equal(codeOf(await choose('5000.00')), 'amount_out_of_range');
        assert.equal(selects().length, 1);
        assert.ok(testbed.lender.heard.some(({ operation }) => operation === 'loan'));
        assert.equal(testbed.lender.controls.loan(page.checkoutId).state, 'offers');
        assert.equal((await choose()).status, 200);
        assert.equal(as(await page.step(), 'redirect').selected_amount, '8400.00');
      });

      it('says of another amount that the offer has ended, where the loan says so', async () => {
        testbed.lender.controls.set(page.checkoutId, 'expired');
        assert.equal(codeOf(await choose('5000.00')), 'offer_unavailable');
        assert.deepEqual(await page.step(), { screen: 'expired', reason: 'offers' });
      });
    });
  }

  describe('while the lender waits for a code after it', () => {
    beforeEach(async () => {
      assert.equal((await choose('5000.00')).status, 200);
      testbed.lender.controls.set(page.checkoutId, 'review');
    });

    const renewed = () => `${testbed.lender.pagesUrl}/terms/renewed/`;
    const answers = (status: number, body: object) => ({ status, body });

    it('is repeated by the lender’s leave: the link is renewed, and it goes on waiting', async () => {
      const before = as(await page.step(), 'review');
      const answer = answers(200, { consumer_invitation_link: renewed() });
      testbed.lender.troubles.next('select', answer);
      const step = as(await page.select(uuid), 'review');
      assert.deepEqual(step, { ...before, consumer_invitation_link: renewed() });
      assert.deepEqual(await page.step(), step);
      const sent = testbed.lender.heard.filter(({ operation }) => operation === 'select').at(-1);
      assert.equal(sent?.body.selected_amount, '5000.00');
    });

    it('goes on by the link as it was where the lender refuses to hear it again', async () => {
      const before = as(await page.step(), 'review');
      assert.ok(before.consumer_invitation_link);
      for (const status of [400, 403, 404, 409]) {
        testbed.lender.troubles.next('select', answers(status, { detail: 'Not now.' }));
        assert.deepEqual(await page.select(uuid), before, String(status));
      }
    });

    it('goes on by the link as it was where the answer has none', async () => {
      const before = as(await page.step(), 'review');
      testbed.lender.troubles.next('select', answers(200, { detail: 'Selected.' }));
      assert.deepEqual(await page.select(uuid), before);
    });

    it('leads to its terms again afterwards, although the lender has left its offers out', async () => {
      await page.step();
      testbed.lender.controls.loan(page.checkoutId).state = 'selected';
      testbed.lender.settings.loanListsOffers = false;
      assert.equal(as(await page.step(), 'redirect').selected_amount, '5000.00');
    });
  });

  it('takes a smaller amount where the lender takes the body', async () => {
    assert.equal((await choose('5000.00')).status, 200);
    assert.equal(as(await page.step(), 'redirect').selected_amount, '5000.00');
  });

  it('says of no amount that it was refused where the lender forbids the choice', async () => {
    testbed.lender.troubles.always('select', { status: 403, body: { detail: 'Not allowed.' } });
    assert.equal(codeOf(await choose('5000.00')), 'lender_refused');
  });

  it('takes no refusal of both as a choice', async () => {
    const refusal = { status: 400, body: { detail: 'This offer is no longer available.' } };
    testbed.lender.troubles.always('select', refusal);
    assert.equal(codeOf(await choose()), 'offer_unavailable');
    assert.equal(selects().length, 2);
    assert.equal((await page.step()).screen, 'offers');
  });

  for (const status of [400, 409, 422] as const) {
    describe(`which is taken once, and refused with ${status} after it`, () => {
      const refuseMore = () =>
        testbed.lender.troubles.always('select', detail(status, 'Already selected.'));
      const code = status === 409 ? 'lender_unavailable' : 'offer_unavailable';

      it('leads to the link that came with it', async () => {
        const chosen = await page.select(uuid);
        refuseMore();
        assert.deepEqual(stepOf(await choose()), chosen);
        assert.deepEqual(stepOf(await choose('8400.00')), chosen);
        assert.deepEqual(await page.step(), chosen);
      });

      it('leads there for the amount that was chosen, and for no other', async () => {
        const chosen = stepOf(await choose('5000.00'));
        refuseMore();
        assert.deepEqual(stepOf(await choose()), chosen);
        assert.notEqual((await choose('4000.00')).status, 200);
        assert.deepEqual(await page.step(), chosen);
      });

      it('leads there from the offers, too', async () => {
        const chosen = await page.select(uuid);
        refuseMore();
        assert.equal(stepOf(await page.on('DELETE', '/selection')).screen, 'offers');
        assert.deepEqual(stepOf(await choose()), chosen);
        assert.deepEqual(await page.step(), chosen);
      });

      it('says of another offer what the lender says', async () => {
        const { offers } = as(await page.step(), 'offers');
        await page.select(uuid);
        refuseMore();
        uuid = offers[1]?.offer_uuid ?? assert.fail();
        assert.equal(codeOf(await choose()), code);
      });

      it('leads nowhere once the loan says that its offers have ended', async () => {
        await page.select(uuid);
        refuseMore();
        testbed.lender.controls.set(page.checkoutId, 'expired');
        assert.equal(codeOf(await choose()), code);
        assert.deepEqual(await page.step(), { screen: 'expired', reason: 'offers' });
      });
    });
  }
});
