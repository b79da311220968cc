import type { Locator, Page } from 'playwright-core';
import type { TypedApplicant } from './typed-applicant.ts';

/** The hosted pages of a lender that is not ours, on its own host. */
export class BarePages {
  readonly #page: Page;
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.#page = page;
    this.#url = url;
  }

  /** As the terms name it. */
  async loanNumber(): Promise<string> {
    const words = await this.#page.getByText(/^Loan number \d+\.$/).textContent();
    return (words ?? '').replaceAll(/\D/g, '');
  }

  /** Either answer to the terms leads back to the shop by itself. */
  async answerTerms(answer: 'Accept the terms' | 'Decline the terms'): Promise<void> {
    await this.#button(answer).click();
  }

  /** As the link in the lender's text message does. */
  async openCharge(uuid: string): Promise<void> {
    await this.#page.goto(`${this.#url}/charges/${uuid}/`);
    await this.#heading('Approve a charge').waitFor();
  }

  async answerCharge(
    answer: 'Approve' | 'Reject',
    { ssn }: TypedApplicant,
    loanNumber: string,
  ): Promise<void> {
    await this.#page.getByLabel('Last four digits of your SSN').fill(ssn.slice(-4));
    await this.#page.getByLabel('Loan number').fill(loanNumber);
    await this.#button(answer).click();
    await this.#heading(answer === 'Approve' ? 'Approved' : 'Rejected').waitFor();
  }

  /** As the link in the invitation's e-mail does. */
  async setUpPortal(loanId: string): Promise<void> {
    await this.#page.goto(`${this.#url}/portal/${loanId}/`);
    await this.#button('Set up').click();
    await this.#heading('Your account is set up').waitFor();
  }

  async returnToMerchant(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Back to the merchant', exact: true }).click();
  }

  #heading(name: string): Locator {
    return this.#page.getByRole('heading', { name, exact: true });
  }

  #button(name: string): Locator {
    return this.#page.getByRole('button', { name, exact: true });
  }
}
