import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { PayPageView } from '../../../../widget/contract/pay-page.ts';
import { shop, shopOrigin } from '../../../helpers/bff.ts';
import { acceptOn, assertVoid, LinkPage, openedBy, tokenOf } from '../../../helpers/link-page.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import {
  anApplication,
  as,
  codeOf,
  type PageAnswer,
  ShopPage,
  stepOf,
} from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

describe('a merchant’s link at the first input', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
  });
  afterEach(() => testbed.close());

  const browser = () => new LinkPage(testbed.bff);
  const opened = (link: string) => openedBy(testbed.bff, link);
  const withOffers = (page: ShopPage) => page.apply({ ssn: '900-10-0001' });

  it('is that browser’s alone: handles, tokens and the client token before are void', async () => {
    const made = await server.make();
    const link = tokenOf(made);
    const [first, sender] = [await opened(link), await opened(link)];
    const byToken = new ShopPage(testbed.bff, first.origin);
    byToken.enter(await byToken.askToResume(made.client_token, { parent_origin: shopOrigin }));
    await first.takeUp();
    for (const other of [sender, byToken]) {
      assert.equal(codeOf(await other.on('GET')), 'token_expired');
      assert.equal(codeOf(await other.on('POST', '/take-up', {})), 'token_expired');
    }
    assertVoid(await sender.askToOpen(sender.resume, { held: sender.resume }));
    assertVoid(await browser().askToOpen(link));
    const parent_origin = shopOrigin;
    assertVoid(await byToken.askToResume(made.client_token, { parent_origin }));
    assertVoid(await byToken.askToResume(byToken.resume, { parent_origin, held: byToken.resume }));
    as(await first.step(), 'details');
    as(await browser().openBy(first.resume, { held: first.resume }), 'details');
  });

  it('ends a page of the merchant, too, whose element is inline', async () => {
    const made = await server.make();
    const [page, inline] = [await opened(tokenOf(made)), new ShopPage(testbed.bff)];
    inline.enter(await inline.askToResume(made.client_token));
    await page.takeUp();
    for (const path of ['', '/take-up']) {
      const answer = await inline.on(
        path === '' ? 'GET' : 'POST',
        path,
        path === '' ? undefined : {},
      );
      assert.equal(codeOf(answer), 'token_expired');
    }
    assertVoid(await inline.askToResume(made.client_token));
  });

  it('can be said again, after an answer that was lost', async () => {
    const page = await opened(tokenOf(await server.make()));
    await page.takeUp();
    const { resume } = page;
    await page.takeUp();
    assert.equal(page.resume, resume);
  });

  for (const [name, first] of [
    ['that was lost', (page: LinkPage) => page.askToTakeUp()],
    [
      'to an application that was lost',
      (page: LinkPage) => page.on('POST', '/application', anApplication({ ssn: '900-10-0001' })),
    ],
  ] as const) {
    it(`leaves the checkout to its tab, which was loaded again before the answer ${name}`, async () => {
      const made = await server.make();
      const link = tokenOf(made);
      const [page, other] = [await opened(link), await opened(link)];
      const { resume: held } = page;
      assert.equal((await first(page)).status, 200);
      const { body } = await browser().read({ link, held });
      assert.partialDeepStrictEqual(body, { state: 'open', is_held: true });
      for (const [brought, parts] of [
        [link, { held }],
        [held, {}],
      ] as const) {
        const { screen } = await browser().openBy(brought, parts);
        assert.equal(screen, name === 'that was lost' ? 'details' : 'offers');
      }
      const again = browser();
      await again.openBy(held, { held });
      assert.equal((await again.askToTakeUp()).status, 200);
      const own = again.resume;
      as(await again.step(), name === 'that was lost' ? 'details' : 'offers');
      assert.equal((await browser().askToOpen(own, { held: own })).status, 200);
      for (const stranger of [link, other.resume]) {
        assertVoid(await browser().askToOpen(stranger));
        assertVoid(await browser().askToOpen(stranger, { held: stranger }));
        const view = (await browser().read({ link, held: stranger })).body as PayPageView;
        assert.deepEqual([view.state, view.is_held], ['in_use', false]);
      }
      for (const session of [other, page]) {
        const isOwn = session === page;
        assert.equal((await session.on('GET')).status, isOwn ? 200 : 401);
      }
    });
  }

  it('leaves nothing to a tab of a link that was issued again, nor to one that a script made up', async () => {
    const made = await server.make();
    const page = await opened(tokenOf(made));
    const { resume: held } = page;
    await page.takeUp();
    const tab = held.split('.').at(-2) ?? '';
    for (const forged of [
      held.replace(
        tab,
        tab.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      ),
      held.replace(`.${tab}`, ''),
      held.replace('.pay.', '.all.'),
      `${tokenOf(made)}.${tab}`,
    ]) {
      assertVoid(await browser().askToOpen(forged, { held: forged }));
    }
    const again = await server.link(made.checkout_id);
    assertVoid(await browser().askToOpen(held, { held }));
    const next = await opened(tokenOf(again));
    await next.takeUp();
    assertVoid(await browser().askToOpen(held, { held }));
  });

  it('tells whoever has the link elsewhere that it is in use, and never what becomes of it', async () => {
    const made = await server.make({ description: 'Heat pump' });
    const link = tokenOf(made);
    const page = await opened(link);
    await page.takeUp();
    const { body } = await browser().read({ link });
    assert.deepEqual(body, {
      checkout_id: made.checkout_id,
      merchant: shop.publishable_key,
      state: 'in_use',
      is_held: false,
      shop: shop.name,
      theme: {},
      locale: 'en',
      lender: null,
      order: null,
    });
    await acceptOn(testbed, page);
    assert.deepEqual((await browser().read({ link })).body, body);
    await server.cancel(made.checkout_id);
    assert.deepEqual((await browser().read({ link })).body, body);
  });

  it('ends a stream that somebody had open before', async () => {
    const link = tokenOf(await server.make());
    const [first, sender] = [await opened(link), await opened(link)];
    const stream = await StepStream.open(sender);
    as((await stream.next())?.step ?? assert.fail(), 'details');
    await first.takeUp();
    await withOffers(first);
    assert.equal(await stream.next(), undefined);
  });

  it('may be the application itself, and of two at once there is one', async () => {
    const link = tokenOf(await server.make());
    const pages = [await opened(link), await opened(link)];
    const answers = await Promise.all(
      pages.map((page) => page.on('POST', '/application', anApplication({ ssn: '900-10-0001' }))),
    );
    const [won, lost] = answers[0]?.status === 200 ? [0, 1] : [1, 0];
    assert.equal(answers[won]?.status, 200);
    assert.equal(codeOf(answers[lost] as PageAnswer), 'token_expired');
    assertVoid(await browser().askToOpen(link));
    const winner = pages[won] as LinkPage;
    await winner.takeUp();
    as(await browser().openBy(winner.resume, { held: winner.resume }), 'offers');
  });

  it('hides what it is offered from a browser that asks at the same moment', async () => {
    const link = tokenOf(await server.make());
    const [first, second] = [await opened(link), await opened(link)];
    const [answer, ...others] = await Promise.all([
      first.on('POST', '/application', anApplication({ ssn: '900-10-0001' })),
      second.on('GET'),
      second.on('DELETE', '/selection'),
      second.on('POST', '/charge', {}),
    ]);
    as(stepOf(answer), 'offers');
    for (const other of others) {
      if (other.status === 200) as(stepOf(other), 'details');
      else assert.match(codeOf(other), /^(token_expired|wrong_step)$/);
    }
    assert.equal(codeOf(await second.on('GET')), 'token_expired');
  });

  it('by the client token makes the link void, and leaves the client token', async () => {
    const made = await server.make();
    const link = tokenOf(made);
    const [page, byLink] = [new ShopPage(testbed.bff), await opened(link)];
    page.enter(await page.askToResume(made.client_token));
    assert.equal((await page.on('POST', '/take-up', {})).status, 200);
    assert.equal(codeOf(await byLink.on('GET')), 'token_expired');
    assert.equal(codeOf(await byLink.askToTakeUp()), 'token_expired');
    assertVoid(await browser().askToOpen(link));
    assert.equal(await browser().state(link), 'in_use');
    const again = new ShopPage(testbed.bff);
    as(again.enter(await again.askToResume(made.client_token)), 'details');
    assert.equal((await server.view(made.checkout_id)).url, null);
  });

  it('by an application with the client token, too', async () => {
    const made = await server.make();
    const [page, byLink] = [new ShopPage(testbed.bff), await opened(tokenOf(made))];
    page.enter(await page.askToResume(made.client_token));
    as(await withOffers(page), 'offers');
    assert.equal(codeOf(await byLink.on('GET')), 'token_expired');
    assertVoid(await browser().askToOpen(tokenOf(made)));
  });

  it('is not given to the merchant’s server by a repeat of what made the checkout', async () => {
    const key = randomUUID();
    const made = await server.make({}, key);
    const page = await opened(tokenOf(made));
    await page.takeUp();
    assert.deepEqual(await server.make({}, key), made);
    assertVoid(await browser().askToOpen(made.client_token));
  });
});
