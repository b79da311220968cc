import type { LendingContext } from '../../context.ts';
import { checkIdentity, type IdentityClaim } from '../identity/check-identity.ts';
import { linkProblem, lockHostedLink } from '../identity/hosted-link.ts';
import { type PortalResult, setUpPortal } from './set-up-portal.ts';

/** `closed`: there is nothing to set up any more; looking at the page again says why. */
export type PortalAnswer =
  | { kind: PortalResult }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'closed' };

/** Sets the Payment Portal up from its hosted page, after the identity question. */
export function setUpPortalByLink(
  context: LendingContext,
  token: string,
  claim: IdentityClaim,
  wishes: { wantsAutopay: boolean },
): Promise<PortalAnswer> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockHostedLink(context, tx, 'portal', token);
    const isOpen = hosted && linkProblem(context, hosted) === null;
    if (!isOpen || hosted.application.portal_account_status !== 'Invited')
      return { kind: 'closed' };
    const identity = await checkIdentity(context, tx, hosted, claim);
    if (identity.kind === 'wrong') return identity;
    if (identity.kind !== 'passed') return { kind: 'closed' };
    return { kind: await setUpPortal(context, tx, hosted.application, wishes) };
  });
}
