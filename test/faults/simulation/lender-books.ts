import { dayMs } from '../../../server/platform/durations.ts';
import type { ChargeState } from '../../helpers/bare-lender/books.ts';
import type { WeekParts } from './week.ts';

/** What a lender's own books say of an application. */
export interface BookedLoan {
  /** The sponsor's id of it. */
  readonly id: string;
  /** By which its consumer and the lender's rows name it. */
  readonly number: string;
  readonly email: string;
  readonly isAccepted: boolean;
  readonly isCancelled: boolean;
  /** The most that may be spent; null where the lender does not say it. */
  readonly limitCents: number | null;
  /** What the limit was raised to. */
  readonly raisedToCents: number | null;
}

/** Of a charge: its state in the words of a merchant's server, or those that mean the same. */
export interface BookedCharge {
  readonly uuid: string;
  /** Null where the lender keeps none. */
  readonly identifier: string | null;
  readonly loanId: string;
  readonly kind: number;
  readonly cents: number;
  /** Epoch milliseconds. */
  readonly requestedAt: number;
  readonly states: readonly string[];
  /** What the consumer has answered. */
  readonly answer: 'approve' | 'reject' | null;
}

const ended: ReadonlySet<string> = new Set(['rejected', 'expired', 'canceled', 'failed']);

/** It came to nothing. */
export function isEnded({ states }: BookedCharge): boolean {
  return states.some((state) => ended.has(state));
}

export interface BookedRefund {
  readonly uuid: string;
  readonly identifier: string | null;
  readonly chargeUuid: string;
  readonly cents: number;
  readonly isFailed: boolean;
  readonly isSettled: boolean;
  /** Epoch milliseconds; null also where the lender keeps none. */
  readonly settledAt: number | null;
  /** By when it has come to where it stands (epoch milliseconds). */
  readonly movedAt: number;
}

export interface LenderBooks {
  readonly loans: readonly BookedLoan[];
  readonly charges: readonly BookedCharge[];
  readonly refunds: readonly BookedRefund[];
}

export function readBooks(parts: WeekParts): LenderBooks {
  return parts.bare === undefined ? embeddedBooks(parts) : bareBooks(parts.bare);
}

function embeddedBooks({ disk, lender }: WeekParts): LenderBooks {
  const rows = <Row>(sql: string) => disk.read(lender?.file ?? '', sql) as Row[];
  const applications = rows<ApplicationRow>(
    `select a.external_application_id as id, email, status, accepted_at,
       consumer_application_human_readable_id as number,
       credit_limit_cents as limit_cents, i.new_limit_cents as raised_to_cents
     from applications a left join credit_line_increases i on i.application_id = a.id`,
  );
  const charges = rows<ChargeRow>(
    `select c.id, c.payment_identifier, a.external_application_id as loan_id, c.status,
       c.transaction_description as kind,
       c.consumer_charge_amount_cents as cents, c.requested_at, t.status as transaction_status
     from charge_requests c join applications a on a.id = c.application_id
     left join transactions t on t.id = c.id`,
  );
  const refunds = rows<RefundRow>(
    `select id, payment_identifier, charge_request_id, status, status_at, settled_at,
       consumer_charge_amount_cents as cents
     from transactions where transaction_description = 115`,
  );
  return {
    loans: applications.map((row) => ({
      id: row.id,
      number: row.number,
      email: row.email,
      isAccepted: row.accepted_at !== null,
      isCancelled: row.status === 'Cancelled',
      limitCents: row.limit_cents,
      raisedToCents: row.raised_to_cents,
    })),
    charges: charges.map((row) => ({
      uuid: row.id.toLowerCase(),
      identifier: row.payment_identifier,
      loanId: row.loan_id,
      kind: row.kind,
      cents: row.cents,
      requestedAt: row.requested_at,
      states: wordsOf(row.transaction_status ?? row.status),
      answer: answers[row.status] ?? null,
    })),
    refunds: refunds.map((row) => ({
      uuid: row.id.toLowerCase(),
      identifier: row.payment_identifier,
      chargeUuid: row.charge_request_id.toLowerCase(),
      cents: Math.abs(row.cents),
      isFailed: row.status === 'Failed',
      isSettled: row.settled_at !== null && row.status !== 'Failed',
      settledAt: row.settled_at,
      movedAt: row.status_at,
    })),
  };
}

interface ApplicationRow {
  id: string;
  number: string;
  email: string;
  status: string;
  accepted_at: number | null;
  limit_cents: number | null;
  raised_to_cents: number | null;
}

interface ChargeRow {
  id: string;
  payment_identifier: string | null;
  loan_id: string;
  kind: number;
  status: string;
  cents: number;
  requested_at: number;
  transaction_status: string | null;
}

interface RefundRow {
  id: string;
  payment_identifier: string | null;
  charge_request_id: string;
  status: string;
  status_at: number;
  settled_at: number | null;
  cents: number;
}

const answers: Readonly<Record<string, 'approve' | 'reject'>> = {
  Approved: 'approve',
  Rejected: 'reject',
};

/** Within which a payment of this lender has come to its end. */
export const movesWithinMs = 2 * dayMs;

function bareBooks({ books }: NonNullable<WeekParts['bare']>): LenderBooks {
  return {
    loans: books.loans.map((loan) => ({
      id: loan.applicationId,
      number: loan.number,
      email: loan.personKey.split('|').at(-1) ?? '',
      isAccepted: loan.state === 'accepted' || loan.isPortalActive,
      isCancelled: loan.state === 'cancelled',
      limitCents: null,
      raisedToCents: loan.increasedTo,
    })),
    charges: books.chargesNow().map((charge) => ({
      uuid: charge.uuid.toLowerCase(),
      identifier: null,
      loanId: charge.loan.applicationId,
      kind: charge.kind,
      cents: charge.cents,
      requestedAt: charge.requestedAt,
      states: wordsOf(bareWords[charge.state] ?? charge.state),
      answer: bareAnswerOf(charge.state),
    })),
    refunds: books.refunds.map(({ uuid, charge, cents, state, requestedAt }) => ({
      uuid: uuid.toLowerCase(),
      identifier: null,
      chargeUuid: charge.uuid.toLowerCase(),
      cents,
      isFailed: state === 'Failed',
      isSettled: state === 'Transferred',
      settledAt: null,
      movedAt: requestedAt + movesWithinMs,
    })),
  };
}

const bareWords: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  rejected: 'Rejected',
  expired: 'Expired',
  canceled: 'Canceled',
};

function bareAnswerOf(state: ChargeState): BookedCharge['answer'] {
  if (state === 'rejected') return 'reject';
  return state === 'waiting' || state === 'expired' || state === 'canceled' ? null : 'approve';
}

/** A status of the lender's, as a merchant's server may read it. */
function wordsOf(status: string): readonly string[] {
  return words[status] ?? [status];
}

const words: Readonly<Record<string, readonly string[]>> = {
  Waiting: ['pending'],
  // Of a charge that is not approved; an approved one has a transaction.
  Rejected: ['rejected'],
  Expired: ['expired'],
  Canceled: ['canceled'],
  Pending: ['pending', 'approved'],
  Submitted: ['approved'],
  Successful: ['approved', 'settled'],
  Transferred: ['settled', 'refunded'],
  Failed: ['failed'],
  Excluded: ['held'],
  Reversed: ['refunded', 'reversed'],
};
