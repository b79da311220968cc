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
