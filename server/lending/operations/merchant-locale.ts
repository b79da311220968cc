import type { Locale } from '../../lending-api/contact.ts';
import type { Connection } from '../../platform/database/database.ts';
import { lastConsent } from '../store/consent-events.ts';
import type { LendingSchema } from '../store/schema.ts';

/**
 * What a merchant's Admins are written to in: the language of the terms that it signed on its
 * onboarding page. Users have none of their own.
 */
export async function merchantLocale(
  connection: Connection<LendingSchema>,
  merchant: { id: string; sponsor_id: string },
): Promise<Locale> {
  const signed = await lastConsent(connection, merchant, 'merchant_terms_signature');
  return signed?.locale === 'es' ? 'es' : 'en';
}
