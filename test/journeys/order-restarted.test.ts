import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { SoftPullCheckout } from '../../widget/index.ts';
import { en } from '../../widget/strings/en.ts';
import { journey } from './models/journey.ts';
import { openOrderPage, signedOrder } from './models/order-page.ts';
import { typedApplicant } from './models/typed-applicant.ts';

describe('restart() at the offers of an order', () => {
  const here = journey();

  const atOffers = async (token: string) => {
    const { page, checkout } = await openOrderPage(here, token);
    await checkout.at('details');
    await checkout.form.autofill(typedApplicant('0001'));
    await checkout.form.send();
    await checkout.at('offers');
    return { page, checkout };
  };

  for (const [isVouchedFor, name] of [
    [true, 'whose buyer is vouched for'],
    [false, 'whose buyer nobody vouches for'],
  ] as const) {
    for (const [frames, when] of [
      [0, 'in one go with the token'],
      [2, 'after the element was told of the token'],
    ] as const) {
      it(`begins again for a changed cart, ${when}, ${name}`, async () => {
        const order = randomUUID();
        const signed = (amount: string) =>
          signedOrder(here, order, { amount, ...(isVouchedFor && { resume: true }) });
        const { page, checkout } = await atOffers(await signed('8400.00'));
        const left = await checkout.element.evaluate(checkoutIdOf);

        const change = { token: await signed('9000.00'), frames };
        await checkout.element.evaluate(startWith, change);
        await checkout.at('details');
        await checkout.text('$9,000.00').waitFor();
        await checkout.form.field('first_name').waitFor();
        assert.equal(await checkout.form.field('first_name').inputValue(), '');
        assert.notEqual(await checkout.element.evaluate(checkoutIdOf), left);

        await checkout.form.autofill(typedApplicant('0001'));
        await checkout.form.send();
        await checkout.at('offers');
        const count = await checkout.offers.count();
        await checkout.text(en.outcome.offers.intro('$9,000.00', count, true)).waitFor();
        await page.context().close();
      });
    }
  }

  it('begins for the next person in the same tab with a token of another order', async () => {
    const { page, checkout } = await atOffers(await signedOrder(here, randomUUID()));
    const token = await signedOrder(here, randomUUID());
    await checkout.element.evaluate(startWith, { token, frames: 0 });
    await checkout.at('details');
    await checkout.form.autofill(typedApplicant('0002'));
    await checkout.form.send();
    await checkout.at('offers');
    await page.context().close();
  });
});

/** Runs in the page. */
function checkoutIdOf(element: Element): string | null {
  return (element as SoftPullCheckout).checkoutId;
}

/** Runs in the page. */
async function startWith(
  element: Element,
  { token, frames }: { token: string; frames: number },
): Promise<void> {
  const checkout = element as SoftPullCheckout;
  checkout.orderToken = token;
  for (let frame = 0; frame < frames; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  checkout.restart();
}
