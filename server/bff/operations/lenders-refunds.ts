import type { BffContext } from '../context.ts';
import { type Charge, REFUND } from '../domain/charge.ts';
import { allCharges, type Checkout } from '../domain/checkout.ts';
import {
  type ChargeFinding,
  type ChargeUpdate,
  isOfLoan,
  type LoanNames,
  loanNamesOf,
} from '../domain/find-charge.ts';
import type { KnownRefunds } from '../domain/find-refund.ts';
import { isRefunded } from '../domain/refund-owner.ts';
import type { ChargeRecord } from '../lender/lender.ts';
import { chargesByCheckout } from '../store/charges.ts';
import { checkoutsOfApplications } from '../store/checkouts.ts';
import { refundsByCheckout, refundsNamed } from '../store/refunds.ts';

/** What is known of a checkout's loan, also of the other checkouts of the same person that share it. */
export async function knownRefunds(
  { database: { query } }: Pick<BffContext, 'database'>,
  checkout: Checkout,
  loan: LoanNames,
): Promise<KnownRefunds> {
  const sharing = await checkoutsOfApplications(query, [loan.externalApplicationId]);
  const others = sharing.filter((id) => id !== checkout.id);
  const charges = await chargesByCheckout(query, others);
  const refunds = await refundsByCheckout(query, others);
  return {
    loan,
    charges: [...allCharges(checkout), ...[...charges.values()].flat()],
    refunds: [...checkout.refunds, ...[...refunds.values()].flat()],
  };
}

/** The same with what the lender's records say: the loan's number, and refunds that their ids name. */
export async function knownByRecords(
  { database: { query } }: Pick<BffContext, 'database'>,
  { publishableKey }: Checkout,
  { known, records }: { known: KnownRefunds; records: readonly ChargeRecord[] },
): Promise<KnownRefunds> {
  const { charges, refunds } = known;
  const loan = loanNamesOf(known.loan, charges, records);
  const rows = records.filter((row) => row.kind === REFUND && isOfLoan(row, loan) !== false);
  if (rows.length === 0) return { loan, charges, refunds };
  const named = await refundsNamed(query, publishableKey, {
    uuids: rows.flatMap(({ paymentRequestUuid }) => paymentRequestUuid ?? []),
    identifiers: rows.flatMap(({ paymentIdentifier }) => paymentIdentifier ?? []),
  });
  const ids = new Set(refunds.map(({ id }) => id));
  return { loan, charges, refunds: [...refunds, ...named.filter(({ id }) => !ids.has(id))] };
}

interface ReversedCharge<Finding> {
  loan: LoanNames;
  charge: Charge;
  finding: Finding;
  records: readonly ChargeRecord[];
}

/** What is found of a charge; `refunded` where its money went back by refunds. */
export async function orRefunded<Finding extends ChargeFinding>(
  context: Pick<BffContext, 'database'>,
  checkout: Checkout,
  { loan, charge, finding, records }: ReversedCharge<Finding>,
): Promise<Finding | ChargeUpdate> {
  if (typeof finding !== 'object' || finding.state !== 'reversed') return finding;
  const stored = await knownRefunds(context, checkout, loan);
  const known = await knownByRecords(context, checkout, { known: stored, records });
  return isRefunded(charge, records, known) ? { ...finding, state: 'refunded' } : finding;
}
