import { randomUUID } from 'node:crypto';
import type {
  ChargeCall,
  ChargeQuery,
  Lender,
  RefundCall,
  SelectCall,
} from '../../server/bff/lender/lender.ts';
import { splitFee } from '../../server/loan-math/fee-split.ts';
import { hourMs } from '../helpers/durations.ts';
import {
  applicantOf,
  merchantUsers,
  type Person,
  type TestedLender,
  type TransactionStatus,
} from './tested-lender.ts';

const { rep, admin } = merchantUsers;
const fees = { merchant_fee_percent: '6.00', platform_fee_percent: '4.00' };
export const chargedCents = 100_000;
export const refundedCents = 40_000;

/** How far an application has come, one step after the other. */
export type Step =
  | 'soft pull'
  | 'select'
  | 'accept terms'
  | 'decline terms'
  | 'suspend'
  | 'invite portal'
  | 'activate portal'
  | 'lose reach'
  | 'lose bank'
  | 'charge'
  | 'approve'
  | 'reject'
  | 'refund'
  | 'wait 49 hours'
  | { move: TransactionStatus };

/** One application and its charge, at a lender. */
export class ScenarioLoan {
  /** Of the application and of the loan. */
  readonly id = randomUUID();
  readonly #tested: TestedLender;
  readonly #lender: Lender;
  readonly #person: Person;
  offerUuid = randomUUID() as string;
  chargeUuid = randomUUID() as string;
  loanNumber: string | null = null;

  constructor(tested: TestedLender, lender: Lender, person: Person) {
    this.#tested = tested;
    this.#lender = lender;
    this.#person = person;
  }

  async take(step: Step): Promise<void> {
    if (typeof step === 'object') await this.#tested.backstage.move(this.chargeUuid, step.move);
    else await this.#steps[step]();
  }

  readonly #steps: Readonly<Record<Extract<Step, string>, () => Promise<unknown>>> = {
    'soft pull': async () => {
      const { offers } = await this.#lender.softPull(this.softPullCall());
      this.offerUuid = offers?.[0]?.offer_uuid ?? this.offerUuid;
    },
    select: () => this.#lender.select(this.selectCall()),
    'accept terms': () => this.#tested.backstage.acceptTerms(this.id),
    'decline terms': () => this.#tested.backstage.declineTerms(this.id),
    suspend: () => this.#tested.backstage.suspend(this.id),
    'invite portal': () => this.#lender.invitePortal({ requestUserId: rep, loanId: this.id }),
    'activate portal': () => this.#tested.backstage.activatePortal(this.id),
    'lose reach': () => this.#tested.backstage.loseReach(this.id),
    'lose bank': () => this.#tested.loseBank(),
    charge: async () => {
      const { paymentRequestUuid } = await this.#lender.createCharge(this.chargeCall());
      this.chargeUuid = paymentRequestUuid;
      const { records } = await this.#lender.charges(this.chargeQuery());
      const own = records.find((record) => record.paymentRequestUuid === paymentRequestUuid);
      this.loanNumber = own?.loanNumber ?? null;
    },
    approve: () => this.#tested.backstage.approve(this.chargeUuid),
    reject: () => this.#tested.backstage.reject(this.chargeUuid),
    refund: () => this.#tested.backstage.refund(this.refundCall()),
    'wait 49 hours': () => this.#tested.backstage.waitHours(49),
  };

  softPullCall(): Parameters<Lender['softPull']>[0] {
    return {
      requestUserId: rep,
      id: this.id,
      applicant: applicantOf(this.#tested, this.#person),
      requestedAmount: '8400.00',
      offerCode: undefined,
      locale: 'en',
      consentIpAddress: '203.0.113.7',
      consentUserAgent: 'Scenarios/1.0',
      callbackUrl: 'http://localhost:1/callbacks/application',
      redirectUrl: 'https://shop.example/checkout',
    };
  }

  selectCall(): SelectCall {
    return {
      requestUserId: rep,
      offerUuid: this.offerUuid,
      amount: undefined,
      isOtherAmount: false,
      redirectUrl: 'https://shop.example/checkout',
      locale: 'en',
    };
  }

  chargeCall(): ChargeCall {
    return {
      requestUserId: rep,
      applicationId: this.id,
      kind: 109,
      cents: chargedCents,
      split: splitFee(chargedCents, fees),
      callbackUrl: 'http://localhost:1/callbacks/transaction',
      paymentIdentifier: this.id,
      description: 'Heat pump',
      idempotencyKey: this.id,
    };
  }

  chargeQuery(): ChargeQuery {
    const now = this.#tested.now();
    return { adminUserId: admin, loanNumber: this.loanNumber, from: now - 72 * hourMs, to: now };
  }

  refundCall(): RefundCall {
    return {
      adminUserId: admin,
      paymentRequestUuid: this.chargeUuid,
      cents: refundedCents,
      split: splitFee(refundedCents, fees),
      callbackUrl: 'http://localhost:1/callbacks/transaction',
      reason: undefined,
      paymentIdentifier: undefined,
      idempotencyKey: randomUUID(),
    };
  }
}
