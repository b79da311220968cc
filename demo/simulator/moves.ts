import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckoutView } from '../merchant-checkouts.ts';
import type { SandboxClient } from '../sandbox-client.ts';
import type { Move } from './outcomes.ts';

const twoDaysSeconds = 48 * 3600 + 60;
const lateByMs = 2000;

export interface Subject {
  readonly checkoutId: string;
  readonly checkout: CheckoutView;
}

/** The move is not possible at the checkout's step. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
}

type MakeMove = (sandbox: SandboxClient, subject: Subject) => Promise<unknown>;

/** A checkout's application has the checkout's id at the lender. */
const onApplication =
  (step: string): MakeMove =>
  (sandbox, { checkoutId }) =>
    sandbox.call('POST', `/applications/${checkoutId}/${step}`);

const onCharge =
  (answer: 'approve' | 'reject'): MakeMove =>
  (sandbox, { checkout }) => {
    const pending = checkout.charges.findLast(({ status }) => status === 'pending');
    const uuid = pending?.payment_request_uuid ?? undefined;
    if (uuid === undefined) throw new MoveError('no charge waits for an answer');
    return sandbox.call('POST', `/payment-requests/${uuid}/${answer}`);
  };

export const makeMove: Readonly<Record<Move, MakeMove>> = {
  accept_terms: onApplication('accept-terms'),
  decline_terms: onApplication('decline-terms'),
  approve_charge: onCharge('approve'),
  reject_charge: onCharge('reject'),
  two_days: (sandbox) => sandbox.call('POST', '/clock/advance', { seconds: twoDaysSeconds }),

  accept_terms_late: async (sandbox, subject) => {
    await sandbox.call('POST', '/events/hold');
    try {
      await makeMove.accept_terms(sandbox, subject);
      await sleep(lateByMs);
    } finally {
      await sandbox.call('POST', '/events/release', { order: 'newest_first', copies: 2 });
    }
  },

  repeat_callbacks: async (sandbox, { checkoutId }) => {
    const query = new URLSearchParams({ external_application_id: checkoutId });
    const events = (await sandbox.call('GET', `/events?${query}`)) as { event_id: string }[];
    for (const { event_id } of [...events, ...events]) {
      await sandbox.call('POST', `/events/${event_id}/resend`);
    }
  },
};
