import type { Cents } from '../../platform/money.ts';

/**
 * `asked`: whether the lender has raised the limit is not known. `unresolved`: that cannot be told,
 * since the lender says no limit; it may be asked again, as it raises a limit once.
 */
type LimitIncreaseState = 'asked' | 'done' | 'unresolved';

/** The one credit line increase of an account (Sponsor Lending API, consumer accounts). */
export interface LimitIncrease {
  readonly state: LimitIncreaseState;
  /** The new limit. */
  readonly cents: Cents;
  /** Until then its call may still be on its way (epoch milliseconds on the BFF's own clock). */
  readonly deadlineAt: number;
}
