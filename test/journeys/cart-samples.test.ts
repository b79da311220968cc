import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { SoftPullCheckout } from '../../widget/index.ts';
import { applicationOf } from '../helpers/application-of.ts';
import { compileVue, vueOptionsOf } from '../helpers/docs-samples.ts';
import { bundle } from './models/bundle.ts';
import { type Journey, journey } from './models/journey.ts';
import { signedOrder } from './models/order-page.ts';
import { paste, sampleAt } from './models/sample-page.ts';
import { typedApplicant } from './models/typed-applicant.ts';

interface Cart {
  amount: string;
  orderId: string;
  orderToken: string;
}

async function reactSample(here: Journey): Promise<string> {
  return `${await sampleAt(here, '/docs/react', 'TSX, React on a server')}
    import { createElement, StrictMode } from 'react';
    import { createRoot } from 'react-dom/client';
    const root = createRoot(document.querySelector('#root'));
    const onAccepted = () => undefined;
    const show = (cart) =>
      root.render(
        createElement(
          StrictMode,
          null,
          createElement(Pay, { key: cart.orderId, ...cart, onAccepted }),
        ),
      );`;
}

async function vueSample(here: Journey): Promise<string> {
  const config = await sampleAt(here, '/docs/vue', 'JavaScript, Vue’s compiler');
  const sample = await sampleAt(here, '/docs/vue', 'Vue, a cart that changes');
  const component = compileVue(sample, await vueOptionsOf(config));
  return `${component.replace('export default', 'const Pay =')}
    import { createApp, h, shallowRef } from 'vue';
    const cart = shallowRef(null);
    const shown = () => cart.value && h(Pay, { key: cart.value.orderId, ...cart.value });
    createApp({ render: shown }).mount('#root');
    const show = (next) => { cart.value = next; };`;
}

describe('a sample of the docs for a cart that changes', { concurrency: 2 }, () => {
  const here = journey({ isSideBySide: true });

  /** A page with the sample, whose carts are of one order unless a test names another. */
  async function begin(sampleOf: (here: Journey) => Promise<string>) {
    const first = randomUUID();
    const signed = async (amount: string, orderId: string = first): Promise<Cart> => ({
      amount,
      orderId,
      orderToken: await signedOrder(here, orderId, { amount }),
    });
    const script = await bundle(`${await sampleOf(here)}
      globalThis.show = show;
      show(history.state ?? ${JSON.stringify(await signed('8400.00'))});`);
    const { page, checkout } = await paste(here, '<div id="root"></div>', script);
    await checkout.at('details');
    return { page, checkout, signed };
  }

  for (const [framework, sampleOf] of [
    ['React', reactSample],
    ['Vue', vueSample],
  ] as const) {
    it(`begins again for another amount alone: ${framework}`, async () => {
      const { page, checkout, signed } = await begin(sampleOf);
      await checkout.form.autofill(typedApplicant('0001'));
      await checkout.form.send();
      await checkout.at('offers');
      const begun = await checkout.element.evaluate(checkoutIdOf);

      await page.reload();
      await checkout.at('offers');
      assert.equal(await checkout.element.evaluate(checkoutIdOf), begun);

      const told = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await page.evaluate(change, await signed('8400.00'));
      await told;
      await page.reload();
      await checkout.at('offers');
      assert.equal(await checkout.element.evaluate(checkoutIdOf), begun);

      await page.evaluate(change, await signed('9000.00'));
      await checkout.at('details');
      await checkout.text('$9,000.00').waitFor();
      assert.notEqual(await checkout.element.evaluate(checkoutIdOf), begun);
    });

    it(`begins again once a review that the change met has ended: ${framework}`, async () => {
      const { page, checkout, signed } = await begin(sampleOf);
      const applicant = typedApplicant('0106');
      await checkout.form.autofill(applicant);
      await page.evaluate(change, await signed('8600.00'));
      await checkout.text('$8,600.00').waitFor();
      await checkout.form.send();
      await checkout.at('review');
      const begun = await checkout.element.evaluate(checkoutIdOf);

      const told = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await page.evaluate(change, await signed('9000.00'));
      await told;
      const id = await applicationOf(here.sandbox, applicant.email);
      await here.sandbox.application(id, 'verify', { result: 'passed' });
      await checkout.text('$9,000.00').waitFor();
      await checkout.at('details');
      assert.notEqual(await checkout.element.evaluate(checkoutIdOf), begun);
    });

    it(`shows the offers of an order again after another one in the same tab: ${framework}`, async () => {
      const { page, checkout, signed } = await begin(sampleOf);
      await checkout.form.autofill(typedApplicant('0001'));
      await checkout.form.send();
      await checkout.at('offers');
      const begun = await checkout.element.evaluate(checkoutIdOf);

      await page.evaluate(change, await signed('5000.00', randomUUID()));
      await checkout.text('$5,000.00').waitFor();
      await checkout.at('details');
      await page.evaluate(change, await signed('8400.00'));
      await checkout.at('offers');
      assert.equal(await checkout.element.evaluate(checkoutIdOf), begun);
    });
  }
});

/** Runs in the page. */
function checkoutIdOf(element: Element): string | null {
  return (element as SoftPullCheckout).checkoutId;
}

/** Runs in the page, which shows the cart again after a reload. */
function change(cart: Cart): void {
  history.replaceState(cart, '');
  Reflect.get(globalThis, 'show')(cart);
}
