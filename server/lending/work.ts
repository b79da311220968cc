import type { DueWorkHandler } from '../platform/due-work/runner.ts';
import type { CallbackClient } from '../platform/outbound/callback-client.ts';
import type { LendingContext } from './context.ts';
import { applicationTimers } from './operations/applications/timers.ts';
import { deliverEvent } from './operations/events/deliver-event.ts';
import { runRelease } from './operations/events/release-events.ts';
import { fundingTimers } from './operations/funding/timers.ts';
import { invitationTimers } from './operations/invitations/timers.ts';
import { DRAFT_EXPIRY, expireDraft } from './operations/invitations/application-draft.ts';
import { merchantTimers } from './operations/merchants/timers.ts';
import { deliverMessage } from './operations/messages/deliver-message.ts';
import { noticeTimers } from './operations/notices/timers.ts';
import { retentionTimers } from './operations/retention/timers.ts';

export type Handlers = Readonly<Record<string, DueWorkHandler>>;

/** Deadlines and moves of the domain: what is due has run before a moved sandbox clock is answered. */
export function timerHandlers(context: LendingContext): Handlers {
  return {
    ...merchantTimers(context),
    ...invitationTimers(context),
    ...applicationTimers(context),
    ...fundingTimers(context),
    [DRAFT_EXPIRY]: (work) => expireDraft(context, work),
    ...noticeTimers(context),
    ...retentionTimers(context),
  };
}

/** Callbacks and messages on their way out: they are started by a moved clock, not awaited. */
export function deliveryHandlers(context: LendingContext, callbacks: CallbackClient): Handlers {
  return {
    callback: (work) => deliverEvent(context, callbacks, work),
    callback_release: (work) => runRelease(context, callbacks, work),
    message: (work) => deliverMessage(context, work),
  };
}
