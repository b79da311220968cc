import type { Transaction } from 'kysely';
import { currentText } from '../../../lending-api/texts/registry.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../domain/calendar/eastern-time.ts';
import { consentOf, recordConsent } from '../../store/consent-events.ts';
import type { LendingSchema } from '../../store/schema.ts';
import type { Visitor } from '../identity/visitor.ts';
import type { ChargeResult, OpenCharge } from './answer-charge.ts';

/** Keeps the evidence of a consumer's answer to a charge request; `visitor` is null in the sandbox. */
export async function recordChargeAnswer(
  { ids, clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  { loan, charge }: OpenCharge,
  { result, visitor }: { result: ChargeResult; visitor: Visitor | null },
): Promise<void> {
  if (result !== 'approved' && result !== 'rejected') return;
  const { sponsor_id, locale } = loan;
  const now = clock.now(sponsor_id);
  const { version, text } = currentText('charge_approval', locale, easternDate(now));
  await recordConsent(tx, ids, {
    ...consentOf(loan),
    consentType: result === 'approved' ? 'charge_approval' : 'charge_rejection',
    action: visitor === null ? 'attested' : 'clicked',
    text: { id: 'charge_approval', version, sha256: sha256Hex(text) },
    acceptedAt: now,
    ...visitor,
    sessionId: charge.id,
    collectedBy: visitor === null ? 'sponsor_api' : 'hosted',
  });
}
