import { loanCosts } from '../../loan-math/loan-costs.ts';
import { dayMs } from '../../platform/durations.ts';
import type { BureauReport } from './bureau-report.ts';

/**
 * Internal codes (server/lending/DECISIONS.md, Decisions and notices); no answer of the API carries
 * one.
 */
export type DeclineCode =
  | 'SCORE_LOW'
  | 'NO_FILE'
  | 'DTI_HIGH'
  | 'INCOME_LOW'
  | 'ID_UNVERIFIED'
  | 'FROZEN'
  | 'STACKING_OWN'
  | 'STACKING_BUREAU'
  | 'BANKRUPTCY'
  | 'STATE_UNSUPPORTED'
  /** Nothing that the merchant or its offer code has can be offered, whoever applies. */
  | 'NO_PRODUCTS'
  /** Less than any product that could be offered. */
  | 'AMOUNT_LOW'
  /** The report opens none of the products that there are. */
  | 'PRODUCTS_EXCLUDED';

export type CreditTier = 'prime' | 'near_prime';

interface Applicant {
  requested_amount_cents: number;
  /** Gross, as stated. */
  annual_income_cents: number;
  monthly_housing_payment_cents: number;
}

export type CreditDecision =
  | { outcome: 'approved'; tier: CreditTier; maximum_approved_cents: number }
  | { outcome: 'declined'; code: DeclineCode }
  | { outcome: 'review' };

/** What each tier needs and gets, the better one first. */
export const tiers: readonly { tier: CreditTier; least_score: number; maximum_cents: number }[] = [
  { tier: 'prime', least_score: 720, maximum_cents: 50_000_00 },
  { tier: 'near_prime', least_score: 620, maximum_cents: 7_500_00 },
];

const leastAnnualIncomeCents = 12_000_00;
const mostDebtToIncome = 0.5;
const recentLoansThatStack = 2;

/** What a new loan is taken to cost when it is set against income. */
const assessedTerms = {
  interest_rate: '12.99',
  term_months: 60,
  promo_type: 'none',
  promo_months: 0,
  origination_fee_percent: '0.00',
} as const;

/** Decides on a report. `isReviewed`: somebody looked at what calls for a review, and let it pass. */
export function decide(
  report: BureauReport,
  applicant: Applicant,
  { isReviewed = false }: { isReviewed?: boolean } = {},
): CreditDecision {
  if (!isReviewed && (report.is_sanctions_match || report.has_alert)) return { outcome: 'review' };
  const code = hardStop(report);
  if (code !== null) return { outcome: 'declined', code };
  const tier = tiers.find(({ least_score }) => (report.score?.value ?? 0) >= least_score);
  if (tier === undefined) return { outcome: 'declined', code: 'SCORE_LOW' };
  const amountCents = Math.min(applicant.requested_amount_cents, tier.maximum_cents);
  const unaffordable = affordability(report, applicant, amountCents);
  if (unaffordable !== null) return { outcome: 'declined', code: unaffordable };
  return { outcome: 'approved', tier: tier.tier, maximum_approved_cents: tier.maximum_cents };
}

function hardStop(report: BureauReport): DeclineCode | null {
  if (report.file === 'frozen') return 'FROZEN';
  if (report.is_deceased || !report.is_identity_verified) return 'ID_UNVERIFIED';
  if (report.file === 'none' || report.score === null) return 'NO_FILE';
  if (report.has_bankruptcy) return 'BANKRUPTCY';
  return report.recent_loan_count >= recentLoansThatStack ? 'STACKING_BUREAU' : null;
}

function affordability(
  report: BureauReport,
  applicant: Applicant,
  amountCents: number,
): 'INCOME_LOW' | 'DTI_HIGH' | null {
  const incomeCents = report.annual_income_cents ?? applicant.annual_income_cents;
  if (incomeCents < leastAnnualIncomeCents) return 'INCOME_LOW';
  const obligations = report.monthly_obligations_cents ?? applicant.monthly_housing_payment_cents;
  const payment = loanCosts(amountCents, assessedTerms).monthly_payment_cents;
  return (obligations + payment) * 12 > incomeCents * mostDebtToIncome ? 'DTI_HIGH' : null;
}

const windowMs = 30 * dayMs;
const loansThatStack = 2;

/** A loan of the same person with the same sponsor. */
interface OwnLoan {
  accepted_at: number;
  is_open: boolean;
}

/**
 * True if another loan would be one too many (server/lending/DECISIONS.md, Soft pull): two open
 * loans accepted in the last 30 days. Times are epoch ms.
 */
export function stacksOwnLoans(loans: readonly OwnLoan[], now: number): boolean {
  const counted = loans.filter((loan) => loan.is_open && now - loan.accepted_at < windowMs);
  return counted.length >= loansThatStack;
}
