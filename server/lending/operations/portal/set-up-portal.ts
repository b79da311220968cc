import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { portalActiveEmail } from '../../domain/messages/loan-messages.ts';
import { portalAccountMachine } from '../../domain/states/portal-account.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { updateApplication } from '../../store/applications.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';
import { scriptOf } from '../applications/offers-of-application.ts';
import { queueMessage } from '../messages/queue-message.ts';

/** `unavailable`: it cannot be set up now, and nothing happened. */
export type PortalResult = 'active' | 'unavailable';

/**
 * Activates the consumer's Payment Portal account, from then on charges may be requested. The
 * application is locked. Throws `wrong_state` without an accepted loan, and an
 * IllegalTransitionError when the account is not Invited.
 */
export async function setUpPortal(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  { wantsAutopay }: { wantsAutopay: boolean },
): Promise<PortalResult> {
  if (application.account_status === null || application.account_status === 'Closed') {
    throw new LendingError('wrong_state', `The application is ${application.status}.`);
  }
  const status = transition(portalAccountMachine, application.portal_account_status, 'set_up');
  if (scriptOf(application).portal === 'stays_invited') return 'unavailable';
  const { sponsor_id, merchant_id, email, locale } = application;
  const now = context.clock.now(sponsor_id);
  await updateApplication(tx, application, { portal_account_status: status }, now);
  await queueMessage(context, tx, {
    ...portalActiveEmail(locale, wantsAutopay),
    sponsor_id,
    application_id: application.id,
    merchant_id,
    kind: 'portal_active',
    channel: 'email',
    recipient: email,
    links: [],
  });
  return 'active';
}
