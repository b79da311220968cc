import type { Transaction } from 'kysely';
import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';
import { scriptOf } from '../operations/applications/offers-of-application.ts';
import { setUpPortal } from '../operations/portal/set-up-portal.ts';
import { acceptTerms } from '../operations/terms/accept-terms.ts';
import { declineTerms } from '../operations/terms/answer-terms.ts';
import { codeChannelFor, askStepUp, needsStepUp } from '../operations/terms/step-up.ts';
import type { ApplicationTable, LendingSchema } from '../store/schema.ts';

type ConsumerStep = (
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
) => Promise<void>;

/**
 * Accepts the terms as the consumer would: some personas are asked for a code first, one declines.
 */
export const acceptAsConsumer: ConsumerStep = async (context, tx, application) => {
  if (needsStepUp(application)) {
    // The sandbox's messenger answers at once.
    const channel = await codeChannelFor(context, tx, application);
    return askStepUp(context, tx, application, channel);
  }
  if (scriptOf(application).refuses_terms) return declineTerms(context, tx, application);
  const { first_name, last_name } = application;
  const result = await acceptTerms(context, tx, application, {
    typedName: `${first_name} ${last_name}`,
    action: 'attested',
    shown: null,
    visitor: null,
  });
  if (result !== 'accepted') throw new LendingError('wrong_state', 'The offer has expired.');
};

export const declineAsConsumer: ConsumerStep = declineTerms;

/** One persona's account cannot be set up and stays Invited. */
export const activatePortalAsConsumer: ConsumerStep = async (context, tx, application) => {
  await setUpPortal(context, tx, application, { wantsAutopay: false });
};
