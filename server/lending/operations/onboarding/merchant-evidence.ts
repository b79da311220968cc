import type { Locale } from '../../../lending-api/contact.ts';
import type { LendingContext } from '../../context.ts';
import type { ConsentEvent } from '../../store/consent-events.ts';
import type { MerchantTable, MerchantUserTable } from '../../store/schema.ts';
import type { Visitor } from '../identity/visitor.ts';

/** What evidence of an onboarding has in common: it has a chain of its own, by the merchant's id. */
export function merchantEvidence(
  { clock, sealer }: Pick<LendingContext, 'clock' | 'sealer'>,
  { id, sponsor_id }: Pick<MerchantTable, 'id' | 'sponsor_id'>,
  admin: Pick<MerchantUserTable, 'id'>,
  { locale, visitor }: { locale: Locale; visitor: Visitor },
): Omit<ConsentEvent, 'consentType' | 'action'> {
  return {
    sponsorId: sponsor_id,
    applicationId: id,
    subjectHash: sealer.index(admin.id, 'merchant_user'),
    locale,
    acceptedAt: clock.now(sponsor_id),
    ...visitor,
    collectedBy: 'hosted',
  };
}
