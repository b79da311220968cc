import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { askForCheckout, codeOf, ShopPage } from '../../../helpers/shop-page.ts';

describe('a token of a checkout', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  it('ends after 30 minutes without use and after two hours in any case [asvs:session-time]', async () => {
    const page = new ShopPage(bff);
    await page.open({ amount: '8400.00' });
    bff.tick(30 * minuteMs);
    assert.equal(codeOf(await page.on('GET')), 'token_expired');

    await page.open({ amount: '8400.00' });
    for (let used = 0; used < 4; used += 1) {
      bff.tick(29 * minuteMs);
      assert.equal((await page.step()).screen, 'details');
    }
    bff.tick(5 * minuteMs);
    assert.equal(codeOf(await page.on('GET')), 'token_expired');
  });

  it('is known to have ended, however many pages came and went since [asvs:session-ended]', async () => {
    const page = new ShopPage(bff);
    await page.open({ amount: '8400.00' });
    const { token, resume } = page;
    for (let later = 0; later < 10; later += 1) {
      bff.tick(2 * 60 * minuteMs);
      page.enter(await askForCheckout(bff, { resume }));
    }
    page.token = token;
    assert.equal(codeOf(await page.on('GET')), 'token_expired');
  });

  it('lives beside four others; the one used longest ago makes room', async () => {
    const page = new ShopPage(bff);
    await page.open({ amount: '8400.00' });
    const tokens = [page.token];
    for (let more = 0; more < 5; more += 1) {
      bff.tick(1);
      page.enter(await askForCheckout(bff, { resume: page.resume }));
      tokens.push(page.token);
    }
    const answers: number[] = [];
    for (const token of tokens) {
      page.token = token;
      answers.push((await page.on('GET')).status);
    }
    assert.deepEqual(answers, [401, 200, 200, 200, 200, 200]);
  });

  it('opens its own checkout only [asvs:session-own]', async () => {
    const [one, two] = [new ShopPage(bff), new ShopPage(bff)];
    await one.open({ amount: '8400.00' });
    await two.open({ amount: '8400.00' });
    one.checkoutId = two.checkoutId;
    assert.equal(codeOf(await one.on('GET')), 'not_found');
    one.token = 'x'.repeat(43);
    assert.equal(codeOf(await one.on('GET')), 'unauthorized');
    one.token = '';
    assert.equal(codeOf(await one.on('GET')), 'unauthorized');
  });
});
