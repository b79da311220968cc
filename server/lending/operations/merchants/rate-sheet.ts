import {
  type RateSheetProduct,
  rateSheetProduct,
  type SelectProductsRequest,
} from '../../../lending-api/rate-sheets.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { formatCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { defaultRateSheet } from '../../domain/offers/default-rate-sheet.ts';
import { mostOfferedCents } from '../../domain/offers/price-offers.ts';
import { isAvailableOn, type Product, rateSheetApr } from '../../domain/offers/product.ts';
import { LendingError } from '../../errors.ts';
import { replaceSelectedProducts, selectedProductIds } from '../../store/merchants.ts';
import { actingUser } from '../acting-user.ts';
import { lockOpenMerchant } from './open-merchant.ts';

/**
 * The loan products and which of them the Admin's merchant selected.
 * @throws as `actingUser()` does
 */
export async function listRateSheet(
  { database, clock }: LendingContext,
  sponsor: Sponsor,
  requestUserId: string,
): Promise<RateSheetProduct[]> {
  const { user } = await actingUser(database.query, {
    sponsorId: sponsor.id,
    requestUserId,
    namedIn: 'path',
    action: 'manage_rate_sheet',
  });
  const selected = await selectedProductIds(database.query, sponsor.id, user.merchant_id);
  return toRateSheet(selected, easternDate(clock.now(sponsor.id)));
}

/**
 * Replaces the merchant's selection (server/lending/DECISIONS.md, Products and offer codes); with
 * none its consumers get no offers.
 * @throws LendingError `invalid` for a product that does not exist or is not available: nothing is
 * changed then; and as `lockOpenMerchant()`
 */
export async function selectProducts(
  context: LendingContext,
  sponsor: Sponsor,
  { request_user_id, product_ids }: SelectProductsRequest,
): Promise<RateSheetProduct[]> {
  const today = easternDate(context.clock.now(sponsor.id));
  const selected = new Set(product_ids);
  await context.database.transaction(async (tx) => {
    const { merchant } = await lockOpenMerchant(context, tx, sponsor, {
      requestUserId: request_user_id,
      namedIn: 'body',
      action: 'manage_rate_sheet',
    });
    refuseUnavailable(selected, today);
    await replaceSelectedProducts(tx, sponsor.id, merchant.id, selected);
  });
  return toRateSheet(selected, today);
}

function refuseUnavailable(selected: ReadonlySet<string>, today: string): void {
  const available = new Set(
    toRateSheet(selected, today)
      .filter((product) => product.is_available)
      .map((product) => product.product_id),
  );
  if ([...selected].every((id) => available.has(id))) return;
  const text = 'A product does not exist or is not available.';
  throw new LendingError('invalid', text, { errors: { product_ids: [text] } });
}

type ProductFields = Omit<RateSheetProduct, 'is_selected' | 'is_available'>;

const sentFields = rateSheetProduct.omit({ is_selected: true, is_available: true });

const products = defaultRateSheet.map((product) => ({ product, fields: wireFields(product) }));

/** The rate sheet as a merchant sees it on a day (`YYYY-MM-DD`). */
function toRateSheet(selected: ReadonlySet<string>, today: string): RateSheetProduct[] {
  return products.map(({ product, fields }) => ({
    ...fields,
    is_available: isAvailableOn(product, today),
    is_selected: selected.has(product.product_id),
  }));
}

/** The schema leaves out what is internal. */
function wireFields(product: Product): ProductFields {
  const fields: ProductFields = {
    ...product,
    apr: rateSheetApr(product),
    min_amount: formatCents(product.min_amount_cents),
    max_amount: formatCents(product.max_amount_cents),
    most_offered_amount: formatCents(mostOfferedCents(product)),
    late_fee_amount: formatCents(product.late_fee_amount_cents),
    available_states: [...product.available_states],
  };
  return sentFields.parse(fields);
}
