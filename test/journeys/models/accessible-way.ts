import assert from 'node:assert/strict';
import { axeFindings } from './accessibility.ts';
import type { Journey } from './journey.ts';
import type { TypedApplicant } from './typed-applicant.ts';
import type { Visit } from './visit.ts';
import { openChargeLink } from './walk.ts';

export const looksOfTheWay = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  'dark, on a telephone': { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
} as const;

export async function assertAccessible({ page }: Visit): Promise<void> {
  assert.deepEqual(await axeFindings(page), []);
}

/** Looks at each part of the form, and sends it. */
export async function lookAtForm(visit: Visit, applicant: TypedApplicant): Promise<void> {
  const { checkout } = visit;
  const { form } = checkout;
  await checkout.at('details');
  await assertAccessible(visit);
  await form.next.click();
  // Else the first press may still wait for the check when all is filled in, and goes on by itself.
  await checkout.inside.locator('.summary').waitFor();
  await assertAccessible(visit);
  await form.fillAbout(applicant);
  await form.next.click();
  await form.part(2).waitFor();
  await assertAccessible(visit);
  await form.fillHome(applicant);
  await form.next.click();
  await form.part(3).waitFor();
  await assertAccessible(visit);
  await form.fillConsents(applicant);
  await form.send();
}

/** Looks at all that comes after the form, on all three origins, up to the approved charge. */
export async function lookFromOffersOn(
  visit: Visit,
  { sandbox }: Journey,
  applicant: TypedApplicant,
): Promise<void> {
  const { checkout, lender } = visit;
  await checkout.at('offers');
  await assertAccessible(visit);
  await checkout.chooseOffer();
  await lender.identity.waitFor();
  await assertAccessible(visit);
  await visit.page.goBack();
  await checkout.at('redirect');
  await assertAccessible(visit);
  await checkout.goToLender();
  await lender.confirmIdentity(applicant);
  await assertAccessible(visit);
  await lender.sign(applicant);
  await assertAccessible(visit);
  await lender.returnToMerchant();
  await checkout.at('accepted');
  await assertAccessible(visit);
  const loanNumber = await checkout.loanNumber();
  await checkout.chargeButton.click();
  await checkout.at('charge_pending');
  await assertAccessible(visit);
  const tab = await openChargeLink(visit, sandbox, applicant);
  await assertAccessible(tab);
  await tab.lender.approveCharge(applicant, loanNumber);
  await assertAccessible(tab);
  await checkout.at('charge_outcome');
  await assertAccessible(visit);
}

/** Looks at what becomes of declined terms, for whoever stands at `redirect`. */
export async function lookAtDecline(visit: Visit, applicant: TypedApplicant): Promise<void> {
  await visit.checkout.goToLender();
  await visit.lender.declineTerms(applicant);
  await assertAccessible(visit);
  await visit.lender.returnToMerchant();
  await visit.checkout.at('cancelled');
  await assertAccessible(visit);
}
