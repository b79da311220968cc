import type { RateSheetProduct, SelectProductsRequest } from '../../../lending-api/rate-sheets.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { LendingError } from '../../errors.ts';
import { replaceSelectedProducts } from '../../store/selected-products.ts';
import { openMerchant } from './open-merchant.ts';
import { rateSheetRecords } from './rate-sheet-record.ts';

/**
 * Replaces the merchant's selection (lending decisions, 2.5); with none its consumers get no offers.
 * Throws `invalid` for a product that does not exist or is not available: nothing is changed then.
 */
export async function selectProducts(
  context: LendingContext,
  sponsor: Sponsor,
  { request_user_id, product_ids }: SelectProductsRequest,
): Promise<RateSheetProduct[]> {
  const today = easternDate(context.clock.now(sponsor.id));
  const selected = new Set(product_ids);
  await context.database.transaction(async (tx) => {
    const { merchant } = await openMerchant(context, tx, sponsor, {
      requestUserId: request_user_id,
      namedIn: 'body',
      action: 'manage_rate_sheet',
    });
    refuseUnavailable(selected, today);
    await replaceSelectedProducts(tx, sponsor.id, merchant.id, selected);
  });
  return rateSheetRecords(selected, today);
}

function refuseUnavailable(selected: ReadonlySet<string>, today: string): void {
  const available = new Set(
    rateSheetRecords(selected, today)
      .filter((product) => product.is_available)
      .map((product) => product.product_id),
  );
  if ([...selected].every((id) => available.has(id))) return;
  const text = 'A product does not exist or is not available.';
  throw new LendingError('invalid', text, { errors: { product_ids: [text] } });
}
