import { easternDate } from '../../../server/platform/calendar/eastern-time.ts';
import type { Tab } from './consumer.ts';
import type { BookedCharge } from './lender-books.ts';

/** A charge that a merchant's server asks for under a key; no other charge is of its amount. */
export interface KeyedCharge {
  readonly key: string;
  readonly checkoutId: string;
  readonly kind: 109 | 111 | 113;
  readonly cents: number;
}

/** A higher limit that it asks for, likewise. */
export interface KeyedIncrease {
  readonly key: string;
  readonly checkoutId: string;
  readonly cents: number;
  /** It was told that the limit is raised. */
  isDone: boolean;
}

/** What a merchant's server says that an unresolved charge has come to, and was believed. */
export interface Resolution {
  readonly chargeId: string;
  /** The lender's charge that it is said to be; undefined: it was not made. */
  readonly uuid: string | undefined;
  /** The lender's charges as they were when it said so. */
  readonly charges: readonly BookedCharge[];
}

/** What people and servers were told, and may rely on from then on. */
export class Facts {
  /** The merchant of each checkout that was opened. */
  readonly merchants = new Map<string, string>();
  /** Checkouts by the decision that was answered, with whose it was. */
  readonly decisions = new Map<string, { screen: 'offers' | 'no_offers'; email: string }>();
  readonly acceptedBy = new Set<string>();
  /** E-mail addresses by the checkout with which they applied, heard or not. */
  readonly appliedBy = new Map<string, string>();
  /** Checkouts on which somebody applied, each with the day, by their first name. */
  readonly appliedOn = new Map<string, Set<string>>();
  /** payment_request_uuids by the consumer's answer, which the lender has confirmed. */
  readonly chargeAnswers = new Map<string, 'approve' | 'reject'>();
  /** Numbers of loans that a page of a checkout has shown. */
  readonly shownNumbers = new Map<string, Set<string>>();
  /** When the consumer first answered a payment_request_uuid (epoch milliseconds), heard or not. */
  readonly chargeAnsweredAt = new Map<string, number>();
  /** Checkouts that a merchant's server was told are cancelled. */
  readonly cancelled = new Set<string>();
  /** Cents that the lender was asked for directly, to be given back, by payment_request_uuid. */
  readonly refundsElsewhere = new Map<string, number>();
  /** Refunds that the merchant's server was told of: cents by refund_id. */
  readonly refunds = new Map<string, number>();
  readonly keyedCharges: KeyedCharge[] = [];
  readonly keyedIncreases: KeyedIncrease[] = [];
  readonly resolutions: Resolution[] = [];
  /** What a merchant's server said of unresolved charges, believed or not. */
  resolutionsTried = 0;
  /** Idempotency keys by the id that each was answered. */
  readonly keys = new Map<string, string>();
  /** Pages that have been opened, oldest first. */
  readonly tabs: Tab[] = [];
  /** What was wrong as soon as it was heard. */
  readonly wrong: string[] = [];

  opened(checkoutId: string, merchant: string): void {
    const known = this.merchants.get(checkoutId);
    if (known !== undefined && known !== merchant) {
      this.wrong.push(`I10: checkout ${checkoutId} is of two merchants`);
    }
    this.merchants.set(checkoutId, merchant);
  }

  decided(checkoutId: string, screen: 'offers' | 'no_offers', email: string): void {
    this.decisions.set(checkoutId, { screen, email });
  }

  accepted(email: string): void {
    this.acceptedBy.add(email);
  }

  applies(
    { firstName, email }: { firstName: string; email: string },
    checkoutId: string,
    at: number,
  ): void {
    this.appliedBy.set(checkoutId, email);
    const known = this.appliedOn.get(firstName) ?? new Set();
    this.appliedOn.set(firstName, known.add(`${checkoutId} ${easternDate(at)}`));
  }

  showsNumber(checkoutId: string, number: string): void {
    this.shownNumbers.set(checkoutId, (this.shownNumbers.get(checkoutId) ?? new Set()).add(number));
  }

  answersCharge(uuid: string, at: number): void {
    const key = uuid.toLowerCase();
    this.chargeAnsweredAt.set(key, this.chargeAnsweredAt.get(key) ?? at);
  }

  answeredCharge(uuid: string, answer: 'approve' | 'reject'): void {
    this.chargeAnswers.set(uuid.toLowerCase(), answer);
  }

  /** An answer of the BFF to anybody. */
  answered(answer: { method: string; path: string; status: number; text: string }): void {
    const { method, path, status, text } = answer;
    if (status >= 500 && status !== 503 && status !== 502 && status !== 504) {
      this.wrong.push(`${method} ${path} was answered ${status}: ${text.slice(0, 200)}`);
    }
  }

  /** The same key means the same effect. */
  keyAnswered(key: string, id: string): void {
    const known = this.keys.get(key);
    if (known !== undefined && known !== id) this.wrong.push(`I1: one key made ${known} and ${id}`);
    this.keys.set(key, id);
  }
}
