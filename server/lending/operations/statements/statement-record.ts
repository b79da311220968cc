import type { Statement, StatementLine } from '../../../lending-api/statements.ts';
import { formatCents } from '../../../platform/money.ts';
import {
  entryItems,
  statementId,
  type StatementMonth,
  statementMonth,
  statementNumber,
  statementPeriod,
  netToMerchant,
  type StatementTotals,
} from '../../domain/statements.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { StatementEntry } from '../../store/statements.ts';
import type { VisibleStatements } from './visible-statements.ts';

/** A statement as the list shows it: Open while its month lasts, Issued ever after. */
export function statementRecord(
  { merchant, now }: Pick<VisibleStatements, 'merchant' | 'now'>,
  month: StatementMonth,
  sums: StatementTotals,
): Statement {
  return {
    id: statementId(month),
    statement_number: statementNumber(merchant.id, month),
    ...statementPeriod(month),
    status: month === statementMonth(now) ? 'Open' : 'Issued',
    currency: 'USD',
    transaction_count: sums.transaction_count,
    total_consumer_charges: formatCents(sums.consumer_charges_cents),
    total_consumer_refunds: formatCents(sums.consumer_refunds_cents),
    total_merchant_fees: formatCents(sums.merchant_fees_cents),
    total_fee_credits: formatCents(sums.fee_credits_cents),
    net_to_merchant_amount: formatCents(netToMerchant(sums)),
  };
}

/** The legs of an entry, a line each. */
export function statementLines(entry: StatementEntry): StatementLine[] {
  return entryItems(entry).map(({ transaction_type, transaction_amount_cents }) => ({
    payment_request_uuid: entry.charge_request_id,
    consumer_application_human_readable_id: entry.consumer_application_human_readable_id,
    transaction_description: entry.transaction_description,
    transaction_type,
    transaction_amount: formatCents(transaction_amount_cents),
    created: timestamp(entry.created_at),
    settled_at: timestamp(entry.settled_at),
  }));
}
