import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BrowserContext, Request } from 'playwright-core';
import { until } from '../helpers/until.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { walkToAccepted } from './models/walk.ts';

/** Who asked for something, by origin, and whom: each pair once, pages that were gone to left out. */
function watchRequests(context: BrowserContext): Set<string> {
  const seen = new Set<string>();
  context.on('request', (request) => {
    if (!isPageLoad(request)) seen.add(`${originOf(request.frame().url())} → ${request.url()}`);
  });
  return seen;
}

function isPageLoad(request: Request): boolean {
  return request.isNavigationRequest() && request.frame().parentFrame() === null;
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : url;
}

describe('on the whole way to a loan', () => {
  const here = journey();

  for (const isolation of ['frame', 'inline'] as const) {
    it(`nobody but the BFF is asked for anything: ${isolation}`, async () => {
      const visit = await here.visit({ isolation, startsAt: 'nowhere' });
      const { demoUrl, bffUrl, lendingUrl } = here.product;
      const seen = watchRequests(visit.context);
      await visit.page.goto(demoUrl);
      await walkToAccepted(visit, typedApplicant('0001'));
      // The shop's page and the lender's may ask their own servers for what is theirs.
      const strange = [...seen].filter((pair) => {
        const [from = '', url = ''] = pair.split(' → ');
        const isOwn = from === originOf(url) && [demoUrl, lendingUrl].map(originOf).includes(from);
        return originOf(url) !== originOf(bffUrl) && !isOwn;
      });
      assert.deepEqual(strange, []);
      const asked = [...seen].filter((pair) => originOf(pair.split(' → ')[1] ?? '') === bffUrl);
      assert.ok(asked.some((pair) => pair.endsWith('/application')));
      if (isolation === 'frame') {
        const calls = asked.filter((pair) => pair.includes('/v1/checkouts'));
        assert.ok(calls.every((pair) => pair.startsWith(`${bffUrl} `)));
      }
    });

    it(`what comes after the form is asked for once somebody fills it: ${isolation}`, async () => {
      const visit = await here.visit({ isolation, startsAt: 'nowhere' });
      const seen = watchRequests(visit.context);
      const isAsked = () => [...seen].some((pair) => pair.includes('/chunks/results-'));
      await visit.page.goto(here.product.demoUrl);
      await visit.checkout.at('details');
      await visit.page.waitForLoadState('networkidle');
      assert.equal(isAsked(), false);
      await visit.checkout.form.field('first_name').fill('A');
      await until('what comes after the form', async () => isAsked() || undefined);
    });
  }
});
