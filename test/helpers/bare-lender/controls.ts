import type { Books, Charge, Loan, LoanState, Refund, TransactionStatus } from './books.ts';
import type { Callbacks } from './callbacks.ts';
import type { Settings } from './settings.ts';

/**
 * What consumers, underwriters and the payment processor do, without a page. Loans are named by
 * their id, charges by their uuid in any case; each waits until the callback is delivered.
 */
export class Controls {
  readonly #books: Books;
  readonly #settings: Settings;
  readonly #callbacks: Callbacks;
  readonly #now: () => number;

  constructor(books: Books, settings: Settings, callbacks: Callbacks, now: () => number) {
    this.#books = books;
    this.#settings = settings;
    this.#callbacks = callbacks;
    this.#now = now;
  }

  loan(id: string): Loan {
    const loan = this.#books.findLoan(id);
    if (loan === undefined) throw new Error(`the lender has no loan ${id}`);
    return loan;
  }

  charge(uuid: string): Charge {
    const charge = this.#books.findCharge(uuid);
    if (charge === undefined) throw new Error(`the lender has no charge ${uuid}`);
    return charge;
  }

  acceptTerms(id: string): Promise<void> {
    const loan = this.loan(id);
    loan.isPortalActive = loan.persona.hasPortal;
    return this.#move(loan, 'accepted');
  }

  declineTerms(id: string): Promise<void> {
    return this.#move(this.loan(id), 'cancelled');
  }

  /** Of a review, or of a decision that was late. */
  decide(id: string, to: 'offers' | 'declined'): Promise<void> {
    const loan = this.loan(id);
    if (to === 'offers') this.#books.priceOffers(loan);
    return this.#move(loan, to);
  }

  /** Of these the description knows no event. */
  set(
    id: string,
    state: Extract<LoanState, 'accepted' | 'suspended' | 'expired' | 'review'>,
  ): void {
    this.loan(id).state = state;
  }

  /** With the charges of it that wait. */
  cancelAccount(id: string): Promise<void> {
    const loan = this.loan(id);
    const own = this.#books.charges.filter((charge) => charge.loan === loan);
    for (const charge of own) if (charge.state === 'waiting') this.#set(charge, 'canceled');
    return this.#move(loan, 'cancelled');
  }

  activatePortal(id: string): void {
    this.loan(id).isPortalActive = true;
  }

  approve(uuid: string): Promise<void> {
    return this.#answer(this.charge(uuid), 'Pending');
  }

  reject(uuid: string): Promise<void> {
    return this.#answer(this.charge(uuid), 'rejected');
  }

  /** `Transferred` is settled, `Excluded` held back. */
  moveTransaction(uuid: string, to: TransactionStatus): void {
    this.#set(this.charge(uuid), to);
  }

  /** All of it, unless `cents` says otherwise; the charge itself stays as it is. */
  async refund(uuid: string, cents?: number): Promise<Refund> {
    const charge = this.charge(uuid);
    const refund = this.#books.addRefund(charge, cents ?? charge.cents);
    await this.#tell(charge, 'Refunded', refund.uuid);
    return refund;
  }

  /** Of a refund that was asked for last. */
  async moveRefund(to: TransactionStatus): Promise<void> {
    const refund = this.#books.refunds.at(-1);
    if (refund === undefined) throw new Error('the lender has no refund');
    refund.state = to;
    await this.#tell(refund.charge, 'Refunded', refund.uuid);
  }

  async #move(loan: Loan, to: LoanState): Promise<void> {
    loan.state = to;
    await this.#callbacks.post(loan.callbackUrl, {
      loanId: loan.loanId,
      applicationId: loan.applicationId,
      status: this.#settings.words[to] ?? '',
      paymentRequestUuid: null,
    });
  }

  #answer(charge: Charge, to: 'Pending' | 'rejected'): Promise<void> {
    if (charge.state !== 'waiting') throw new Error(`the charge is ${charge.state}`);
    this.#set(charge, to);
    return this.#tell(charge, to === 'Pending' ? 'Approved' : 'Rejected', charge.uuid);
  }

  #set(charge: Charge, to: Charge['state']): void {
    charge.state = to;
    charge.statusAt = this.#now();
  }

  #tell({ loan, callbackUrl }: Charge, status: string, paymentRequestUuid: string): Promise<void> {
    const { loanId, applicationId } = loan;
    return this.#callbacks.post(callbackUrl, { loanId, applicationId, status, paymentRequestUuid });
  }
}
