import type { Locator, Page } from 'playwright-core';
import type { PageStrings } from '../../../server/lending/pages/strings/en.ts';
import { fullName, type TypedApplicant } from './typed-applicant.ts';

const merchant = 'Hillside Heating & Air';

/** The lender's own pages, on the lender's origin. */
export class LenderPages {
  readonly #page: Page;
  readonly #strings: PageStrings;

  constructor(page: Page, strings: PageStrings) {
    this.#page = page;
    this.#strings = strings;
  }

  get terms(): Locator {
    return this.#heading(this.#strings.terms.title);
  }

  get identity(): Locator {
    return this.#heading(this.#strings.identity.title);
  }

  get lastFour(): Locator {
    return this.#page.getByLabel(this.#strings.identity.label);
  }

  get identityButton(): Locator {
    return this.#button(this.#strings.identity.button);
  }

  get signature(): Locator {
    return this.#page.getByLabel(this.#strings.terms.nameLabel);
  }

  get agreeBox(): Locator {
    return this.#page.getByLabel(this.#strings.terms.agreeLabel, { exact: true });
  }

  get acceptButton(): Locator {
    return this.#button(this.#strings.terms.accept);
  }

  get accepted(): Locator {
    return this.#heading(this.#strings.accepted.title);
  }

  get wayBack(): Locator {
    return this.#link(this.#strings.common.returnTo(merchant));
  }

  get chargeLoanNumber(): Locator {
    return this.#page.getByLabel(this.#strings.charge.numberLabel);
  }

  get approveButton(): Locator {
    return this.#button(this.#strings.charge.approve);
  }

  get rejectButton(): Locator {
    return this.#button(this.#strings.charge.reject);
  }

  get chargeApproved(): Locator {
    return this.#heading(this.#strings.charge.approvedTitle);
  }

  get chargeRejected(): Locator {
    return this.#heading(this.#strings.charge.rejectedTitle);
  }

  /** Opens the terms by the last four digits. */
  async confirmIdentity({ ssn }: TypedApplicant): Promise<void> {
    await this.lastFour.fill(ssn.slice(-4));
    await this.identityButton.click();
    await this.terms.waitFor();
  }

  async acceptTerms(applicant: TypedApplicant): Promise<void> {
    await this.confirmIdentity(applicant);
    await this.sign(applicant);
  }

  /** Types the name, ticks the box and accepts. */
  async sign(applicant: TypedApplicant): Promise<void> {
    await this.signature.fill(fullName(applicant));
    await this.agreeBox.check();
    await this.acceptButton.click();
    await this.accepted.waitFor();
  }

  async declineTerms(applicant: TypedApplicant): Promise<void> {
    await this.confirmIdentity(applicant);
    await this.#link(this.#strings.terms.decline).click();
    await this.#button(this.#strings.decline.confirm).click();
    await this.#heading(this.#strings.decline.doneTitle).waitFor();
  }

  async returnToMerchant(): Promise<void> {
    await this.wayBack.click();
  }

  async approveCharge(applicant: TypedApplicant, loanNumber: string): Promise<void> {
    await this.#identifyCharge(applicant, loanNumber);
    await this.approveButton.click();
    await this.chargeApproved.waitFor();
  }

  async rejectCharge(applicant: TypedApplicant, loanNumber: string): Promise<void> {
    await this.#identifyCharge(applicant, loanNumber);
    await this.rejectButton.click();
    await this.chargeRejected.waitFor();
  }

  /** Opens the charge by the last four digits and the loan number. */
  async #identifyCharge({ ssn }: TypedApplicant, loanNumber: string): Promise<void> {
    await this.lastFour.fill(ssn.slice(-4));
    await this.chargeLoanNumber.fill(loanNumber);
    await this.identityButton.click();
  }

  #heading(name: string): Locator {
    return this.#page.getByRole('heading', { name });
  }

  #button(name: string): Locator {
    return this.#page.getByRole('button', { name, exact: true });
  }

  #link(name: string): Locator {
    return this.#page.getByRole('link', { name, exact: true });
  }
}
