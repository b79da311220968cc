import type { RateSheetProduct } from '../../../lending-api/rate-sheets.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { selectedProductIds } from '../../store/selected-products.ts';
import { actingUser } from '../acting-user.ts';
import { rateSheetRecords } from './rate-sheet-record.ts';

/** The loan products and which of them the Admin's merchant selected. Throws as `actingUser()` does. */
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
  return rateSheetRecords(selected, easternDate(clock.now(sponsor.id)));
}
