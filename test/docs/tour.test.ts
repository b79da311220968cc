import assert from 'node:assert/strict';
import { Session } from 'node:inspector/promises';
import { it } from 'node:test';
import { as, ShopPage, signedOrder } from '../helpers/shop-page.ts';
import { startTestbed } from '../helpers/testbed.ts';
import { read, root } from './read-readme.ts';

const tour = read('server/TOUR.md');

/** The files of each leg's numbered lines: by path, or by name if a line before has opened them. */
const legs = tour
  .split(/^## \d\. /m)
  .slice(1)
  .map((leg) => leg.match(/^\d+\. .+$/gm)?.join('\n') ?? '')
  .map((lines) => [...lines.matchAll(/`([\w/-]+\.ts)`(?:\]\(([^)]+)\))?/g)])
  .map((files) => files.map(([, name = '', path]) => path ?? name));

const opened = legs.flat().filter((file) => /^(?:\.\.\/widget|bff|lending)\//.test(file));

function pathOf(file: string): string {
  const found = opened.filter((path) => path === file || path.endsWith(`/${file}`));
  assert.equal(found.length, 1, `${file} is ${found.join(', ')}`);
  return found.join();
}

function countOf(...files: readonly string[]): number {
  return new Set(files.map(pathOf)).size;
}

it('the tour of the code opens each file once, and says how many', () => {
  const [form = [], choice = [], request = [], answer = []] = legs;
  const application = countOf(...form, ...choice);
  const charge = countOf(...request, ...answer);
  const counts = legs.map((files) => countOf(...files));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const said = /^One application .*$/m.exec(tour)?.[0] ?? '';
  assert.deepEqual(said.match(/\d+/g)?.map(Number), [application, charge, least, most]);
});

/** What each request passes, helpers, and questions about what this application does not have. */
const leftOut: ReadonlySet<string> = new Set([
  'bff/context.ts',
  'bff/domain/cancellation.ts',
  'bff/domain/cancelling.ts',
  'bff/domain/credit-line-increase.ts',
  'bff/domain/refunding.ts',
  'bff/domain/settlement.ts',
  'bff/merchants.ts',
  'lending/app.ts',
  'lending/domain/attempt-limits.ts',
  'lending/domain/bureau-report.ts',
  'lending/domain/formats.ts',
  'lending/domain/merchant-users.ts',
  'lending/domain/messages/preference-messages.ts',
  'lending/domain/offers/product.ts',
  'lending/domain/states/state-machine.ts',
  'lending/metrics.ts',
  'lending/operations/adverse-action-notices.ts',
  'lending/operations/identity/mailed-link.ts',
  'lending/operations/invitations/send-invitation.ts',
  'lending/operations/merchants/rate-sheet.ts',
  'lending/operations/preferences/preferences-of.ts',
  'lending/providers/magic-values.ts',
  'lending/routes/answer-errors.ts',
  'lending/sandbox/sponsor-clock.ts',
  'lending/service.ts',
]);

const services = new URL('server/', root).href;

/** The files of BFF and lender, from `server/`, of which a function runs while it acts. */
async function filesRunBy(profiler: Session, act: () => Promise<unknown>): Promise<string[]> {
  await profiler.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await act();
  const { result } = await profiler.post('Profiler.takePreciseCoverage');
  await profiler.post('Profiler.stopPreciseCoverage');
  return result
    .filter(({ functions }) =>
      // A function without a name is, among others, the file itself.
      functions.some(({ functionName, ranges: [all] }) => functionName && all?.count),
    )
    .map(({ url }) => (url.startsWith(services) ? url.slice(services.length) : ''))
    .filter((file) => /^(?:bff|lending)\//.test(file));
}

it('the tour names the files that an application and a charge pass, but for helpers', async () => {
  const testbed = await startTestbed({ isRunning: false });
  const profiler = new Session();
  profiler.connect();
  await profiler.post('Profiler.enable');
  try {
    const page = new ShopPage(testbed.bff);
    await page.open({ order_token: await signedOrder(testbed.bff) });
    const application = await filesRunBy(profiler, async () => {
      const { offers } = as(await page.apply(), 'offers');
      await page.select(offers[0]?.offer_uuid ?? '');
    });
    await testbed.sandbox.application(await testbed.applicationOf(page), 'accept-terms');
    as(await page.step(), 'accepted');
    const charge = await filesRunBy(profiler, () => page.charge());
    const named = new Set([...tour.matchAll(/\]\(([^)#]+\.ts)\)/g)].map(([, path]) => path));
    assert.ok(application.includes('bff/operations/apply.ts'));
    assert.ok(charge.includes('bff/operations/request-charge.ts'));
    const missing = [...application, ...charge].filter(
      (file) => !(named.has(file) || leftOut.has(file) || file.includes('/store/')),
    );
    assert.deepEqual(missing, []);
  } finally {
    profiler.disconnect();
    await testbed.close();
  }
});
