import { createChargeRequestRoute } from '../../../lending-api/payment-requests.ts';
import { formatCents, splitFee } from '../../../platform/money.ts';
import type { LendingContext } from '../../context.ts';
import type { Split } from '../../domain/funding/transaction-items.ts';
import { noteLint } from '../lint/note-lint.ts';
import type { ApplicationTable } from '../../store/schema.ts';
import { selectedOffer } from '../applications/loan-application-record.ts';
import { productOf } from '../applications/offerable-products.ts';

const operation = `POST ${createChargeRequestRoute.getRoutingPath()}`;

/**
 * Notes a split that balances but is not the product's: it is taken, since only its balance is
 * asked for, and the sandbox says so.
 */
export async function noteFeeDeviation(
  context: LendingContext,
  loan: ApplicationTable,
  sent: Split,
): Promise<void> {
  const product = selectedOffer(loan);
  if (product === null) return;
  const { consumer_charge_amount_cents, ...parts } = sent;
  const expected = splitFee(consumer_charge_amount_cents, productOf(product.product_id));
  const names = Object.keys(parts) as (keyof typeof parts)[];
  const findings = names
    .filter((name) => parts[name] !== expected[name])
    .map((name) => ({
      operation,
      kind: 'fee_split' as const,
      field: name.replace(/_cents$/, ''),
      detail: `${formatCents(parts[name])} of ${formatCents(consumer_charge_amount_cents)}; by the product's percents ${formatCents(expected[name])}`,
    }));
  await noteLint(context, loan.sponsor_id, findings);
}
