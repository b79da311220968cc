import type { Locator, Page } from 'playwright-core';
import type { PageStrings } from '../../../server/lending/pages/strings/page-strings.ts';
import { fullName, type TypedApplicant } from './typed-applicant.ts';

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

  /** Opens the terms by the last four digits. */
  async confirmIdentity({ ssn }: TypedApplicant): Promise<void> {
    await this.#page.getByLabel(this.#strings.identity.label).fill(ssn.slice(-4));
    await this.#button(this.#strings.identity.button).click();
    await this.terms.waitFor();
  }

  async acceptTerms(applicant: TypedApplicant): Promise<void> {
    await this.confirmIdentity(applicant);
    await this.sign(applicant);
  }

  /** Types the name, ticks the box and accepts. */
  async sign(applicant: TypedApplicant): Promise<void> {
    await this.#page.getByLabel(this.#strings.terms.nameLabel).fill(fullName(applicant));
    await this.#page.getByLabel(this.#strings.terms.agreeLabel, { exact: true }).check();
    await this.#button(this.#strings.terms.accept).click();
    await this.#heading(this.#strings.accepted.title).waitFor();
  }

  async declineTerms(applicant: TypedApplicant): Promise<void> {
    await this.confirmIdentity(applicant);
    await this.#link(this.#strings.terms.decline).click();
    await this.#button(this.#strings.decline.confirm).click();
    await this.#heading(this.#strings.decline.doneTitle).waitFor();
  }

  async returnToMerchant(merchant: string): Promise<void> {
    await this.#link(this.#strings.common.returnTo(merchant)).click();
  }

  async approveCharge(applicant: TypedApplicant, loanNumber: string): Promise<void> {
    await this.#answerCharge(applicant, loanNumber, this.#strings.charge.approve);
    await this.#heading(this.#strings.charge.approvedTitle).waitFor();
  }

  async rejectCharge(applicant: TypedApplicant, loanNumber: string): Promise<void> {
    await this.#answerCharge(applicant, loanNumber, this.#strings.charge.reject);
    await this.#heading(this.#strings.charge.rejectedTitle).waitFor();
  }

  async #answerCharge({ ssn }: TypedApplicant, loanNumber: string, answer: string): Promise<void> {
    await this.#page.getByLabel(this.#strings.charge.ssnLabel).fill(ssn.slice(-4));
    await this.#page.getByLabel(this.#strings.charge.numberLabel).fill(loanNumber);
    await this.#button(answer).click();
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
