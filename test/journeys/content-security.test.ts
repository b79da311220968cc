import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sampleOrder } from '../helpers/sample-order.ts';
import { until } from '../helpers/until.ts';
import { bundle } from './models/bundle.ts';
import type { Isolation } from './models/checkout-page.ts';
import { startHostServer } from './models/host-server.ts';
import { journey } from './models/journey.ts';
import { shown } from './models/own-page.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import type { HeardEvent, Visit } from './models/visit.ts';
import { openChargeLink, walkToPendingCharge } from './models/walk.ts';

const isolations = ['frame', 'inline'] as const;
const nonce = 'bm9uY2U';
const host = await startHostServer();

/** All that a strict page has to allow, and nothing else. */
function strictPolicy(bffUrl: string, trustedTypes = 'lit-html'): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    `connect-src ${bffUrl}`,
    `frame-src ${bffUrl}`,
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ');
}

function script(source: string): string {
  return `<script type="module" nonce="${nonce}" src="${source}"></script>`;
}

describe('a page with a strict content security policy', { concurrency: true }, () => {
  const here = journey({ environment: host.environment, isSideBySide: true });
  after(() => host.close());

  async function element(isolation: Isolation, tag = 'soft-pull-checkout'): Promise<string> {
    const { bffUrl } = here.product;
    const { amount, order_token } = await sampleOrder(bffUrl);
    return `<${tag} server="${bffUrl}" merchant="pk_sandbox_hillside" amount="${amount}"
      order-token="${order_token}" isolation="${isolation}"></${tag}>`;
  }

  async function open(visit: Visit, path: string, markup: string, policy: string): Promise<void> {
    const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A shop</title>
<style nonce="${nonce}">body { font-family: sans-serif; }</style>
</head><body><main><h1>A shop</h1>${markup}</main></body></html>`;
    const headers = { 'content-security-policy': policy };
    await visit.page.goto(host.put(path, { body, headers }));
  }

  function violations({ heard }: Visit): HeardEvent[] {
    return heard.filter(({ type }) => type === 'securitypolicyviolation');
  }

  for (const isolation of isolations) {
    it(`has nothing to refuse from the form to the approved charge, ${isolation}`, async () => {
      const { bffUrl } = here.product;
      const visit = await here.visit({ isolation, startsAt: 'nowhere' });
      const markup = script(`${bffUrl}/v1/soft-pull-checkout.js`) + (await element(isolation));
      await open(visit, `/${isolation}`, markup, strictPolicy(bffUrl));
      const applicant = typedApplicant('0001');
      const loanNumber = await walkToPendingCharge(visit, applicant);
      const tab = await openChargeLink(visit, here.sandbox, applicant);
      await tab.lender.approveCharge(applicant, loanNumber);
      await visit.checkout.at('charge_outcome');
      assert.deepEqual(violations(visit), []);
    });

    it(`has nothing to refuse in Spanish, and where two copies of Lit stand, ${isolation}`, async () => {
      const { bffUrl } = here.product;
      const visit = await here.visit({ isolation, language: 'es', startsAt: 'nowhere' });
      const npm = await bundle(`import { SoftPullCheckout } from '@soft-pull/checkout';
        customElements.define('own-checkout', class extends SoftPullCheckout {});`);
      host.put('/npm.js', { body: npm });
      const markup = [
        script(`${bffUrl}/v1/soft-pull-checkout.js`),
        script('/npm.js'),
        await element(isolation),
        await element(isolation, 'own-checkout'),
      ].join('');
      const policy = strictPolicy(bffUrl, "lit-html 'allow-duplicates'");
      await open(visit, `/two-copies-${isolation}`, markup, policy);
      await shown(visit.page, 'soft-pull-checkout', 'own-checkout');
      assert.deepEqual(violations(visit), []);
    });
  }

  it('would be heard where it refuses anything, on the page and in the frame', async () => {
    const visit = await here.visit({ startsAt: 'nowhere' });
    const { bffUrl } = here.product;
    const markup = script(`${bffUrl}/v1/soft-pull-checkout.js`) + (await element('frame'));
    await open(visit, '/refused', markup, strictPolicy(bffUrl));
    await visit.checkout.at('details');
    const fault = (place: Element) => {
      place.setAttribute('style', 'color: red');
      try {
        place.innerHTML = '<p>markup</p>';
      } catch {
        // That is what is refused.
      }
    };
    await visit.page.locator('h1').evaluate(fault);
    await visit.checkout.inside.locator('.card').evaluate(fault);
    const refused = await until('every refusal', async () => {
      const heard = violations(visit).map(({ detail }) => detail.directive);
      return heard.length < 4 ? undefined : heard;
    });
    const both = ['require-trusted-types-for', 'style-src-attr'];
    assert.deepEqual(refused.toSorted(), [...both, ...both].toSorted());
  });
});
