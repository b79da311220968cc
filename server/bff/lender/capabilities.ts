import type { FeeSplit } from '../../loan-math/fee-split.ts';
import type { Cents } from '../../platform/money.ts';
import type { ChargeReading } from './lender.ts';

/** What a lender may be able to do, and the BFF does without. One that lacks it lacks its method. */
export interface LenderCapabilities {
  /** What is left to refund of a loan's charges. */
  refundable?(query: RefundableQuery): Promise<RefundableList>;
  /** Never repeated, unless it is known that nothing happened. */
  refund?(call: RefundCall): Promise<RefundAnswer>;
  /** Of an account on which nothing is spent. */
  cancelAccount?(call: AccountCall): Promise<void>;
  /** Once an account. */
  increaseCreditLine?(call: AccountCall & { cents: Cents }): Promise<void>;
  /** For the consumer, where the lender has enabled it for the sponsor. */
  approveOnBehalf?(call: ApprovalCall): Promise<ApprovalAnswer>;
  settlement?(query: SettlementQuery): Promise<SettlementReading>;
}

export interface RefundableQuery {
  /** A merchant user who may see the loan. */
  requestUserId: string;
  applicationId: string;
}

export interface RefundableList {
  readonly records: readonly RefundableRecord[];
  /** The list came to its end, and no row was left out. */
  readonly isWhole: boolean;
}

/** What could not be read of a row is null. */
export interface RefundableRecord {
  readonly paymentRequestUuid: string | null;
  readonly paymentIdentifier: string | null;
  /** 109, 111 or 113. */
  readonly kind: number | null;
  /** Of the charge. */
  readonly cents: Cents | null;
  readonly maximumRefundableCents: Cents | null;
  readonly isSettled: boolean | null;
  /** Of an unsettled charge only all can be refunded. */
  readonly isPartialAllowed: boolean | null;
}

export interface RefundCall {
  adminUserId: string;
  /** Of the charge. */
  paymentRequestUuid: string;
  cents: Cents;
  split: FeeSplit;
  callbackUrl: string;
  reason: string | undefined;
  paymentIdentifier: string | undefined;
  idempotencyKey: string;
}

export interface RefundAnswer {
  /** The refund's own id. */
  readonly refundUuid: string | null;
  readonly reading: ChargeReading | null;
  /** What is left of the charge after it. */
  readonly maximumRefundableCents: Cents | null;
}

export interface AccountCall {
  requestUserId: string;
  applicationId: string;
}

export interface ApprovalCall {
  requestUserId: string;
  paymentRequestUuid: string;
  /** How the consumer authorised it, by the lender's word, and where that is kept. */
  authorization: { method: string; reference: string } | undefined;
}

export interface ApprovalAnswer {
  /** `approved` where the answer does not say more. */
  readonly reading: ChargeReading;
}

export interface SettlementQuery {
  adminUserId: string;
  paymentRequestUuid: string;
}

export interface SettlementReading {
  readonly isSettled: boolean | null;
  readonly reading: ChargeReading | null;
  readonly settledAt: string | null;
}
