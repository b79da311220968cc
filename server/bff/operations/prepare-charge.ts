import type { CreateCharge } from '../../../widget/contract/merchant.ts';
import { type FeeSplit, splitFee } from '../../loan-math/fee-split.ts';
import type { Cents } from '../../platform/money.ts';
import { type BffContext, merchantOf } from '../context.ts';
import type { Checkout } from '../domain/checkout.ts';
import { splitAsAsked, splitByFees } from '../domain/fee-split.ts';
import { BffError } from '../errors.ts';
import { readRateSheet } from '../lender/rate-sheets.ts';
import { findUnexplained } from './explain-charges.ts';
import { readLists } from './lenders-books.ts';
import { orUnavailable } from './or-unavailable.ts';
import { syncCheckout } from './sync-checkout.ts';

/** A charge goes by what the lender says now, or not at all. @throws BffError `lender_unavailable` */
export async function readPrerequisites(context: BffContext, id: string): Promise<void> {
  await orUnavailable(syncCheckout(context, id));
}

/**
 * Refuses a first charge of a loan that has one at the lender which is not known here, after a
 * database was restored to a time before it, for instance. A loan that lists its own charges has shown
 * them already.
 * @throws BffError `charge_blocked`, `lender_unavailable`
 */
export async function assertNothingUnexplained(
  context: BffContext,
  checkout: Checkout,
): Promise<void> {
  const { loan, softPull } = checkout;
  if (loan === null || softPull === null || loan.listsCharges || loan.loanNumber === null) return;
  const { loanNumber } = loan;
  const since = { loanNumber, from: softPull.startedAt };
  const { records } = await orUnavailable(readLists(context, checkout, since));
  const found = await findUnexplained(context, checkout, { loan, records });
  if (found === undefined) return;
  const what = {
    checkout_id: checkout.id,
    merchant_id: checkout.publishableKey,
    payment_request_uuid: found,
  };
  context.log.error({ event: 'charge_not_explained', ...what });
  throw new BffError('charge_blocked');
}

/**
 * The merchant's, the platform's and the sponsor's part: as the merchant's server asks, where it may;
 * by the fees of the merchant's entry; by the product that was accepted.
 * @throws BffError `invalid_request`, `split_unbalanced`, `fees_unknown`, `lender_unavailable`
 */
export async function feeSplit(
  context: Pick<BffContext, 'lender' | 'merchants'>,
  { publishableKey, loan }: Checkout,
  { cents, asked }: { cents: Cents; asked?: CreateCharge['fee_split'] },
): Promise<FeeSplit> {
  const merchant = merchantOf(context.merchants, publishableKey);
  if (asked !== undefined) return splitAsAsked(cents, asked, merchant);
  if (merchant.fees !== undefined) return splitByFees(cents, merchant.fees);
  const products = await orUnavailable(readRateSheet(context.lender, merchant.admin_user_id));
  const product = products.find(({ product_id }) => product_id === loan?.account?.productId);
  if (product === undefined) throw new BffError('fees_unknown');
  return splitFee(cents, product);
}
