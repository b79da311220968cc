import type { Transaction } from 'kysely';
import type { SoftPullRequest, SoftPullResponse } from '../../../lending-api/soft-pull.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { LendingError } from '../../errors.ts';
import { requireCallable } from '../events/record-event.ts';
import { findApplication } from '../../store/applications.ts';
import { claimKey, type IdempotencyKey } from '../../store/idempotency-keys.ts';
import type { LendingSchema } from '../../store/schema.ts';
import type { Begun } from './begin-decision.ts';
import { beginSoftPull } from './begin-soft-pull.ts';
import { checkApplicant } from './check-applicant.ts';
import { firstAnswer, type KeyedAnswer } from './first-answer.ts';
import { invitingUser } from '../acting-user.ts';
import { type NewApplication, newApplication } from './new-application.ts';
import { reachDecision } from './reach-decision.ts';
import { softPullAnswer } from './soft-pull-answer.ts';

/**
 * Runs a soft pull and answers with offers or none (lending decisions, 2.10, 2.11). Throws
 * `forbidden` for flag, user and merchant, `invalid` for the fields and for used ids, `in_work`
 * while the same request is decided elsewhere, `limited` for a person's fourth inquiry in a day,
 * `unavailable` when nothing was decided.
 */
export async function softPull(
  context: LendingContext,
  sponsor: Sponsor,
  request: SoftPullRequest,
  idempotencyKey?: string,
): Promise<SoftPullResponse> {
  if (!sponsor.features.allow_soft_pull_process) {
    throw new LendingError('forbidden', 'Soft pull is not enabled for this account.');
  }
  const user = await invitingUser(context, sponsor, request.request_user_id);
  const now = context.clock.now(sponsor.id);
  checkApplicant(context, request, now);
  requireCallable(context, 'sponsor_callback_url', request.sponsor_callback_url);
  const fresh = newApplication(context, user, request, now);
  const key = idempotencyKey === undefined ? undefined : keyOf(sponsor.id, idempotencyKey);
  const outcome = await reachDecision(context, {
    application: fresh.application,
    begin: (tx) => beginWithKey(context, tx, request, fresh, key),
  });
  const answer = await softPullAnswer(context, outcome.application, outcome.offers);
  return key === undefined ? answer : firstAnswer(context, key, outcome.application, answer);
}

/** A key stands for the application that answered it, as long as that exists. */
async function beginWithKey(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  request: SoftPullRequest,
  fresh: NewApplication,
  key: IdempotencyKey | undefined,
): Promise<Begun> {
  if (key === undefined) return beginSoftPull(context, tx, request, fresh);
  const { request_index, sponsor_id, created_at } = fresh.application;
  const state = await claimKey(tx, key, request_index, created_at);
  if (state.kind === 'other_request') {
    throw new LendingError('invalid', 'This Idempotency-Key was used for another request.');
  }
  if (state.kind === 'answered') {
    const { application_id } = state.response as KeyedAnswer;
    const application = await findApplication(tx, sponsor_id, application_id);
    const kind = application?.status === 'Started' ? 'under_way' : 'answered';
    if (application) return { kind, application };
  }
  return beginSoftPull(context, tx, request, fresh);
}

function keyOf(sponsorId: string, key: string): IdempotencyKey {
  return { sponsorId, operation: 'soft_pull', key };
}
