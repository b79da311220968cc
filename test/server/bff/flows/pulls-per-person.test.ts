import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { dayMs, hourMs, minuteMs } from '../../../helpers/durations.ts';
import {
  anApplication,
  as,
  codeOf,
  type PageAnswer,
  ShopPage,
} from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

describe('soft pulls of one person', () => {
  let testbed: Testbed;
  afterEach(() => testbed.close());

  async function apply(change: Record<string, unknown> = {}): Promise<PageAnswer> {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    return page.on('POST', '/application', anApplication({ ssn: '900-10-0101', ...change }));
  }
  const accepted = (answers: PageAnswer[]) => answers.filter(({ status }) => status === 200).length;
  const digests = () => testbed.bff.database.query.selectFrom('person_pulls').selectAll().execute();

  it('are three a day outside the sandbox, whatever else is said of them, also side by side [asvs:pulls-per-person]', async () => {
    testbed = await startTestbed({ isRunning: false, config: { isSandbox: false } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => apply()));
    assert.equal(accepted(answers), 3);
    const refused = answers.filter(({ status }) => status !== 200);
    assert.deepEqual(new Set(refused.map(codeOf)), new Set(['rate_limited']));
    assert.equal(refused[0]?.headers.get('retry-after'), String(dayMs / 1000));
    // Whoever has a number tries birth dates.
    assert.equal((await apply({ date_of_birth: '1980-01-02' })).status, 429);
    assert.equal((await apply({ ssn: '900-10-0102' })).status, 200);
    testbed.bff.tick(dayMs);
    assert.equal((await apply()).status, 200);
    testbed.bff.tick(hourMs);
    assert.equal(accepted([await apply(), await apply()]), 2);
    // The first of these three is the next that is a day old.
    const fourth = await apply();
    assert.equal(fourth.headers.get('retry-after'), String((dayMs - hourMs) / 1000));
  });

  it('are counted in the sandbox, whose personas stand for many people, by the address too', async () => {
    testbed = await startTestbed({ isRunning: false });
    const email = 'alex@example.test';
    const answers = [];
    for (let time = 0; time < 4; time += 1) answers.push(await apply({ email }));
    assert.equal(accepted(answers), 3);
    assert.equal((await apply({ email: 'Alex@Example.test' })).status, 429);
    assert.equal((await apply()).status, 200);
  });

  it('that were refused or undone don’t count', async () => {
    testbed = await startTestbed({ isRunning: false });
    const email = 'alex@example.test';
    const undone = { email, ssn: '900-10-0201' };
    const page = new ShopPage(testbed.bff);
    await page.open({ amount: '8400.00' });
    // More of them in a row, and the lender would not be asked for a while.
    for (let time = 0; time < 2; time += 1) as(await page.apply(undone), 'details');
    const answers = [await apply(undone), await apply(undone)];
    assert.equal(accepted(answers), 2);
  });

  it('leave a keyed digest for a day', async () => {
    testbed = await startTestbed({ isRunning: false });
    await apply({ email: 'alex@example.test' });
    const [kept] = await digests();
    assert.match(kept?.person_digest ?? '', /^[\w-]{43}$/);
    await testbed.bff.start();
    testbed.bff.tick(dayMs - minuteMs);
    await testbed.bff.runDue();
    assert.equal((await digests()).length, 1);
    testbed.bff.tick(11 * minuteMs);
    await testbed.bff.runDue();
    assert.deepEqual(await digests(), []);
  });
});
