import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { isUsableOn, type OfferCodeTerms } from '../../domain/products/offer-code.ts';
import { LendingError } from '../../errors.ts';
import { findOfferCodeByName } from '../../store/offer-codes.ts';
import type { ApplicationTable, LendingSchema, OfferCodeTable } from '../../store/schema.ts';

/**
 * A new application with what its offer code promises today, if it has one: that stands, whatever
 * becomes of the code (lending decisions, 2.6). Throws `invalid` for a code that is unknown,
 * deleted, expired or not begun.
 */
export async function withOfferCodeTerms(
  { clock }: Pick<LendingContext, 'clock'>,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
): Promise<ApplicationTable> {
  const { sponsor_id, merchant_id, offer_code_name } = application;
  if (offer_code_name === null) return application;
  const code = await findOfferCodeByName(tx, { sponsor_id, merchant_id, offer_code_name });
  if (!code) throw refused('The merchant has no such offer code.');
  if (code.is_deleted === 1) throw refused('This offer code was deleted.');
  if (!isUsableOn(code, easternDate(clock.now(sponsor_id)))) {
    throw refused('This offer code cannot be used today.');
  }
  return { ...application, offer_code_terms: JSON.stringify(termsOf(code)) };
}

/** What an application's offer code promised when it was used; null without one. */
export function offerCodeTermsOf({
  offer_code_terms,
}: Pick<ApplicationTable, 'offer_code_terms'>): OfferCodeTerms | null {
  return offer_code_terms === null ? null : (JSON.parse(offer_code_terms) as OfferCodeTerms);
}

function termsOf(code: OfferCodeTable): OfferCodeTerms {
  return {
    product_ids: JSON.parse(code.product_ids) as string[],
    min_amount_cents: code.min_amount_cents,
    max_amount_cents: code.max_amount_cents,
  };
}

function refused(message: string): LendingError {
  return new LendingError('invalid', message, { errors: { offer_code_name: [message] } });
}
