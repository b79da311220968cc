import { Exact } from './rate.ts';

/** Equal payments one unit-period apart. */
export interface PaymentRun {
  amount_cents: number;
  count: number;
  /** Whole unit-periods from the advance to the first of them. */
  first_unit_period: number;
  /** The odd part of a unit-period before those, 0 when there is none. */
  odd_fraction?: number;
}

export interface AdvanceAndPayments {
  amount_financed_cents: number;
  payments: readonly PaymentRun[];
  unit_periods_per_year: number;
}

const firstBracket = 1e-10;
const highestRatePerUnitPeriod = 1e6;

/** Far more than the error of a rate found in doubles, in percent. */
const roundingMargin = 1e-6;

/**
 * The annual percentage rate in percent by the actuarial method of Regulation Z, Appendix J: the
 * rate at which the payments are worth the amount financed. Exact to far below 1e-12.
 * @throws RangeError when the payments sum to less than the amount financed
 */
export function solveApr(loan: AdvanceAndPayments): Exact {
  if (isFree(loan)) return new Exact(0);
  return refine(loan, roughRate(loan)).times(loan.unit_periods_per_year).times(100);
}

/**
 * The annual percentage rate as it is disclosed: two decimals, half rounded up.
 * @throws as solveApr() does
 * @example disclosedApr(loan) => '12.99'
 */
export function disclosedApr(loan: AdvanceAndPayments): string {
  if (isFree(loan)) return '0.00';
  const rough = roughRate(loan) * loan.unit_periods_per_year * 100;
  // Only next to a half cent of a percent can the digits that doubles lack make a difference.
  const isNearHalf = Math.abs(((rough * 100) % 1) - 0.5) < roundingMargin * 100;
  return isNearHalf ? solveApr(loan).toFixed(2) : rough.toFixed(2);
}

function isFree({ amount_financed_cents, payments }: AdvanceAndPayments): boolean {
  const total = payments.reduce((sum, run) => sum + run.amount_cents * run.count, 0);
  if (total < amount_financed_cents || amount_financed_cents <= 0) {
    throw new RangeError('The payments must sum to at least the amount financed.');
  }
  return total === amount_financed_cents;
}

// Doubles find the rate; decimals prove it by a bracket and give it the digits that doubles lack.
function refine(loan: AdvanceAndPayments, guess: number): Exact {
  for (let width = firstBracket; ; width *= 100) {
    const low = Exact.max(new Exact(guess).minus(width), firstBracket / 100);
    const high = new Exact(guess).plus(width);
    const above = exactWorth(loan, low).minus(loan.amount_financed_cents);
    const below = exactWorth(loan, high).minus(loan.amount_financed_cents);
    if (above.gte(0) && below.lte(0)) {
      return low.plus(high.minus(low).times(above).div(above.minus(below)));
    }
  }
}

function roughRate(loan: AdvanceAndPayments): number {
  let low = 0;
  let high = 1;
  while (worth(loan, high) > loan.amount_financed_cents) {
    high *= 2;
    if (high > highestRatePerUnitPeriod) throw new RangeError('The payments have no rate.');
  }
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (worth(loan, middle) > loan.amount_financed_cents) low = middle;
    else high = middle;
  }
}

function worth({ payments }: AdvanceAndPayments, rate: number): number {
  let sum = 0;
  for (const { amount_cents, count, first_unit_period, odd_fraction = 0 } of payments) {
    const annuity = count === 1 ? 1 : (-Math.expm1(-count * Math.log1p(rate)) * (1 + rate)) / rate;
    const start = (1 + odd_fraction * rate) * (1 + rate) ** first_unit_period;
    sum += (amount_cents * annuity) / start;
  }
  return sum;
}

function exactWorth({ payments }: AdvanceAndPayments, rate: Exact): Exact {
  const growth = rate.plus(1);
  let sum = new Exact(0);
  for (const { amount_cents, count, first_unit_period, odd_fraction = 0 } of payments) {
    const annuity = count === 1 ? 1 : exactAnnuity(growth, count);
    const start = rate.times(odd_fraction).plus(1).times(growth.pow(first_unit_period));
    sum = sum.plus(new Exact(amount_cents).times(annuity).div(start));
  }
  return sum;
}

function exactAnnuity(growth: Exact, count: number): Exact {
  const discount = new Exact(1).minus(new Exact(1).div(growth.pow(count)));
  return discount.times(growth).div(growth.minus(1));
}
