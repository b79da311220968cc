import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SoftPullRedirectEvent } from '../../widget/index.ts';
import { widgetReadme } from '../docs/read-readme.ts';
import { sampleOf } from '../helpers/docs-samples.ts';
import { aShop } from './demo-shop.ts';

describe('the sample of /docs that goes to the lender', () => {
  it('is in the README, and goes by itself once the cart is saved', async (t) => {
    const page = await (await aShop().request('/docs')).text();
    const sample = sampleOf(page, 'JavaScript, going to the lender');
    assert.ok(widgetReadme.includes(`\`\`\`js\n${sample}\n\`\`\``));
    const checkout = new EventTarget();
    const top = { location: { href: '' } };
    const saved = Promise.withResolvers<void>();
    const ofPage = {
      document: { querySelector: () => checkout },
      top,
      saveCart: () => saved.promise,
    };
    Object.assign(globalThis, ofPage);
    t.after(() => {
      for (const name of Object.keys(ofPage)) Reflect.deleteProperty(globalThis, name);
    });
    await import(`data:text/javascript,${encodeURIComponent(sample)}`);

    const event = new SoftPullRedirectEvent('https://lender.example/terms');
    assert.equal(checkout.dispatchEvent(event), false);
    assert.equal(top.location.href, '');
    saved.resolve();
    await saved.promise;
    assert.equal(top.location.href, event.url);
  });
});
