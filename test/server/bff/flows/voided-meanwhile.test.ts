import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { shopOrigin } from '../../../helpers/bff.ts';
import { LinkPage, tokenOf } from '../../../helpers/link-page.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { anApplication, codeOf, type PageAnswer, ShopPage } from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

type AtOnce = (
  coming: () => Promise<PageAnswer>,
  voiding: () => Promise<unknown>,
) => Promise<PageAnswer>;

describe('a handle that becomes void while a browser comes by it', () => {
  let testbed: Testbed;
  let server: MerchantServer;
  let orders = 0;
  before(async () => {
    testbed = await startTestbed({ isRunning: false });
    server = new MerchantServer(testbed.bff);
  });
  after(() => testbed.close());

  const make = () => {
    orders += 1;
    return server.make({ order_id: `V-${orders}` });
  };
  const opened = async (link: string) => {
    const page = new LinkPage(testbed.bff);
    await page.openBy(link);
    return page;
  };
  /** Each goes first as often as the other; on PostgreSQL, which is first cannot be said. */
  const inBothOrders = async (race: (atOnce: AtOnce) => Promise<void>) => {
    for (let times = 0; times < 4; times += 1) {
      await race(async (coming, voiding) => (await Promise.all([coming(), voiding()]))[0]);
      await race(async (coming, voiding) => (await Promise.all([voiding(), coming()]))[1]);
    }
  };
  /** It has another checkout or none; or this one as it was, by what is void now. */
  const assertShutOut = async (page: ShopPage, answer: PageAnswer, checkoutId: string) => {
    if (answer.status >= 300) return void assert.equal(codeOf(answer), 'not_found');
    const { screen } = page.enter(answer);
    if (page.checkoutId === checkoutId) {
      assert.equal(screen, 'details');
      assert.equal(codeOf(await page.on('GET')), 'token_expired');
    }
    const parent_origin = page instanceof LinkPage ? page.origin : shopOrigin;
    const again = await page.askToResume(page.resume, { held: page.resume, parent_origin });
    if (page.checkoutId === checkoutId) assert.equal(codeOf(again), 'not_found');
  };
  const frame = () => new ShopPage(testbed.bff, new URL(testbed.bff.url).origin);

  it('is that of a page whose checkout another browser takes up', async () => {
    await inBothOrders(async (atOnce) => {
      const made = await make();
      const consumer = await opened(tokenOf(made));
      const page = frame();
      const parts = { resume: made.client_token, parent_origin: shopOrigin, amount: '8400.00' };
      const answer = await atOnce(
        () => page.ask(parts),
        () => consumer.takeUp(),
      );
      await assertShutOut(page, answer, made.checkout_id);
    });
  });

  it('is that of a page whose checkout gets a new link', async () => {
    await inBothOrders(async (atOnce) => {
      const made = await make();
      const page = frame();
      const parts = { resume: made.client_token, parent_origin: shopOrigin, amount: '8400.00' };
      const answer = await atOnce(
        () => page.ask(parts),
        () => server.link(made.checkout_id),
      );
      await assertShutOut(page, answer, made.checkout_id);
    });
  });

  it('is a client token that is resumed', async () => {
    await inBothOrders(async (atOnce) => {
      const made = await make();
      const page = frame();
      const answer = await atOnce(
        () => page.askToResume(made.client_token, { parent_origin: shopOrigin }),
        () => server.link(made.checkout_id),
      );
      await assertShutOut(page, answer, made.checkout_id);
    });
  });

  it('is a link that is issued again', async () => {
    await inBothOrders(async (atOnce) => {
      const made = await make();
      const page = new LinkPage(testbed.bff);
      const answer = await atOnce(
        () => page.askToOpen(tokenOf(made)),
        () => server.link(made.checkout_id),
      );
      await assertShutOut(page, answer, made.checkout_id);
    });
  });

  it('is a link by which another browser applies', async () => {
    await inBothOrders(async (atOnce) => {
      const made = await make();
      const consumer = await opened(tokenOf(made));
      const page = new LinkPage(testbed.bff);
      const application = anApplication({ ssn: '900-10-0001' });
      const answer = await atOnce(
        () => page.askToOpen(tokenOf(made)),
        () => consumer.on('POST', '/application', application),
      );
      await assertShutOut(page, answer, made.checkout_id);
    });
  });

  const skip = process.env.TEST_DATABASE_URL ? 'which is first cannot be said there' : false;
  it('changes nothing afterwards: the texts are those in the language that its owner reads', {
    skip,
  }, async () => {
    const made = await make();
    const [consumer, other] = [await opened(tokenOf(made)), await opened(tokenOf(made))];
    const [, answer] = await Promise.all([
      consumer.takeUp(),
      other.on('PATCH', '', { locale: 'es' }),
    ]);
    assert.equal(codeOf(answer), 'token_expired');
    const { locale } = await testbed.bff.database.query
      .selectFrom('checkouts')
      .select('locale')
      .where('id', '=', made.checkout_id)
      .executeTakeFirstOrThrow();
    assert.equal(locale, 'en');
  });
});
