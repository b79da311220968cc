import type { CreateOfferCodeRequest, OfferCode } from '../../../lending-api/offer-codes.ts';
import { parseCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { defaultRateSheet } from '../../domain/products/default-rate-sheet.ts';
import { isAvailableOn } from '../../domain/products/product.ts';
import { LendingError } from '../../errors.ts';
import { lockMerchant } from '../../store/merchants.ts';
import { insertOfferCode } from '../../store/offer-codes.ts';
import type { OfferCodeTable } from '../../store/schema.ts';
import { merchantOfPath, offerCodeRecord } from './read-offer-codes.ts';

type FieldErrors = Record<string, string[]>;

/**
 * Makes an offer code of a merchant (lending decisions, 2.6). Throws `not_found` for the merchant,
 * `invalid` for the products, the amounts, or a name that a code has had, be it deleted.
 */
export async function createOfferCode(
  context: LendingContext,
  sponsor: Sponsor,
  merchantUuid: string,
  request: CreateOfferCodeRequest,
): Promise<OfferCode> {
  const now = context.clock.now(sponsor.id);
  return context.database.transaction(async (tx) => {
    const { id } = await merchantOfPath(tx, sponsor, merchantUuid);
    refuse({ ...wrongProducts(request, now), ...wrongAmounts(request) });
    const merchant = await lockMerchant(tx, context.database, sponsor.id, id);
    const code = await insertOfferCode(tx, {
      ...columnsOf(request, now),
      sponsor_id: sponsor.id,
      merchant_id: merchant.id,
    });
    if (code) return offerCodeRecord(code);
    throw invalid({ offer_code_name: ['The merchant has had an offer code of this name.'] });
  });
}

function columnsOf(request: CreateOfferCodeRequest, now: number) {
  return {
    offer_code_name: request.offer_code_name,
    description: request.description ?? null,
    product_ids: JSON.stringify([...new Set(request.product_ids)]),
    min_amount_cents: centsOf(request.min_amount),
    max_amount_cents: centsOf(request.max_amount),
    start_date: request.start_date ?? null,
    end_date: request.end_date ?? null,
    is_deleted: 0,
    created_at: now,
    modified_at: now,
  } satisfies Partial<OfferCodeTable>;
}

function centsOf(amount: string | undefined): number | null {
  return amount === undefined ? null : parseCents(amount);
}

function wrongProducts({ product_ids }: CreateOfferCodeRequest, now: number): FieldErrors {
  const available = new Set(
    defaultRateSheet
      .filter((product) => isAvailableOn(product, easternDate(now)))
      .map(({ product_id }) => product_id),
  );
  const isKnown = product_ids.every((id) => available.has(id));
  return isKnown ? {} : { product_ids: ['Only available products can be offered.'] };
}

function wrongAmounts({ min_amount, max_amount }: CreateOfferCodeRequest): FieldErrors {
  const isRange = (centsOf(min_amount) ?? 0) <= (centsOf(max_amount) ?? Number.MAX_SAFE_INTEGER);
  return isRange ? {} : { max_amount: ['Must be at least min_amount.'] };
}

function refuse(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function invalid(errors: FieldErrors): LendingError {
  return new LendingError('invalid', 'Some fields are not valid.', { errors });
}
