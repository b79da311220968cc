import type { Sandbox } from '../../helpers/sandbox.ts';
import { until } from '../../helpers/until.ts';
import type { TypedApplicant } from './typed-applicant.ts';
import type { Visit } from './visit.ts';

export interface WalkOptions {
  /** Each field is typed into, one after the other; else the browser fills them at once. */
  isTyped?: boolean;
}

/** Fills the application and sends it. */
export async function apply(
  { checkout }: Visit,
  applicant: TypedApplicant,
  { isTyped = false }: WalkOptions = {},
): Promise<void> {
  const { form } = checkout;
  await checkout.at('details');
  await (isTyped ? form.fill(applicant) : form.autofill(applicant));
  await form.send();
}

export async function walkToOffers(
  visit: Visit,
  applicant: TypedApplicant,
  options?: WalkOptions,
): Promise<void> {
  await apply(visit, applicant, options);
  await visit.checkout.at('offers');
}

/** Chooses the first offer and stands before the lender's question who it is. */
export async function walkToLender(
  visit: Visit,
  applicant: TypedApplicant,
  options?: WalkOptions,
): Promise<void> {
  await walkToOffers(visit, applicant, options);
  await visit.checkout.chooseOffer();
  await visit.lender.identity.waitFor();
}

export async function walkToAccepted(
  visit: Visit,
  applicant: TypedApplicant,
  options?: WalkOptions,
): Promise<void> {
  await walkToLender(visit, applicant, options);
  await visit.lender.acceptTerms(applicant);
  await visit.lender.returnToMerchant();
  await visit.checkout.at('accepted');
}

/** Asks for the charge. @returns the loan number, which the consumer needs to approve it */
export async function walkToPendingCharge(
  visit: Visit,
  applicant: TypedApplicant,
  options?: WalkOptions,
): Promise<string> {
  await walkToAccepted(visit, applicant, options);
  const loanNumber = await visit.checkout.loanNumber();
  await visit.checkout.chargeButton.click();
  await visit.checkout.at('charge_pending');
  return loanNumber;
}

/** The link of the newest message about a charge. */
export function chargeLink(sandbox: Sandbox, applicant: TypedApplicant): Promise<string> {
  return until('the message about the charge', async () => {
    const messages = await sandbox.messages({ to: applicant.email });
    return messages.flatMap(({ links }) => links).find((link) => link.includes('/charge'));
  });
}

/** Opens the message's link in another tab of the same browser. */
export async function openChargeLink(
  visit: Visit,
  sandbox: Sandbox,
  applicant: TypedApplicant,
): Promise<Visit> {
  const tab = await visit.tab();
  await tab.page.goto(await chargeLink(sandbox, applicant));
  return tab;
}

/** From the loan that is ready to the charge that its consumer has approved. */
export async function chargeAccepted(
  visit: Visit,
  sandbox: Sandbox,
  applicant: TypedApplicant,
): Promise<void> {
  const loanNumber = await visit.checkout.loanNumber();
  await visit.checkout.chargeButton.click();
  await visit.checkout.at('charge_pending');
  const tab = await openChargeLink(visit, sandbox, applicant);
  await tab.lender.approveCharge(applicant, loanNumber);
  await visit.checkout.at('charge_outcome');
}
