import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { hasPortalAccount, portalAccountMachine } from '../../domain/states/portal-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { updateApplication } from '../../store/applications.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import {
  checkIdentity,
  type IdentityClaim,
  linkProblem,
  lockOpenLink,
  openHostedLink,
} from '../identity/hosted-link.ts';
import { CLOSED, type ProofOutcome } from '../identity/visitor.ts';

/**
 * Signs the consumer in by the last four digits and the loan number. Five bad logins lock the
 * account, so that no charge can be requested; a link that is e-mailed then, and the right answer on
 * it, unlock it.
 */
export function signInToPortal(
  context: LendingContext,
  token: string,
  claim: Required<IdentityClaim>,
): Promise<ProofOutcome> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockOpenLink(context, tx, 'portal', token);
    if (!hosted || !hasPortalAccount(hosted.application)) return CLOSED;
    const { application } = hosted;
    const identity = await checkIdentity(context, tx, hosted, claim);
    if (identity.kind === 'passed') await move(context, tx, application, 'Locked', 'unlocked');
    if (identity.kind === 'closed' && (await isLinkLockedNow(context, tx, token))) {
      await move(context, tx, application, 'Active', 'locked');
    }
    return identity;
  });
}

/** False while only the day is over: its wrong answers may have been given on other pages. */
async function isLinkLockedNow(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  token: string,
): Promise<boolean> {
  const hosted = await openHostedLink(tx, 'portal', token);
  return hosted !== undefined && linkProblem(context, hosted) !== 'day_locked';
}

/** Moves the account by an event where it is in the state that the event is for. */
async function move(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  from: 'Active' | 'Locked',
  event: 'locked' | 'unlocked',
): Promise<void> {
  if (application.portal_account_status !== from) return;
  const portal_account_status = transition(portalAccountMachine, from, event);
  const now = clock.now(application.sponsor_id);
  await updateApplication(tx, application, { portal_account_status }, now);
}
