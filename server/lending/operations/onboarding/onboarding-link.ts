import type { Transaction } from 'kysely';
import type { Locale } from '../../../lending-api/contact.ts';
import type { Connection } from '../../../platform/database/database.ts';
import type { LendingContext } from '../../context.ts';
import { liveCode } from '../../domain/attempt-limits.ts';
import type { ConsentEvent } from '../../store/consent-events.ts';
import { findLink } from '../../store/links.ts';
import { findFirstAdmin } from '../../store/merchant-users.ts';
import { findMerchant, lockMerchant } from '../../store/merchants.ts';
import { listOnboardingCodes } from '../../store/one-time-codes.ts';
import type { LinkRow } from '../../store/schema/hosted-pages.ts';
import type {
  MerchantRow,
  MerchantUserRow,
  OnboardingCodeRow,
} from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import type { Visitor } from '../identity/visitor.ts';

/** What the link of a merchant's invitation leads to. */
export interface OnboardingLink {
  link: LinkRow;
  merchant: MerchantRow;
  admin: MerchantUserRow;
  /** Codes that were sent, the newest first. */
  codes: readonly OnboardingCodeRow[];
}

/** Finds what a token leads to; a revoked link too, since its page says why. */
export async function openOnboardingLink(
  connection: Connection<LendingSchema>,
  token: string,
): Promise<OnboardingLink | undefined> {
  const link = await findLink(connection, 'onboarding', token);
  const merchant = link && (await findMerchant(connection, link.sponsor_id, link.subject_id));
  if (!merchant) return undefined;
  const admin = await findFirstAdmin(connection, merchant);
  const codes = await listOnboardingCodes(connection, merchant);
  return { link, merchant, admin, codes };
}

/** The same with the merchant locked; undefined where there is nothing to do any more. */
export async function lockOnboardingLink(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  token: string,
): Promise<OnboardingLink | undefined> {
  const link = await findLink(tx, 'onboarding', token);
  if (!link) return undefined;
  await lockMerchant(tx, context.database, link.sponsor_id, link.subject_id);
  // Whoever held the lock before may have changed all of it.
  const opened = await openOnboardingLink(tx, token);
  return opened && isOpen(context, opened) ? opened : undefined;
}

/** True if the invitation can still be followed (7 days, also before its timer has run). */
export function isOpen(
  { clock }: Pick<LendingContext, 'clock'>,
  { link, merchant }: Pick<OnboardingLink, 'link' | 'merchant'>,
): boolean {
  const isUnderWay = merchant.status === 'Invited' || merchant.status === 'Onboarding';
  return isUnderWay && link.status === 'live' && clock.now(link.sponsor_id) < link.expires_at;
}

export function liveCodeOf(
  { clock }: Pick<LendingContext, 'clock'>,
  { link, codes }: OnboardingLink,
): OnboardingCodeRow | undefined {
  return liveCode(codes, clock.now(link.sponsor_id));
}

/** What evidence of an onboarding has in common: its chain is named by the merchant's id. */
export function merchantEvidence(
  { clock, sealer }: Pick<LendingContext, 'clock' | 'sealer'>,
  { id, sponsor_id }: Pick<MerchantRow, 'id' | 'sponsor_id'>,
  admin: Pick<MerchantUserRow, 'id'>,
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
