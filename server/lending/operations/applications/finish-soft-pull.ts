import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { invitationDecided } from '../invitations/invitation-decided.ts';
import { openApplicant } from '../../store/applicant-secrets.ts';
import { findApplication } from '../../store/applications.ts';
import { selectedProductIds } from '../../store/selected-products.ts';
import { isInFlight, trackInFlight } from './in-flight.ts';
import { recordApplicationEvent } from './record-application-event.ts';
import { runInquiry } from './run-inquiry.ts';

const LOOK_AGAIN_MS = 10_000;

/**
 * Finishes a soft pull whose process died, under the same inquiry. Nobody waits for its answer, so
 * the sponsor is told by a callback, unless another process has answered it meanwhile. A bureau that
 * is down leaves nothing decided.
 */
export async function finishSoftPull(
  context: LendingContext,
  { key, scope }: Pick<ClaimedWork, 'key' | 'scope'>,
): Promise<DueWorkResult> {
  const { database, clock, log } = context;
  const application = await findApplication(database.query, scope, key);
  // An invited consumer's form that was taken back is for the consumer to send again.
  if (application?.status !== 'Started' || application.person_index === '') return 'done';
  if (isInFlight(context, key)) return { retryAt: clock.now(scope) + LOOK_AGAIN_MS };
  const selected = await selectedProductIds(database.query, scope, application.merchant_id);
  const secrets = openApplicant(context.sealer, application);
  try {
    await trackInFlight(context, key, () =>
      runInquiry(context, { application, secrets, selected }, (tx, decided) =>
        decided.application_path === 'invitation'
          ? invitationDecided(context, tx, decided)
          : recordApplicationEvent(context, tx, decided, 'decision'),
      ),
    );
  } catch (error) {
    if (!(error instanceof LendingError)) throw error;
    log.info({ event: 'soft_pull_not_decided', application_id: key });
  }
  return 'done';
}
