import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { Screen } from '../../widget/contract/step.ts';
import { frameMarkup } from './models/host-page.ts';
import { startHostServer } from './models/host-server.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { walkToOffers } from './models/walk.ts';

const host = await startHostServer();
const elsewhere = host.put('/elsewhere', { body: '<!doctype html><title>Elsewhere</title>' });

/** Comes back to the page that was left: the same one, which is shown again, not a new one. */
async function comeBack({ page }: Visit): Promise<void> {
  const returned = page.waitForURL(`${host.origin}/shop-*`, { waitUntil: 'commit' });
  // What runs in a page ends with it, at times before its end has been told.
  await page.evaluate(() => history.back()).catch(() => undefined);
  await returned;
  await page.waitForFunction(() => Reflect.get(window, 'shows').at(-1));
}

/** Seen from outside: who drives the browser loses sight of what is in a frame that comes back. */
async function standsAt({ page }: Visit, screen: Screen): Promise<void> {
  await page.waitForFunction(
    (name) => Reflect.get(document.querySelector('soft-pull-checkout') ?? {}, 'step') === name,
    screen,
  );
}

async function middleOf(target: Locator): Promise<[x: number, y: number]> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  assert.ok(box !== null);
  return [box.x + box.width / 2, box.y + box.height / 2];
}

const kinds = [
  { name: 'frame', isolation: 'frame', hasMarkup: false },
  { name: 'frame in the markup', isolation: 'frame', hasMarkup: true },
  { name: 'inline', isolation: 'inline', hasMarkup: false },
] as const;

describe('a page that the browser keeps when it is left', () => {
  const here = journey({ environment: host.environment, keepsLeftPages: true });
  after(() => host.close());

  for (const [index, { name, isolation, hasMarkup }] of kinds.entries()) {
    it(`goes on where it was: ${name}`, async () => {
      const visit = await here.visit({ isolation, startsAt: 'nowhere' });
      const { checkout, page } = visit;
      const { bffUrl } = here.product;
      await page.addInitScript(() => {
        const shows: boolean[] = [];
        Reflect.set(window, 'shows', shows);
        window.addEventListener('pageshow', ({ persisted }) => shows.push(persisted));
      });
      const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A shop</title>
<script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>
<soft-pull-checkout server="${bffUrl}" merchant="pk_sandbox_hillside" amount="8400.00"
 isolation="${isolation}">${hasMarkup ? frameMarkup({ bffUrl }) : ''}</soft-pull-checkout>`;
      await page.goto(host.put(`/shop-${index}`, { body }));
      const applicant = typedApplicant('0001');
      await walkToOffers(visit, applicant);
      const place = await middleOf(await checkout.openOffer());
      await page.goto(elsewhere);
      await comeBack(visit);
      await standsAt(visit, 'offers');
      await page.mouse.click(...place);
      await visit.lender.identity.waitFor();
      const lender = await visit.tab();
      await lender.page.goto(page.url());
      await comeBack(visit);
      await standsAt(visit, 'redirect');
      // What becomes of the checkout meanwhile comes by a stream that is open again.
      await lender.lender.acceptTerms(applicant);
      await standsAt(visit, 'accepted');
    });
  }
});
