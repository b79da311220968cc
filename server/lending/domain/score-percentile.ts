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
