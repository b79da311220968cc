import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { stepAnswerSchema } from '../../../../widget/contract/checkout.ts';
import { problemSchema } from '../../../../widget/contract/problem.ts';
import { shopOrigin } from '../../../helpers/bff.ts';
import {
  anApplication,
  as,
  codeOf,
  type PageAnswer,
  ShopPage,
  signedOrder,
  stepOf,
} from '../../../helpers/shop-page.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../../helpers/testbed.ts';

describe('a return code', () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed({ isRunning: false });
  });
  after(() => testbed.close());

  const elsewhere = () => new ShopPage(testbed.bff);

  async function offeredPage(order_id: string = randomUUID()): Promise<ShopPage> {
    const page = new ShopPage(testbed.bff);
    await page.open({ order_token: await signedOrder(testbed.bff, { order_id }) });
    as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    return page;
  }

  async function chosenPage(order_id?: string): Promise<ShopPage> {
    const page = await offeredPage(order_id);
    await choose(page, 0);
    return page;
  }

  async function choose(page: ShopPage, index: number): Promise<PageAnswer> {
    const step = await page.step();
    const offers = step.screen === 'offers' ? step.offers : await chooseAgain(page);
    return page.on('POST', `/offers/${offers[index]?.offer_uuid}/select`, {});
  }

  async function chooseAgain(page: ShopPage) {
    const answer = await page.on('DELETE', '/selection');
    return as(stepAnswerSchema.parse(answer.body).step, 'offers').offers;
  }

  /** What the lender was given last for the way back. */
  async function wayBack(page: ShopPage): Promise<URL> {
    const { sponsor_redirect_url } = await testbed.lending.context.database.query
      .selectFrom('applications')
      .select('sponsor_redirect_url')
      .where('external_application_id', '=', await testbed.applicationOf(page))
      .executeTakeFirstOrThrow();
    return new URL(sponsor_redirect_url ?? '');
  }

  async function codeAtLender(page: ShopPage): Promise<string> {
    return /soft_pull_resume=(.+)$/.exec((await wayBack(page)).hash)?.[1] ?? 'none';
  }

  it('stands in the way back in place of the handle, and is stored as its digest alone', async () => {
    const page = await chosenPage();
    const code = await codeAtLender(page);
    assert.notEqual(code, page.resume);
    const row = await testbed.bff.database.query
      .selectFrom('checkouts')
      .selectAll()
      .where('id', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    assert.equal(JSON.stringify(row).includes(code.split('.')[2] ?? ''), false);
  });

  it('is the same in a soft pull that is sent again', async () => {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    as(await page.apply({ ssn: '900-10-0201' }), 'details');
    const first = await testbed.bff.database.query
      .selectFrom('checkouts')
      .select('return_codes')
      .where('id', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    as(await page.apply({ ssn: '900-10-0001' }), 'offers');
    await choose(page, 0);
    const later = await testbed.bff.database.query
      .selectFrom('checkouts')
      .select('return_codes')
      .where('id', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    assert.deepEqual(later, first);
  });

  it('is not spent in a tab that has a handle of the checkout, which goes on as before', async () => {
    const page = await chosenPage();
    const code = await codeAtLender(page);
    for (const held of [page.resume, page.resume]) {
      const answer = await page.askToResume(code, { held });
      assert.equal(as(page.enter(answer), 'redirect').screen, 'redirect');
      assert.equal(page.resume, held);
    }
    as(stepOf(await choose(page, 1)), 'redirect');
    assert.equal((await elsewhere().askToResume(code)).status, 200);
  });

  it('is exchanged elsewhere for a session that reads, and chooses nothing again', async () => {
    const page = await chosenPage();
    const other = elsewhere();
    const answer = await other.askToResume(await codeAtLender(page));
    const step = as(other.enter(answer), 'redirect');
    assert.equal((answer.body as { by_code?: boolean }).by_code, true);
    assert.deepEqual(step, await page.step());
    const refused = [
      await other.on('POST', `/offers/${step.offer.offer_uuid}/select`, {}),
      await other.on('DELETE', '/selection'),
      await other.on('PATCH', '', { amount: '600.00' }),
      await other.on('POST', '/application', anApplication()),
    ];
    assert.deepEqual(refused.map(codeOf), Array(4).fill('wrong_step'));
    assert.deepEqual(await page.step(), step);
  });

  it('leaves its handle no more than its session has', async () => {
    const page = await chosenPage();
    const other = elsewhere();
    other.enter(await other.askToResume(await codeAtLender(page)));
    const renewals = [
      await other.askToResume(other.resume),
      await other.askToResume(other.resume, { held: other.resume }),
      await other.ask({ amount: '8400.00', resume: other.resume }),
    ];
    for (const answer of renewals) {
      as(other.enter(answer), 'redirect');
      assert.equal(codeOf(await other.on('DELETE', '/selection')), 'wrong_step');
    }
  });

  it('leaves the way back as it is, also when its session makes the first choice', async () => {
    const page = await offeredPage();
    const other = elsewhere();
    const return_url = `${shopOrigin}/elsewhere`;
    other.enter(await other.askToResume(await codeAtLender(page), { return_url }));
    other.enter(await other.ask({ amount: '8400.00', resume: other.resume, return_url }));
    as(stepOf(await other.on('PATCH', '', { return_url })), 'offers');
    as(stepOf(await choose(other, 0)), 'redirect');
    const { origin, pathname } = await wayBack(page);
    assert.equal(`${origin}${pathname}`, `${shopOrigin}/checkout`);
  });

  it('may be exchanged again until an offer is chosen, which its session may do first', async () => {
    const page = await offeredPage();
    const code = await codeAtLender(page);
    const [scanner, phone] = [elsewhere(), elsewhere()];
    as(scanner.enter(await scanner.askToResume(code)), 'offers');
    const { offers } = as(phone.enter(await phone.askToResume(code)), 'offers');
    as(stepOf(await choose(phone, 0)), 'redirect');
    const again = await scanner.on('POST', `/offers/${offers[1]?.offer_uuid}/select`, {});
    assert.equal(codeOf(again), 'wrong_step');
  });

  it('is used up by an exchange after the choice, and says how far the checkout is', async () => {
    const page = await chosenPage();
    const code = await codeAtLender(page);
    const first = elsewhere();
    first.enter(await first.askToResume(code));
    const answer = await elsewhere().askToResume(code);
    assert.equal(answer.status, 410);
    const { correlation_id, ...problem } = problemSchema.parse(answer.body);
    assert.deepEqual(problem, {
      type: 'urn:soft-pull:problem:code_used',
      title: 'The return code was used before.',
      status: 410,
      code: 'code_used',
      retryable: false,
      reached: 'chosen',
    });
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    as(await page.step(), 'accepted');
    const later = await elsewhere().askToResume(code);
    assert.equal(problemSchema.parse(later.body).reached, 'accepted');
    as(stepOf(await page.charge()), 'charge_pending');
    const last = await elsewhere().askToResume(code);
    assert.equal(problemSchema.parse(last.body).reached, 'charged');
  });

  it('voids no earlier code, and is followed by another once it is used up', async () => {
    const page = await chosenPage();
    const first = await codeAtLender(page);
    await elsewhere().askToResume(first);
    await choose(page, 1);
    const second = await codeAtLender(page);
    assert.notEqual(second, first);
    assert.equal(codeOf(await elsewhere().askToResume(first)), 'code_used');
    assert.equal((await elsewhere().askToResume(second)).status, 200);
  });

  it('is not used up on a page with the signed order of its checkout', async () => {
    const page = await chosenPage('vouched');
    const code = await codeAtLender(page);
    const order_token = await signedOrder(testbed.bff, { order_id: 'vouched' });
    for (let time = 0; time < 2; time += 1) {
      assert.equal((await elsewhere().askToResume(code, { order_token })).status, 200);
    }
    assert.equal((await elsewhere().askToResume(code)).status, 200);
    for (const order of [{}, { order_token }]) {
      assert.equal(codeOf(await elsewhere().askToResume(code, order)), 'code_used');
    }
  });

  it('lets its session charge the order, and ask for the Payment Portal', async () => {
    const page = await acceptedPage(testbed, { applicant: { ssn: '900-10-0007' } });
    const other = elsewhere();
    as(other.enter(await other.askToResume(await codeAtLender(page))), 'accepted');
    const invited = stepOf(await other.on('POST', '/portal-invitation', {}));
    assert.equal(as(invited, 'accepted').portal_account_status, 'Invited');
    const ready = await acceptedPage(testbed);
    const third = elsewhere();
    third.enter(await third.askToResume(await codeAtLender(ready)));
    assert.equal((await third.charge()).status, 201);
  });

  it('is none that was changed, or of another checkout', async () => {
    const page = await chosenPage();
    const code = await codeAtLender(page);
    const [kind, id, secret] = code.split('.');
    const other = await chosenPage();
    for (const forged of [
      `${kind}.${other.checkoutId}.${secret}`,
      `${kind}.${id}.${secret?.replace(/.$/, '')}`,
      `${kind}.${randomUUID()}.${secret}`,
    ]) {
      assert.equal(codeOf(await elsewhere().askToResume(forged)), 'not_found');
    }
  });
});

describe('a handle or code from a URL, on a page that brings an order', () => {
  let testbed: Testbed;
  before(async () => {
    testbed = await startTestbed({ isRunning: false });
  });
  after(() => testbed.close());

  it('counts for no checkout of another order, or of none', async () => {
    const page = await acceptedPage(testbed, { isWithoutOrder: true });
    const other = await acceptedPage(testbed);
    const order_token = await signedOrder(testbed.bff);
    for (const { resume } of [page, other]) {
      const answer = await new ShopPage(testbed.bff).askToResume(resume, { order_token });
      assert.equal(codeOf(answer), 'not_found');
    }
  });

  it('brings the page’s order into no checkout that it opened before the order came', async () => {
    const stranger = await acceptedPage(testbed, { isWithoutOrder: true });
    const visitor = new ShopPage(testbed.bff);
    visitor.enter(await visitor.askToResume(stranger.resume));
    const order_token = await signedOrder(testbed.bff);
    assert.equal(codeOf(await visitor.on('PATCH', '', { order_token })), 'order_invalid');
    const again = await visitor.ask({ amount: '8400.00', resume: visitor.resume, order_token });
    assert.equal(again.status, 201);
    assert.equal(codeOf(await stranger.charge()), 'order_required');
  });

  it('leaves a tab the right to bring the first order when it renews its own handle', async () => {
    const page = await acceptedPage(testbed, { isWithoutOrder: true });
    page.enter(await page.askToResume(page.resume, { held: page.resume }));
    const order_token = await signedOrder(testbed.bff);
    const step = as(stepOf(await page.on('PATCH', '', { order_token })), 'accepted');
    assert.equal(step.blocked, null);
  });

  it('counts where the order is that of the client token on the page', async () => {
    const page = await acceptedPage(testbed, { order_id: 'of the server' });
    const client_token = page.resume;
    const answer = await new ShopPage(testbed.bff).askToResume(page.resume, { client_token });
    assert.equal(answer.status, 200);
    const other = await acceptedPage(testbed);
    const refused = await new ShopPage(testbed.bff).askToResume(other.resume, { client_token });
    assert.equal(codeOf(refused), 'not_found');
  });

  it('counts for none where the client token on the page is of no checkout', async () => {
    const { resume } = await acceptedPage(testbed);
    const client_token = `${randomUUID()}.1.x`;
    const answer = await new ShopPage(testbed.bff).askToResume(resume, { client_token });
    assert.equal(codeOf(answer), 'not_found');
  });
});
