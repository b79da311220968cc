import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { en } from '../../widget/strings/en.ts';
import { applicationOf } from '../helpers/application-of.ts';
import { until } from '../helpers/until.ts';
import { visitAt } from './models/brought.ts';
import type { CheckoutPage } from './models/checkout-page.ts';
import { journey } from './models/journey.ts';
import { Keyboard } from './models/keyboard.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { openChargeLink } from './models/walk.ts';

describe('the focus, back from another tab,', () => {
  // The shell without a window takes every page for the one in front.
  const here = journey({ keepsLeftPages: true });

  for (const isolation of ['frame', 'inline'] as const) {
    it(`is on the outcome of a charge that was answered there: ${isolation} [wcag:focus-back]`, async () => {
      const applicant = typedApplicant('0001');
      const visit = await visitAt('accepted', here, applicant, { isolation });
      await losesFocusInBackground(visit);
      const { checkout, page } = visit;
      const loanNumber = await checkout.loanNumber();
      await new Keyboard(page).press(checkout.chargeButton);
      await checkout.at('charge_pending');
      await focused(checkout.title);
      const tab = await openChargeLink(visit, here.sandbox, applicant);
      await tab.page.bringToFront();
      await tab.lender.approveCharge(applicant, loanNumber);
      await checkout.at('charge_outcome');
      assert.equal(await page.evaluate(() => document.hasFocus()), false);
      await page.bringToFront();
      await focused(checkout.title);
    });
  }

  it('is on the heading where the button that had it has gone meanwhile [wcag:focus-back]', async () => {
    const applicant = typedApplicant('0001');
    const visit = await visitAt('accepted', here, applicant);
    await losesFocusInBackground(visit);
    const { checkout, page } = visit;
    const id = await applicationOf(here.sandbox, applicant.email);
    await here.sandbox.application(id, 'suspend');
    await lookAgain(checkout);
    const checkAgain = checkout.button(en.outcome.checkAgain);
    await new Keyboard(page).reach(checkAgain);
    const tab = await visit.tab();
    await tab.page.bringToFront();
    await here.sandbox.application(id, 'release');
    await lookAgain(checkout);
    await checkAgain.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.hasFocus()), false);
    await page.bringToFront();
    await focused(checkout.title);
  });
});

/** Where the checkout stands, which is else asked for now and then. */
function lookAgain({ title }: CheckoutPage): Promise<boolean> {
  return title.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
}

/** As outside of tests, where a page that was left for another tab does not have the focus. */
async function losesFocusInBackground({ context, page }: Visit): Promise<void> {
  for (const frame of page.frames()) {
    // A frame of the page's own process has no session.
    const session = await context.newCDPSession(frame).catch(() => null);
    await session?.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  }
}

function focused(target: Locator): Promise<true> {
  return until(`the focus on ${target}`, async () => {
    const isFocused = (element: Element) =>
      (element.getRootNode() as Document | ShadowRoot).activeElement === element;
    return (await target.evaluate(isFocused)) || undefined;
  });
}
