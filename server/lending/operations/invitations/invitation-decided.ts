import type { Transaction } from 'kysely';
import { unschedule } from '../../../platform/due-work/due-work.ts';
import type { LendingContext } from '../../context.ts';
import { moveApplication } from '../../store/applications.ts';
import { findInvitation, moveInvitation } from '../../store/invitations.ts';
import { extendLink } from '../../store/links.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { sealText } from '../../store/sealed-texts.ts';
import { timerKinds } from '../../work-kinds.ts';
import { recordApplicationEvent } from '../applications/record-application-event.ts';

/**
 * What the decision on an invited consumer's application brings: the invitation is Completed, its
 * link lives as long as there is something to look at, and the sponsor is called back, unless a
 * review was begun, which calls back when it ends.
 */
export async function invitationDecided(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  decided: ApplicationRow,
): Promise<void> {
  await complete(context, tx, decided);
  await keepInvitationLink(tx, decided);
  if (decided.status === 'Pending: Verification') return;
  await recordApplicationEvent(context, tx, decided, 'decision');
}

/**
 * An earlier application of the person takes the place of the invited one, which is Cancelled: the
 * consumer goes on with the earlier one under the same link (server/lending/DECISIONS.md, Soft
 * pull).
 */
export async function invitationAnsweredBy(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  invited: ApplicationRow,
  earlier: ApplicationRow,
): Promise<void> {
  await complete(context, tx, invited, earlier.id);
  await extendLink(tx, 'invitation', invited.id, standsUntil(earlier));
  const cancelled = await moveApplication(tx, invited, {
    event: 'answered_by_earlier',
    actor: 'lender',
    at: context.clock.now(invited.sponsor_id),
    change: {
      decline_reasons: sealText(
        context.sealer,
        'applications|decline_reasons',
        invited,
        JSON.stringify(['DUPLICATE']),
      ),
    },
  });
  await recordApplicationEvent(context, tx, cancelled, 'decision');
}

/** Lets the link of an invited application live as long as its offers or its review. */
export async function keepInvitationLink(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<void> {
  if (application.application_path !== 'invitation') return;
  await extendLink(tx, 'invitation', application.id, standsUntil(application));
}

async function complete(
  { clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: ApplicationRow,
  answeredBy: string | null = null,
): Promise<void> {
  const invitation = await findInvitation(tx, sponsor_id, id);
  if (!invitation) throw new Error(`application ${id} has no invitation`);
  await moveInvitation(tx, invitation, {
    event: 'completed',
    at: clock.now(sponsor_id),
    change: { answered_by: answeredBy },
  });
  await unschedule(tx, timerKinds.invitationExpiry, id);
}

function standsUntil({ offers_expire_at, review_expires_at }: ApplicationRow): number {
  return Math.max(offers_expire_at ?? 0, review_expires_at ?? 0);
}
