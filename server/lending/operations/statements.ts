import type { Statement, StatementDetail, StatementLine } from '../../lending-api/statements.ts';
import { formatCents } from '../../platform/money.ts';
import type { LendingContext, Sponsor } from '../context.ts';
import { timestamp } from '../domain/formats.ts';
import {
  entryItems,
  monthOfStatement,
  monthsDownTo,
  netToMerchant,
  noTotals,
  type StatementMonth,
  type StatementTotals,
  statementId,
  statementMonth,
  statementNumber,
  statementPeriod,
  sumOf,
} from '../domain/statements.ts';
import { LendingError } from '../errors.ts';
import { findMerchant } from '../store/merchants.ts';
import type { MerchantRow } from '../store/schema/merchants.ts';
import {
  firstDueMonth,
  listStatementEntries,
  type StatementEntry,
  type StatementScope,
  statementTotals,
} from '../store/statements.ts';
import { actingUser } from './acting-user.ts';

/** The monthly statements of a user's merchant. @throws as `visibleStatements()` does */
export async function listStatements(
  context: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
): Promise<Statement[]> {
  const visible = await visibleStatements(context, sponsor, requestUserId);
  const totals = await statementTotals(context.database.query, visible.scope);
  return visible.months.map((month) => toStatement(visible, month, totals.get(month) ?? noTotals));
}

/** One statement with its lines. @throws as `openStatement()` does */
export async function retrieveStatement(
  context: LendingContext,
  sponsor: Sponsor,
  name: StatementName,
): Promise<StatementDetail> {
  const { merchant, statement, entries } = await openStatement(context, sponsor, name);
  const user = encodeURIComponent(name.request_user_id);
  return {
    ...statement,
    platform_merchant_id: merchant.id,
    business_name: merchant.business_name,
    lines: entries.flatMap(statementLines),
    document_url: `${context.config.publicUrl}/statements/${user}/${statement.id}`,
  };
}

/** Whose statement, and which. */
interface StatementName {
  request_user_id: string;
  id: string;
}

export interface OpenStatement {
  merchant: MerchantRow;
  statement: Statement;
  /** In the order in which the money moved. */
  entries: readonly StatementEntry[];
  /** True if the user sees only what its own consumers brought. */
  isOwnOnly: boolean;
}

/**
 * One statement with what is on it.
 * @throws LendingError `not_found`, for a month without a statement too, and as `visibleStatements()`
 */
export async function openStatement(
  context: LendingContext,
  sponsor: Sponsor,
  { request_user_id, id }: StatementName,
): Promise<OpenStatement> {
  const visible = await visibleStatements(context, sponsor, request_user_id);
  const month = monthOfStatement(id);
  if (month === undefined || !visible.months.includes(month)) {
    throw new LendingError('not_found', 'Not found.');
  }
  const { merchant, scope } = visible;
  const entries = await listStatementEntries(context.database.query, scope, month);
  return {
    merchant,
    statement: toStatement(visible, month, sumOf(entries)),
    entries,
    isOwnOnly: scope.invitedBy !== undefined,
  };
}

/** The statements of a user's merchant, as far as the user may see them. */
interface VisibleStatements {
  merchant: MerchantRow;
  scope: StatementScope;
  /** The newest first; the first of them is still open. */
  months: readonly StatementMonth[];
  /**
   * This month, or one that has ended while something that is due in it is not on its statement yet:
   * the service or the processor was down.
   */
  openFrom: StatementMonth;
}

/**
 * There is a statement of every month since the merchant became active.
 * @throws LendingError `not_found` for an unknown user and `forbidden` for one that is not active
 */
async function visibleStatements(
  { database, clock }: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
): Promise<VisibleStatements> {
  const { user, reach } = await actingUser(database.query, {
    sponsorId: sponsor.id,
    requestUserId,
    action: 'view_consumers',
    namedIn: 'path',
  });
  const merchant = await findMerchant(database.query, sponsor.id, user.merchant_id);
  if (!merchant) throw new LendingError('not_found', 'Not found.');
  const scope = {
    sponsorId: sponsor.id,
    merchantId: merchant.id,
    invitedBy: reach === 'own' ? user.user_id : undefined,
  };
  const now = clock.now(sponsor.id);
  const firstDue = await firstDueMonth(database.query, sponsor.id, now);
  const openFrom = firstDue ?? statementMonth(now);
  return { merchant, scope, openFrom, months: monthsOf(merchant, now) };
}

function monthsOf({ activated_at }: MerchantRow, now: number): StatementMonth[] {
  return activated_at === null
    ? []
    : monthsDownTo(statementMonth(activated_at), statementMonth(now));
}

/** A statement as the list shows it: Open while something can come on it, Issued ever after. */
function toStatement(
  { merchant, openFrom }: Pick<VisibleStatements, 'merchant' | 'openFrom'>,
  month: StatementMonth,
  sums: StatementTotals,
): Statement {
  return {
    id: statementId(month),
    statement_number: statementNumber(merchant.id, month),
    ...statementPeriod(month),
    status: month >= openFrom ? 'Open' : 'Issued',
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
function statementLines(entry: StatementEntry): StatementLine[] {
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
