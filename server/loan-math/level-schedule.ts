import { rateInThousandths } from './rate.ts';

/** A monthly rate of 1 in thousandths of a percent a year. */
const oneMonthly = 12 * 100_000;

/** A loan that is paid back in equal monthly payments, the first one month after it is paid out. */
export interface LevelLoan {
  principal_cents: number;
  /** Percent a year, `12.99`. */
  interest_rate: string;
  number_of_payments: number;
}

export interface ScheduleRow {
  payment_cents: number;
  interest_cents: number;
  principal_cents: number;
  balance_cents: number;
}

export interface LevelSchedule {
  rows: readonly ScheduleRow[];
  monthly_payment_cents: number;
  /** The remaining balance with its interest: it takes up all rounding. */
  final_payment_cents: number;
  total_of_payments_cents: number;
}

/**
 * The schedule of a loan: a payment rounded to the cent, interest rounded each month. Over many
 * months a payment that was rounded up can end a small loan early: it then has fewer rows.
 * @throws RangeError when the payment would not cover the interest of the first month
 */
export function levelSchedule(loan: LevelLoan): LevelSchedule {
  const rows: ScheduleRow[] = [];
  const rate = rateInThousandths(loan.interest_rate);
  const monthly = levelPayment(loan, rate);
  let balance = loan.principal_cents;
  while (balance > 0) {
    const interest = interestAt(balance, rate);
    const isLast = rows.length + 1 === loan.number_of_payments || balance + interest <= monthly;
    const payment = isLast ? balance + interest : monthly;
    balance -= payment - interest;
    rows.push({
      payment_cents: payment,
      interest_cents: interest,
      principal_cents: payment - interest,
      balance_cents: balance,
    });
  }
  const final = rows.at(-1)?.payment_cents ?? 0;
  return {
    rows,
    monthly_payment_cents: monthly,
    final_payment_cents: final,
    total_of_payments_cents: monthly * (rows.length - 1) + final,
  };
}

/** One month's interest on a balance, half a cent rounded up. */
export function monthlyInterest(balanceCents: number, interestRate: string): number {
  return interestAt(balanceCents, rateInThousandths(interestRate));
}

function interestAt(balanceCents: number, thousandths: number): number {
  return Math.floor((balanceCents * thousandths + oneMonthly / 2) / oneMonthly);
}

function levelPayment(loan: LevelLoan, thousandths: number): number {
  const { principal_cents, number_of_payments } = loan;
  const { numerator, denominator } = paymentFactor(thousandths, number_of_payments);
  // Exact to the half cent, which is rounded up: loans of few payments come to lie on one.
  const twice = 2n * BigInt(principal_cents) * numerator + denominator;
  const cents = Number(twice / (2n * denominator));
  if (cents <= interestAt(principal_cents, thousandths)) {
    throw new RangeError('A payment must be more than the interest of the first month.');
  }
  return cents;
}

interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** A rate sheet has few pairs of rate and term, and their powers take longer than all the rest. */
const paymentFactors = new Map<string, Fraction>();
const mostFactors = 1_000;

/** The monthly payment for each cent of principal. */
function paymentFactor(thousandths: number, count: number): Fraction {
  const key = `${thousandths}/${count}`;
  const known = paymentFactors.get(key);
  if (known) return known;
  const factor =
    thousandths === 0 ? { numerator: 1n, denominator: BigInt(count) } : annuity(thousandths, count);
  if (paymentFactors.size < mostFactors) paymentFactors.set(key, factor);
  return factor;
}

/** `r (1 + r)^n / ((1 + r)^n - 1)` for a monthly rate `r` of so many thousandths of a percent a year. */
function annuity(thousandths: number, count: number): Fraction {
  const rate = BigInt(thousandths);
  const one = BigInt(oneMonthly);
  const growth = (one + rate) ** BigInt(count);
  return { numerator: rate * growth, denominator: one * (growth - one ** BigInt(count)) };
}
