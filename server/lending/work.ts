import type { DueWorkHandler } from '../platform/due-work/runner.ts';
import type { CallbackClient } from '../platform/outbound/callback-client.ts';
import type { LendingContext } from './context.ts';
import { mailNotice } from './operations/adverse-action-notices.ts';
import { resumeSoftPull } from './operations/applications/ask-bureau.ts';
import { runApplicationExpiry } from './operations/applications/end-review.ts';
import { runSuspension } from './operations/applications/suspend-application.ts';
import { deliverEvent, runRelease } from './operations/callbacks.ts';
import { deliverMessage } from './operations/deliver-message.ts';
import { endEvidence } from './operations/end-evidence.ts';
import { runConsumerAnswer } from './operations/funding/answer-on-behalf.ts';
import { runChargeDeadline } from './operations/funding/pending-charge.ts';
import { runSettlement, runSubmission } from './operations/funding/process-transaction.ts';
import { runMerchantPayout } from './operations/funding/run-merchant-payout.ts';
import { expireDraft } from './operations/invitations/application-draft.ts';
import { activateInvitation, expireInvitation } from './operations/invitations/send-invitation.ts';
import { mailLetter } from './operations/letters.ts';
import { expireMicroDeposits } from './operations/merchants/micro-deposits.ts';
import { expireMerchantInvitation } from './operations/merchants/move-merchant.ts';
import { sealTextsOfSponsor, shredApplication, sweepApplications } from './operations/retention.ts';
import { sealHeads } from './store/evidence-heads.ts';
import {
  type DeliveryKind,
  deliveryKinds as deliveries,
  type TimerKind,
  timerKinds as timers,
} from './work-kinds.ts';

/** Deadlines and moves of the domain: what is due has run before a moved sandbox clock is answered. */
export function timerHandlers(
  context: LendingContext,
): Readonly<Record<TimerKind, DueWorkHandler>> {
  return {
    [timers.softPull]: (work) => resumeSoftPull(context, work),
    [timers.offersExpiry]: (work) => runApplicationExpiry(context, work),
    [timers.reviewExpiry]: (work) => runApplicationExpiry(context, work),
    [timers.suspension]: (work) => runSuspension(context, work),
    [timers.draftExpiry]: (work) => expireDraft(context, work),
    [timers.invitationActivation]: (work) => activateInvitation(context, work),
    [timers.invitationExpiry]: (work) => expireInvitation(context, work),
    [timers.merchantInvitationExpiry]: (work) => expireMerchantInvitation(context, work),
    [timers.microDepositExpiry]: (work) => expireMicroDeposits(context, work),
    [timers.chargeDeadline]: (work) => runChargeDeadline(context, work),
    [timers.consumerAnswer]: (work) => runConsumerAnswer(context, work),
    [timers.chargeSubmission]: (work) => runSubmission(context, work),
    [timers.chargeSettlement]: (work) => runSettlement(context, work),
    [timers.merchantPayout]: (work) => runMerchantPayout(context, work),
    [timers.refundSubmission]: (work) => runSubmission(context, work),
    [timers.refundSettlement]: (work) => runSettlement(context, work),
    [timers.noticeLetter]: (work) => mailNotice(context, work),
    [timers.letter]: (work) => mailLetter(context, work),
    [timers.retentionSweep]: (work) => sweepApplications(context, work),
    [timers.applicantShred]: (work) => shredApplication(context, work),
    [timers.evidenceEnd]: (work) => endEvidence(context, work),
    [timers.sealStoredTexts]: (work) => sealTextsOfSponsor(context, work),
    [timers.sealEvidenceHeads]: async ({ scope }) => {
      await sealHeads(context.database.query, context.sealer, scope);
      return 'done';
    },
  };
}

/** Callbacks and messages on their way out: they are started by a moved clock, not awaited. */
export function deliveryHandlers(
  context: LendingContext,
  callbacks: CallbackClient,
): Readonly<Record<DeliveryKind, DueWorkHandler>> {
  return {
    [deliveries.callback]: (work) => deliverEvent(context, callbacks, work),
    [deliveries.callbackRelease]: (work) => runRelease(context, callbacks, work),
    [deliveries.message]: (work) => deliverMessage(context, work),
  };
}
