/** Documents with data of a consumer report: they are the consumer's, and no sponsor or merchant gets them. */
const CONSUMER_ONLY: ReadonlySet<string> = new Set([
  'credit_score_disclosure_h4',
  'credit_score_disclosure_h5',
]);

export function isForSponsor({ type }: { type: string }): boolean {
  return !CONSUMER_ONLY.has(type);
}
