import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { findMessage, settleMessage } from '../../store/messages.ts';
import type { MessageTable } from '../../store/schema.ts';
import { noteInvitationDelivery } from '../invitations/send-invitation.ts';
import { mayLeave } from './may-text.ts';
import { recordDocumentsDelivery } from './record-documents-delivery.ts';
import { recordNoticeDelivery } from '../notices/record-notice-delivery.ts';

const firstRetryMs = 30_000;
const mostTries = 10;

type Delivery = Pick<ClaimedWork, 'key' | 'scope' | 'attempts'>;

/**
 * Hands one message to the messenger; what it could not take is tried again for some hours. An SMS
 * that the consumer does not want any more has failed.
 */
export async function deliverMessage(
  context: LendingContext,
  { key, scope, attempts }: Delivery,
): Promise<DueWorkResult> {
  const message = await findMessage(context.database.query, context.sealer, scope, key);
  if (message?.status !== 'Queued') return 'done';
  const isWanted = await mayLeave(context.database.query, message);
  const outcome = isWanted ? await send(context, message) : 'Failed';
  const now = context.clock.now(scope);
  if (
    outcome === 'Failed' &&
    isWanted &&
    attempts + 1 < mostTries &&
    (await canStillArrive(context, message))
  ) {
    return { retryAt: now + firstRetryMs * 2 ** attempts };
  }
  if (outcome !== 'Sent') {
    context.log.warn({ event: 'message_not_delivered', kind: message.kind, outcome });
  }
  const isSettled = await context.database.transaction(async (tx) => {
    if (!(await settleMessage(tx, message.id, outcome, now))) return false;
    await noteInvitationDelivery(context, tx, message, outcome);
    await recordNoticeDelivery(context, tx, message, { outcome, at: now });
    await recordDocumentsDelivery(context, tx, message, { outcome, at: now });
    return true;
  });
  if (isSettled) context.metrics.countMessage(message.channel, outcome);
  return 'done';
}

/** A number that no SMS reaches is not tried again. */
async function canStillArrive(
  { providers }: LendingContext,
  { channel, recipient }: MessageTable,
): Promise<boolean> {
  return channel === 'email' || (await providers.messenger.smsReach(recipient)) === 'reachable';
}

async function send(
  { providers }: LendingContext,
  { id, channel, recipient, subject, text }: MessageTable,
): Promise<'Sent' | 'Bounced' | 'Failed'> {
  const outcome = await providers.messenger.send({ id, channel, to: recipient, subject, text });
  switch (outcome) {
    case 'sent':
      return 'Sent';
    case 'bounced':
      return 'Bounced';
    case 'failed':
      return 'Failed';
  }
}
