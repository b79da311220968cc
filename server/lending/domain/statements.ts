import type { TransactionDescription, TransactionStatus } from '../../lending-api/statuses.ts';
import { addDays, addMonths, type CalendarDate } from '../../platform/calendar/calendar-date.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import {
  chargeItems,
  refundItems,
  type Split,
  type TransactionItem,
} from './funding/transaction-items.ts';

/** `YYYY-MM`: whatever settles in it, in America/New_York, is on one statement. */
export type StatementMonth = string;

/** The month of an instant (epoch ms). */
export function statementMonth(at: number): StatementMonth {
  return easternDate(at).slice(0, 7);
}

/**
 * The id of a merchant's statement of a month.
 *
 * @example statementId('2026-03') => 202603
 */
export function statementId(month: StatementMonth): number {
  return Number(month.replace('-', ''));
}

const statementIdPattern = /^(\d{4})(\d{2})$/;

/**
 * The month that an id names, or undefined for a text that is none.
 *
 * @example monthOfStatement('202603') => '2026-03'
 */
export function monthOfStatement(id: string): StatementMonth | undefined {
  const [, year, month] = statementIdPattern.exec(id) ?? [];
  return year !== undefined && month !== undefined ? `${year}-${month}` : undefined;
}

/**
 * The number on a merchant's statement of a month.
 *
 * @example statementNumber('3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10', '2026-03') => 'ST-202603-3F0C2A587F7E'
 */
export function statementNumber(merchantId: string, month: StatementMonth): string {
  const merchant = merchantId.replaceAll('-', '').slice(0, 12).toUpperCase();
  return `ST-${statementId(month)}-${merchant}`;
}

interface StatementPeriod {
  /** First and last day of the month. */
  period_start: CalendarDate;
  period_end: CalendarDate;
  /** The day after: until then the statement is open. */
  issued_date: CalendarDate;
}

export function statementPeriod(month: StatementMonth): StatementPeriod {
  const period_start = `${month}-01`;
  const issued_date = addMonths(period_start, 1);
  return { period_start, period_end: addDays(issued_date, -1), issued_date };
}

/** Every month from the first to the last, the last one first; none when the first comes later. */
export function monthsDownTo(first: StatementMonth, last: StatementMonth): StatementMonth[] {
  const months: StatementMonth[] = [];
  for (let month = last; month >= first; month = addMonths(`${month}-01`, -1).slice(0, 7)) {
    months.push(month);
  }
  return months;
}

/** What moved between merchant and lender: a `return` is a charge that came back after its transfer. */
export type StatementEntryKind = 'charge' | 'refund' | 'return';

/**
 * What a transaction that has just moved brings on a statement, if anything: it counts when it is
 * Transferred, and again when it comes back after that.
 */
export function entryKindOf({
  status,
  settled_at,
  transaction_description,
}: {
  status: TransactionStatus;
  settled_at: number | null;
  transaction_description: TransactionDescription;
}): StatementEntryKind | undefined {
  if (status === 'Transferred') return transaction_description === 115 ? 'refund' : 'charge';
  return status === 'Reversed' && settled_at !== null ? 'return' : undefined;
}

/** The legs of an entry; those of a return are named as a refund's. */
export function entryItems({
  kind,
  ...split
}: Split & { kind: StatementEntryKind }): TransactionItem[] {
  return kind === 'charge' ? chargeItems(split) : refundItems(split);
}

/** What is left of a charge after its refunds: so much of it can come back. */
export function leftOf(charge: Split, refunded: Split): Split {
  return {
    consumer_charge_amount_cents:
      charge.consumer_charge_amount_cents - refunded.consumer_charge_amount_cents,
    net_to_merchant_amount_cents:
      charge.net_to_merchant_amount_cents - refunded.net_to_merchant_amount_cents,
    net_platform_fee_cents: charge.net_platform_fee_cents - refunded.net_platform_fee_cents,
    net_to_sponsor_amount_cents:
      charge.net_to_sponsor_amount_cents - refunded.net_to_sponsor_amount_cents,
  };
}

/** Sums of a statement; all but the count are cents and none is negative. */
export interface StatementTotals {
  transaction_count: number;
  consumer_charges_cents: number;
  consumer_refunds_cents: number;
  merchant_fees_cents: number;
  fee_credits_cents: number;
}

export const noTotals: StatementTotals = {
  transaction_count: 0,
  consumer_charges_cents: 0,
  consumer_refunds_cents: 0,
  merchant_fees_cents: 0,
  fee_credits_cents: 0,
};

/** What one entry adds: the merchant fee is the platform's part of it and the sponsor's. */
export function totalsOf({
  kind,
  consumer_charge_amount_cents: amount,
  net_platform_fee_cents,
  net_to_sponsor_amount_cents,
}: Split & { kind: StatementEntryKind }): StatementTotals {
  const fee = net_platform_fee_cents + net_to_sponsor_amount_cents;
  const own =
    kind === 'charge'
      ? { consumer_charges_cents: amount, merchant_fees_cents: fee }
      : { consumer_refunds_cents: amount, fee_credits_cents: fee };
  return { ...noTotals, transaction_count: 1, ...own };
}

export function sumOf(entries: readonly (Split & { kind: StatementEntryKind })[]): StatementTotals {
  return entries.map(totalsOf).reduce(
    (sum, next) => ({
      transaction_count: sum.transaction_count + next.transaction_count,
      consumer_charges_cents: sum.consumer_charges_cents + next.consumer_charges_cents,
      consumer_refunds_cents: sum.consumer_refunds_cents + next.consumer_refunds_cents,
      merchant_fees_cents: sum.merchant_fees_cents + next.merchant_fees_cents,
      fee_credits_cents: sum.fee_credits_cents + next.fee_credits_cents,
    }),
    noTotals,
  );
}

/** What the merchant is owed; negative when it owes. */
export function netToMerchant({
  consumer_charges_cents,
  consumer_refunds_cents,
  merchant_fees_cents,
  fee_credits_cents,
}: StatementTotals): number {
  return consumer_charges_cents - consumer_refunds_cents - merchant_fees_cents + fee_credits_cents;
}
