import type {
  ApproveChargeRequest,
  ApproveChargeResponse,
} from '../../../lending-api/payment-requests.ts';
import type { PaymentRequestStatus } from '../../../lending-api/statuses.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { chargeRequestMachine } from '../../domain/states/charge-request.ts';
import { transition } from '../../domain/states/state-machine.ts';
import { LendingError } from '../../errors.ts';
import { findChargeRequest } from '../../store/charge-requests.ts';
import { requireUserFor } from '../acting-user.ts';
import { answerCharge, type ChargeResult } from './answer-charge.ts';
import { openCharge } from './pending-charge.ts';

/** True if a sponsor may approve charges for its consumers. */
export function maySponsorApprove(
  { config }: Pick<LendingContext, 'config'>,
  sponsorId: string,
): boolean {
  const sponsor = config.sponsors.find(({ id }) => id === sponsorId);
  return sponsor?.features.allow_approve_on_behalf ?? false;
}

/**
 * Approves for the consumer, where the sponsor may; what authorised it is kept as evidence.
 * @throws LendingError `forbidden`, `not_found` and `wrong_state`
 */
export async function approveOnBehalf(
  context: LendingContext,
  sponsor: Sponsor,
  id: string,
  input: ApproveChargeRequest,
): Promise<ApproveChargeResponse> {
  if (!sponsor.features.allow_approve_on_behalf) {
    throw new LendingError('forbidden', 'Approving for the consumer is not enabled.');
  }
  const result = await context.database.transaction(async (tx) => {
    const open = await openCharge(context, tx, sponsor.id, id);
    await requireUserFor(tx, open.loan, {
      requestUserId: input.request_user_id,
      action: 'request_charge',
    });
    const authorization = {
      approved_by_user: input.request_user_id ?? null,
      authorization_method: input.authorization_method ?? null,
      authorization_reference: input.authorization_reference ?? null,
    };
    const answer = { kind: 'approve', by: 'sponsor', authorization } as const;
    return answerCharge(context, tx, open, answer);
  });
  // Thrown here, so that the end of a request that had expired is kept.
  if (result !== 'approved') throw notApproved(result);
  return {
    payment_request_uuid: id,
    payment_request_status: 'Approved',
    detail: 'The charge was approved for the consumer.',
  };
}

function notApproved(result: Exclude<ChargeResult, 'approved'>): LendingError {
  const sentence =
    result === 'expired'
      ? 'The charge request has expired.'
      : 'The charge request was canceled: what it needs is not there any more.';
  return new LendingError('wrong_state', sentence);
}

/**
 * Approves or rejects as the consumer does on the hosted page, without the identity question: for
 * the sandbox alone. Answers the status that the request then has.
 */
export async function answerAsConsumer(
  context: LendingContext,
  sponsorId: string,
  id: string,
  answer: 'approve' | 'reject',
): Promise<PaymentRequestStatus> {
  const result = await context.database.transaction(async (tx) => {
    const open = await openCharge(context, tx, sponsorId, id);
    return answerCharge(context, tx, open, { kind: answer, by: 'consumer', page: null });
  });
  return transition(chargeRequestMachine, 'Pending', result);
}

/**
 * Answers for the consumer at once, by a magic payment identifier of the sandbox;
 * a request that has ended before needs no answer.
 */
export async function runConsumerAnswer(
  context: LendingContext,
  { key, scope, payload }: Pick<ClaimedWork, 'key' | 'scope' | 'payload'>,
): Promise<DueWorkResult> {
  const charge = await findChargeRequest(context.database.query, scope, key);
  if (charge?.status !== 'Pending') return 'done';
  const { answer } = payload as { answer: 'approve' | 'reject' };
  await answerAsConsumer(context, scope, key, answer);
  return 'done';
}
