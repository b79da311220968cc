import { hourMs } from '../durations.ts';
import { type Offer, offersFor } from './offers.ts';
import { type Persona, personaOf } from './personas.ts';
import type { UpperUuids } from './python-values.ts';

const chargeLifetimeMs = 48 * hourMs;
const firstLoanNumber = 7_342_055_188;

export type LoanState =
  | 'deciding'
  | 'review'
  | 'offers'
  | 'selected'
  | 'accepted'
  | 'suspended'
  | 'declined'
  | 'cancelled'
  | 'expired';

export interface Loan {
  readonly loanId: string;
  readonly applicationId: string;
  readonly invitedBy: string;
  /** `consumer_application_human_readable_id`, 10 digits. */
  readonly number: string;
  readonly persona: Persona;
  readonly personKey: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly lastFour: string;
  readonly requestedCents: number;
  readonly callbackUrl: string;
  readonly redirectUrl: string;
  readonly createdAt: number;
  state: LoanState;
  offers: readonly Offer[];
  selectedOffer: string | null;
  /** Of the terms page, the newest one. */
  linkToken: string | null;
  isPortalActive: boolean;
  portalEmails: number;
  /** The one credit line increase. */
  increasedTo: number | null;
}

/** Sponsor Lending API, transaction status and type codes. */
export type TransactionStatus =
  | 'Successful'
  | 'Failed'
  | 'Pending'
  | 'Submitted'
  | 'Reversed'
  | 'Transferred'
  | 'Excluded';

export type ChargeState = 'waiting' | 'rejected' | 'expired' | 'canceled' | TransactionStatus;

export interface Charge {
  readonly uuid: string;
  readonly serial: number;
  readonly loan: Loan;
  readonly kind: number;
  readonly cents: number;
  readonly merchantCents: number;
  readonly platformCents: number;
  readonly sponsorCents: number;
  readonly requestedBy: string;
  readonly callbackUrl: string;
  readonly requestedAt: number;
  state: ChargeState;
  statusAt: number;
}

export interface Refund {
  readonly uuid: string;
  readonly serial: number;
  readonly charge: Charge;
  readonly cents: number;
  readonly requestedAt: number;
  state: TransactionStatus;
}

export type NewLoan = Pick<
  Loan,
  | 'loanId'
  | 'applicationId'
  | 'invitedBy'
  | 'personKey'
  | 'firstName'
  | 'lastName'
  | 'lastFour'
  | 'requestedCents'
  | 'callbackUrl'
  | 'redirectUrl'
>;

export type NewCharge = Omit<Charge, 'uuid' | 'serial' | 'requestedAt' | 'state' | 'statusAt'>;

/** All that the lender knows, in memory. Ids are compared in any case. */
export class Books {
  readonly loans: Loan[] = [];
  readonly charges: Charge[] = [];
  readonly refunds: Refund[] = [];
  readonly #uuids: UpperUuids;
  readonly #now: () => number;
  #serial = 0;

  constructor(uuids: UpperUuids, now: () => number) {
    this.#uuids = uuids;
    this.#now = now;
  }

  addLoan(parts: NewLoan): Loan {
    const persona = personaOf(parts.lastName);
    const loan: Loan = {
      ...parts,
      persona,
      number: String(firstLoanNumber + 97 * this.loans.length),
      createdAt: this.#now(),
      state: stateAfter(persona),
      offers: [],
      selectedOffer: null,
      linkToken: null,
      isPortalActive: false,
      portalEmails: 0,
      increasedTo: null,
    };
    if (loan.state === 'offers') this.priceOffers(loan);
    this.loans.push(loan);
    return loan;
  }

  priceOffers(loan: Loan): void {
    loan.offers = offersFor(loan.requestedCents, loan.persona, () => this.#uuids.next());
  }

  addCharge(parts: NewCharge): Charge {
    const now = this.#now();
    const charge: Charge = {
      ...parts,
      ...this.#newId(),
      requestedAt: now,
      state: 'waiting',
      statusAt: now,
    };
    this.charges.push(charge);
    return charge;
  }

  addRefund(charge: Charge, cents: number, state: TransactionStatus = 'Transferred'): Refund {
    const refund = { ...this.#newId(), charge, cents, requestedAt: this.#now(), state };
    this.refunds.push(refund);
    return refund;
  }

  /** Those that nobody answered within 48 hours have expired. */
  chargesNow(): readonly Charge[] {
    for (const charge of this.charges) {
      const expiresAt = charge.requestedAt + chargeLifetimeMs;
      if (charge.state === 'waiting' && this.#now() >= expiresAt) {
        charge.state = 'expired';
        charge.statusAt = expiresAt;
      }
    }
    return this.charges;
  }

  findLoan(id: string): Loan | undefined {
    return this.loans.find((loan) => loan.loanId === id || loan.applicationId === id);
  }

  findCharge(uuid: string): Charge | undefined {
    return this.chargesNow().find((charge) => isSame(charge.uuid, uuid));
  }

  /** What is left of a charge. */
  unrefunded(charge: Charge): number {
    const standing = this.refunds.filter((each) => each.charge === charge);
    return standing.reduce(
      (left, { cents, state }) => (state === 'Failed' ? left : left - cents),
      charge.cents,
    );
  }

  loanOfOffer(uuid: string): Loan | undefined {
    return this.loans.find(({ offers }) => offers.some((offer) => isSame(offer.uuid, uuid)));
  }

  /** The open application of the same person. */
  duplicateOf(personKey: string): Loan | undefined {
    return this.loans.findLast(
      (loan) =>
        loan.personKey === personKey && (loan.state === 'offers' || loan.state === 'selected'),
    );
  }

  #newId(): { uuid: string; serial: number } {
    this.#serial += 1;
    return { uuid: this.#uuids.next(), serial: this.#serial };
  }
}

function stateAfter({ decision }: Persona): LoanState {
  switch (decision) {
    case 'no_offers':
      return 'declined';
    case 'review':
      return 'review';
    case 'late':
      return 'deciding';
    default:
      return 'offers';
  }
}

export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
