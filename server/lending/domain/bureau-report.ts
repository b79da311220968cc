/** Key factors of a score, as codes; the notice's texts put them into words. */
export type ScoreFactor =
  | 'delinquent_obligations'
  | 'recent_inquiries'
  | 'high_utilization'
  | 'short_history'
  | 'collections';

/** What the bureau says about a person. Personal data: it is stored sealed only. */
export interface BureauReport {
  /** The consumer reporting agency, named in notices. */
  agency: { name: string; address: string; phone: string };
  file: 'found' | 'none' | 'frozen';
  score: CreditScore | null;
  is_identity_verified: boolean;
  is_deceased: boolean;
  has_bankruptcy: boolean;
  /** A fraud or active-duty alert: somebody must look at it. */
  has_alert: boolean;
  is_sanctions_match: boolean;
  /** A covered borrower under the Military Lending Act. */
  is_military_covered: boolean;
  /** What the consumer owes a month, housing included; null when the report does not say. */
  monthly_obligations_cents: number | null;
  /** Null when the report does not say; then the stated income counts. */
  annual_income_cents: number | null;
  /** Loans of this kind that other lenders opened in the last 30 days. */
  recent_loan_count: number;
}

/** A report with the time at which the bureau gave it; it may be decided on for days. */
export interface ObtainedReport extends BureauReport {
  /** Epoch ms. */
  obtained_at: number;
}

interface CreditScore {
  value: number;
  lowest: number;
  highest: number;
  model: string;
  /** At most four, the weightiest first, then the number of inquiries when it counts. */
  factors: readonly ScoreFactor[];
}

/** Documents with data of a consumer report: they are the consumer's, and no sponsor or merchant gets them. */
const consumerOnly: ReadonlySet<string> = new Set([
  'credit_score_disclosure_h4',
  'credit_score_disclosure_h5',
]);

export function isForSponsor({ type }: { type: string }): boolean {
  return !consumerOnly.has(type);
}

/** Share of consumers below a score, for the model of the sandbox's bureau: [score, percent]. */
const distribution: readonly (readonly [score: number, percent: number])[] = [
  [300, 0],
  [500, 7],
  [550, 13],
  [600, 22],
  [650, 34],
  [700, 49],
  [750, 66],
  [800, 84],
  [850, 99],
];

/**
 * The percent of consumers with a lower score, for the disclosure of 12 CFR 1022.74.
 *
 * @example scorePercentile(780) => 77
 */
export function scorePercentile(score: number): number {
  const above = distribution.findIndex(([each]) => score < each);
  const [low, high] = [distribution[above - 1], distribution[above]];
  if (above === 0) return 0;
  if (low === undefined || high === undefined) return 99;
  const share = (score - low[0]) / (high[0] - low[0]);
  return Math.round(low[1] + share * (high[1] - low[1]));
}
