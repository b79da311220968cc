import type { Lender } from '../../../widget/contract/lender.ts';
import { en } from '../../../widget/strings/en.ts';
import type { Charge, Loan } from '../../helpers/bare-lender/books.ts';
import type { ViewRequest } from '../../helpers/bare-lender/rest-framework.ts';
import type { Operation } from '../../helpers/bare-lender/routes.ts';
import type { BareLender } from '../../helpers/bare-lender.ts';
import { BarePages } from './bare-pages.ts';
import type { TypedApplicant } from './typed-applicant.ts';
import type { HeardEvent, Visit } from './visit.ts';
import { walkToOffers } from './walk.ts';

const screenEvents: ReadonlySet<string> = new Set(['soft-pull-ready', 'soft-pull-step-change']);

/** Somebody who borrows at a lender that is not ours. */
export class BareConsumer {
  readonly visit: Visit;
  readonly applicant: TypedApplicant;
  readonly pages: BarePages;
  readonly #lender: BareLender;

  constructor(visit: Visit, applicant: TypedApplicant, lender: BareLender) {
    this.visit = visit;
    this.applicant = applicant;
    this.pages = new BarePages(visit.page, lender.pagesUrl);
    this.#lender = lender;
  }

  get loan(): Loan {
    const { first_name } = this.applicant;
    const loan = this.#lender.books.loans.find(({ firstName }) => firstName === first_name);
    if (loan === undefined) throw new Error('the lender has no loan of this person');
    return loan;
  }

  /** Those that the lender has. */
  get charges(): Charge[] {
    const { loan } = this;
    return this.#lender.books.charges.filter((charge) => charge.loan === loan);
  }

  /** How often the lender was asked for this person, whatever it answered. */
  get asked(): { softPulls: number; charges: number } {
    const { first_name } = this.applicant;
    const { applicationId } = this.loan;
    const calls = (operation: Operation, isOwn: (body: ViewRequest['body']) => boolean) =>
      this.#lender.heard.filter((call) => call.operation === operation && isOwn(call.body)).length;
    return {
      softPulls: calls('soft_pull', (body) => body.first_name === first_name),
      charges: calls('charge', (body) => body.external_application_id === applicationId),
    };
  }

  /** What the shop's page was told besides the screens: `'charge-outcome approved'`. */
  get told(): string[] {
    return this.visit.heard.filter(({ type }) => !screenEvents.has(type)).map(worded);
  }

  /** The terms and values on the screen: `'Loan amount: $8,400.00'`. */
  async facts(): Promise<string[]> {
    const rows = await this.visit.checkout.inside.locator('dl > div').allInnerTexts();
    return rows.map((row) => row.replace(/\s*\n\s*/, ': '));
  }

  /** All that the screen says, as a screen reader has it. */
  screen(): Promise<string> {
    return this.visit.checkout.inside.locator('.card').first().ariaSnapshot();
  }

  /** Chooses the first offer. @returns the loan number, which only the lender's terms name */
  async walkToTerms(): Promise<string> {
    await walkToOffers(this.visit, this.applicant);
    await this.visit.checkout.chooseOffer();
    return this.pages.loanNumber();
  }

  async walkToAccepted(): Promise<string> {
    const loanNumber = await this.walkToTerms();
    await this.pages.answerTerms('Accept the terms');
    await this.visit.checkout.at('accepted');
    return loanNumber;
  }

  /** Answers the charge in another tab of the same browser, from the lender's message. */
  async answerCharge(answer: 'Approve' | 'Reject', loanNumber: string): Promise<void> {
    const { pages } = await this.tab();
    await pages.openCharge(this.charges.at(-1)?.uuid ?? 'none');
    await pages.answerCharge(answer, this.applicant, loanNumber);
  }

  /** The same person in another tab of the same browser. */
  async tab(): Promise<BareConsumer> {
    return new BareConsumer(await this.visit.tab(), this.applicant, this.#lender);
  }
}

/** Whom to ask, as it stands among the facts of a screen. */
export function contactFacts({ name, nmls_id, phone, address }: Lender): string[] {
  const terms = en.outcome.noOffers;
  return [
    `${terms.lender}: ${name}, ${en.common.nmls(nmls_id)}`,
    `${terms.phone}: ${phone}`,
    `${terms.address}: ${address}`,
  ];
}

function worded({ type, detail }: HeardEvent): string {
  const word = detail.decision ?? detail.reason ?? detail.outcome ?? detail.code;
  const name = type.replace('soft-pull-', '');
  return word === undefined ? name : `${name} ${word}`;
}
