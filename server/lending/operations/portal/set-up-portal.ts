import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { eligibility } from '../../domain/funding/charge-prerequisites.ts';
import { portalActiveEmail } from '../../domain/messages/preference-messages.ts';
import { portalAccountMachine } from '../../domain/states/portal-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { updateApplication } from '../../store/applications.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { chargeableLoan } from '../applications/loan-application-view.ts';
import { scriptOf } from '../applications/offers-of-application.ts';
import { maySponsorApprove } from '../funding/answer-on-behalf.ts';
import { checkIdentity, type IdentityClaim, lockOpenLink } from '../identity/hosted-link.ts';
import { CLOSED, type ProofOutcome } from '../identity/visitor.ts';
import { queueConsumerMessage } from '../queue-message.ts';
import { portalUrlOf } from './portal-url.ts';

/** Sets the Payment Portal up from its hosted page, after the identity question. */
export function setUpPortalByLink(
  context: LendingContext,
  token: string,
  claim: IdentityClaim,
  wishes: { wantsAutopay: boolean },
): Promise<ProofOutcome<PortalResult>> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockOpenLink(context, tx, 'portal', token);
    if (hosted?.application.portal_account_status !== 'Invited') return CLOSED;
    const identity = await checkIdentity(context, tx, hosted, claim);
    if (identity.kind !== 'passed') return identity;
    return { kind: await setUpPortal(context, tx, hosted.application, wishes) };
  });
}

/** `unavailable`: it cannot be set up now, and nothing happened. */
type PortalResult = 'active' | 'unavailable';

/**
 * Activates the consumer's Payment Portal account, from then on charges may be requested. The
 * application is locked.
 * @throws LendingError `wrong_state` without an accepted loan, IllegalTransitionError when the
 * account is not Invited
 */
export async function setUpPortal(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { wantsAutopay }: { wantsAutopay: boolean },
): Promise<PortalResult> {
  if (application.account_status === null || application.account_status === 'Closed') {
    throw new LendingError('wrong_state', `The application is ${application.status}.`);
  }
  const status = transition(portalAccountMachine, application.portal_account_status, 'set_up');
  if (scriptOf(application).portal === 'stays_invited') return 'unavailable';
  const now = context.clock.now(application.sponsor_id);
  const active = await updateApplication(tx, application, { portal_account_status: status }, now);
  const merchant = await findMerchant(tx, application.sponsor_id, application.merchant_id);
  const { is_valid_for_transaction } = eligibility(chargeableLoan(active, merchant), now);
  const link = await portalUrlOf(context, tx, active);
  await queueConsumerMessage(context, tx, application, {
    kind: 'portal_active',
    channel: 'email',
    message: portalActiveEmail(application.locale, {
      merchant_name: merchant?.business_name ?? '',
      wantsAutopay,
      canBeCharged: is_valid_for_transaction,
      maySponsorApprove: maySponsorApprove(context, application.sponsor_id),
      link,
    }),
    links: [link],
  });
  return 'active';
}
