import { hourMs } from '../../../server/platform/durations.ts';
import type { Loan, TransactionStatus } from '../../helpers/bare-lender/books.ts';
import type { BareLender } from '../../helpers/bare-lender.ts';
import { authorizationOf } from '../../helpers/lending.ts';
import type { PaymentFate, ProcessorOutside } from './processor-outside.ts';
import { lenderUrl } from './services.ts';
import type { SimulatedDisk } from './simulated-disk.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { stage } from './stage.ts';

/** Whom a lender knows. */
export interface Applicant {
  readonly email: string;
}

export type ConsumerStep = 'accept-terms' | 'decline-terms' | 'activate-portal';

/** A charge or a refund as the lender's own books have it. */
export interface BookedCharge {
  readonly uuid: string;
  readonly loanNumber: string;
  readonly identifier: string | null;
  readonly cents: number;
  /** The lender's word in the merchant's words: `pending`, `settled`, … */
  readonly state: string;
}

/** What people do at the lender, and what its books say at the end. */
export interface LenderDesk {
  /** @returns whether it is known to have been done */
  step(applicant: Applicant, step: ConsumerStep): Promise<boolean>;
  answerCharge(uuid: string, answer: 'approve' | 'reject'): Promise<boolean>;
  /** The end of a review, by a person at the lender. */
  endReview(applicant: Applicant, result: 'passed' | 'failed'): Promise<void>;
  /** The return code in the link by which the consumer is sent back. */
  returnCodeOf(applicant: Applicant): string | undefined;
  /** What the payment processor does by itself; once an hour. */
  processPayments(): Promise<void>;
}

const answerStatuses = { approve: 'Approved', reject: 'Rejected' } as const;

export class EmbeddedDesk implements LenderDesk {
  readonly #disk: SimulatedDisk;
  readonly #file: string;

  constructor(disk: SimulatedDisk, file: string) {
    this.#disk = disk;
    this.#file = file;
  }

  async step(applicant: Applicant, step: ConsumerStep): Promise<boolean> {
    const id = this.#applicationOf(applicant)?.external_application_id;
    if (id === undefined) return false;
    return (await post(`/applications/${id}/${step}`))?.status === 200;
  }

  async answerCharge(uuid: string, answer: 'approve' | 'reject'): Promise<boolean> {
    const answered = await post(`/payment-requests/${uuid}/${answer}`);
    if (answered?.status !== 200) return false;
    // One that came too late is answered with the end that the request had before.
    const { payment_request_status: status } = JSON.parse(await answered.text());
    return status === answerStatuses[answer];
  }

  async endReview(applicant: Applicant, result: 'passed' | 'failed'): Promise<void> {
    const id = this.#applicationOf(applicant)?.external_application_id;
    if (id !== undefined) await post(`/applications/${id}/verify`, { result });
  }

  returnCodeOf(applicant: Applicant): string | undefined {
    return codeIn(this.#applicationOf(applicant)?.sponsor_redirect_url);
  }

  async processPayments(): Promise<void> {
    // Its own timers do.
  }

  #applicationOf({ email }: Applicant) {
    const [row] = this.#disk.read(
      this.#file,
      `select external_application_id, sponsor_redirect_url from applications
       where email = ? order by created_at desc, id limit 1`,
      email,
    );
    return row as { external_application_id: string; sponsor_redirect_url: string } | undefined;
  }
}

export interface BareDeskOptions {
  process: SimulatedProcess;
  processor: ProcessorOutside;
  /** After this nothing comes back from the bank any more (epoch milliseconds). */
  returnsUntil: number;
}

/** How long a payment is where it is before it moves on. */
const movesAfterMs = 20 * hourMs;

/** What becomes of a charge that has been sent to the bank. */
const afterSubmission: Readonly<Record<PaymentFate, TransactionStatus>> = {
  settled: 'Transferred',
  returned: 'Transferred',
  held: 'Excluded',
  rejected: 'Failed',
};

export class BareDesk implements LenderDesk {
  readonly #lender: BareLender;
  readonly #process: SimulatedProcess;
  readonly #processor: ProcessorOutside;
  readonly #returnsUntil: number;

  constructor(lender: BareLender, { process, processor, returnsUntil }: BareDeskOptions) {
    this.#lender = lender;
    this.#process = process;
    this.#processor = processor;
    this.#returnsUntil = returnsUntil;
  }

  async step(applicant: Applicant, step: ConsumerStep): Promise<boolean> {
    const loan = this.#loanOf(applicant);
    const { controls } = this.#lender;
    if (loan === undefined) return false;
    if (step === 'activate-portal') {
      // The e-mail leads to the loan that it was sent for, whatever was applied for since.
      const invited = this.#loansOf(applicant).findLast(({ portalEmails }) => portalEmails > 0);
      if (invited !== undefined) controls.activatePortal(invited.loanId);
      return invited !== undefined;
    }
    if (loan.state !== 'selected') return false;
    // The consumer reads the page that follows; the callback goes its own way.
    this.#process.run(() =>
      step === 'accept-terms'
        ? void controls.acceptTerms(loan.loanId)
        : void controls.declineTerms(loan.loanId),
    );
    return true;
  }

  async answerCharge(uuid: string, answer: 'approve' | 'reject'): Promise<boolean> {
    const { books, controls } = this.#lender;
    if (books.findCharge(uuid)?.state !== 'waiting') return false;
    this.#process.run(() => void controls[answer](uuid));
    return true;
  }

  async endReview(applicant: Applicant, result: 'passed' | 'failed'): Promise<void> {
    const loan = this.#loanOf(applicant);
    if (loan?.state !== 'review' && loan?.state !== 'deciding') return;
    const to = result === 'passed' ? 'offers' : 'declined';
    this.#process.run(() => void this.#lender.controls.decide(loan.loanId, to));
  }

  returnCodeOf(applicant: Applicant): string | undefined {
    return codeIn(this.#loanOf(applicant)?.redirectUrl);
  }

  async processPayments(): Promise<void> {
    const { books, controls } = this.#lender;
    const now = stage().time.now;
    for (const { uuid, state, statusAt } of books.chargesNow()) {
      if (now - statusAt < movesAfterMs) continue;
      const fate = this.#processor.fateOf('charge', uuid);
      if (state === 'Pending') controls.moveTransaction(uuid, 'Submitted');
      if (state === 'Submitted') controls.moveTransaction(uuid, afterSubmission[fate]);
      const isReturned = state === 'Transferred' && fate === 'returned';
      if (isReturned && now < this.#returnsUntil) controls.moveTransaction(uuid, 'Reversed');
    }
    for (const refund of books.refunds) {
      if (refund.state === 'Submitted' && now - refund.requestedAt > movesAfterMs) {
        refund.state = afterSubmission[this.#processor.fateOf('refund', refund.uuid)];
      }
    }
  }

  #loanOf(applicant: Applicant): Loan | undefined {
    return this.#loansOf(applicant).at(-1);
  }

  #loansOf({ email }: Applicant): Loan[] {
    return this.#lender.books.loans.filter(({ personKey }) =>
      personKey.endsWith(email.toLowerCase()),
    );
  }
}

function codeIn(url: string | undefined): string | undefined {
  return /soft_pull_resume=([\w.-]+)/.exec(url ?? '')?.[1];
}

/** Undefined when no answer came. */
function post(path: string, body: unknown = {}): Promise<Response | undefined> {
  return fetch(`${lenderUrl}/sandbox/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: authorizationOf('sponsor@example.test'),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  }).catch(() => undefined);
}
