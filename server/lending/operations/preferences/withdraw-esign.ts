import type { Transaction } from 'kysely';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { statusAt } from '../../domain/application-status.ts';
import { applicationMachine } from '../../domain/states/application.ts';
import { canMove } from '../../domain/states/state-machine.ts';
import { consentOf, recordConsent } from '../../store/consent-events.ts';
import { revokeLink } from '../../store/links.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { checkIdentity, type IdentityClaim, lockOpenLink } from '../identity/hosted-link.ts';
import { CLOSED, type ProofOutcome, type Visitor } from '../identity/visitor.ts';
import { paperTo } from '../letters.ts';
import { endWithdrawn } from '../terms/decline-terms.ts';
import { mailCopies } from './ask-for-paper.ts';
import { esignOf } from './preferences-of.ts';

/**
 * Withdraws the consent to electronic documents, after the identity question: it ends what was not
 * accepted yet, and puts what goes on on paper (E-SIGN 101(c)(1)(B)).
 */
export function withdrawEsign(
  context: LendingContext,
  token: string,
  claim: IdentityClaim,
  visitor: Visitor,
): Promise<ProofOutcome<'withdrawn'>> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockOpenLink(context, tx, 'preferences', token);
    if (!hosted) return CLOSED;
    const { application } = hosted;
    const esign = await esignOf(tx, application);
    if (esign === undefined) return CLOSED;
    const identity = await checkIdentity(context, tx, hosted, claim);
    if (identity.kind !== 'passed') return identity;
    // Withdrawn before: the page tells only who has proved who they are.
    if (esign === 'withdrawn') return { kind: 'withdrawn' };
    await recordWithdrawal(context, tx, application, visitor);
    if (paperTo(application) === 'address') await mailCopies(context, tx, application, visitor);
    if (endsWithConsent(application, context.clock.now(application.sponsor_id))) {
      await endWithdrawn(context, tx, application);
      await revokeLink(tx, 'terms', application.id);
    }
    return { kind: 'withdrawn' };
  });
}

/** True if the application can only be completed electronically, and is not yet. */
function endsWithConsent(application: ApplicationRow, now: number): boolean {
  return canMove(applicationMachine, statusAt(application, now), 'terms_refused');
}

async function recordWithdrawal(
  { clock, config, database, ids, sealer }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  visitor: Visitor,
): Promise<void> {
  const acceptedAt = clock.now(application.sponsor_id);
  const { locale } = application;
  const { version, text } = config.texts.current('esign_consent', locale, easternDate(acceptedAt));
  await recordConsent(
    tx,
    { database, ids, sealer },
    {
      ...consentOf(application),
      consentType: 'revocation',
      action: 'clicked',
      text: { id: 'esign_consent', version, sha256: sha256Hex(text) },
      acceptedAt,
      ...visitor,
      collectedBy: 'hosted',
    },
  );
}
