import { addDays, type CalendarDate } from '../../platform/calendar/calendar-date.ts';
import { easternDate, easternInstant } from '../../platform/calendar/eastern-time.ts';

export interface LoanBalance {
  /** Null while the terms are not accepted. */
  credit_limit_cents: number | null;
  amount_spent_cents: number;
  pending_charge_amount_cents: number;
  /** Refunded after the purchase window, so not to be spent again. */
  unrestored_spend_cents: number;
}

/**
 * What may still be charged; nothing without a limit. Consumer repayments never add to it, refunds
 * do while the purchase window is open, which a final charge has ended
 * (server/lending/DECISIONS.md, Refunds): the limit may then be more than what is spent and
 * available.
 */
export function availableSpend(loan: LoanBalance): number {
  if (loan.credit_limit_cents === null) return 0;
  const used = loan.amount_spent_cents + loan.pending_charge_amount_cents;
  return loan.credit_limit_cents - used - loan.unrestored_spend_cents;
}

interface PurchaseWindow {
  /** The last day on which charges may be made. */
  end_date: CalendarDate;
  /** The end of that day in New York, epoch ms; from then on nothing may be charged. */
  ends_at: number;
}

/** The window that opens with the acceptance (epoch ms) of the terms. */
export function purchaseWindow(acceptedAt: number, days: number): PurchaseWindow {
  const endDate = addDays(easternDate(acceptedAt), days);
  return { end_date: endDate, ends_at: easternInstant(endDate, 24) };
}

/** The last day of a window that ends at an instant (epoch ms). */
export function purchaseWindowEndDate(endsAt: number): CalendarDate {
  return easternDate(endsAt - 1);
}

/**
 * The ten-digit number that people read out: nine digits, none of them leading zero, and a Luhn
 * check digit.
 *
 * @example loanNumber('734205518') => '7342055188'
 */
export function loanNumber(nineDigits: string): string {
  const body = nineDigits.replace(/^0/, '1');
  return `${body}${luhnDigit(body)}`;
}

/** As people read it: `'7342055188' => '7342 055 188'`. */
export function formatLoanNumber(digits: string): string {
  return digits.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
}

function luhnDigit(digits: string): string {
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}
