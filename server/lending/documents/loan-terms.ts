import type { LoanCosts } from '../../loan-math/loan-costs.ts';

/** Everything that the documents of one loan say, as it is on the day they are shown. */
export interface LoanTerms {
  readonly applicant_name: string;
  readonly merchant_name: string;
  /** consumer_application_human_readable_id */
  readonly loan_number: string;
  /** USPS code of the state of residence. */
  readonly state: string;
  readonly credit_limit_cents: number;
  readonly costs: LoanCosts;
  /** Percent a year. */
  readonly interest_rate: string;
  readonly late_fee_cents: number;
  /** `YYYY-MM-DD`, estimates: the loan is taken as paid out today. */
  readonly first_payment_date: string;
  readonly last_payment_date: string;
  readonly purchase_window_end_date: string;
  readonly purchase_window_days: number;
  /** Mandatory beside the payment of a promotion; null without one. */
  readonly promo_disclosure: string | null;
  readonly hard_inquiry_on_accept: boolean;
  readonly mla_covered: boolean;
  readonly score: ScoreDisclosure | null;
  /** The consumer reporting agency's name. */
  readonly bureau_name: string;
  /** The day the texts are taken of, `YYYY-MM-DD`. */
  readonly on_date: string;
}

/** What the Truth in Lending box and its itemization say. */
export type TilaTerms = Pick<
  LoanTerms,
  | 'applicant_name'
  | 'merchant_name'
  | 'loan_number'
  | 'credit_limit_cents'
  | 'costs'
  | 'late_fee_cents'
  | 'first_payment_date'
  | 'last_payment_date'
  | 'on_date'
>;

export interface ScoreDisclosure {
  readonly score: number;
  readonly lowest: number;
  readonly highest: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** Percent of consumers with a lower score. */
  readonly percentile: number;
}
