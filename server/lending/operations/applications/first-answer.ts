import type { SoftPullResponse } from '../../../lending-api/soft-pull.ts';
import type { LendingContext } from '../../context.ts';
import { isShredded, openWithApplicant, sealWithApplicant } from '../../store/applicant-secrets.ts';
import { type IdempotencyKey, storeFirstAnswer } from '../../store/idempotency-keys.ts';
import type { ApplicationTable } from '../../store/schema.ts';

/** What is stored with a key: the application that answered it, and how. */
export interface KeyedAnswer {
  application_id: string;
  /** Sealed; keys of before answers were kept have none. */
  answer?: string;
}

/**
 * The answer that a key was given first, which is this one unless there is one. It is sealed by the
 * data key of the application: once that is shredded, only the application as it is can answer.
 */
export async function firstAnswer(
  { database, sealer }: LendingContext,
  key: IdempotencyKey,
  application: ApplicationTable,
  answer: SoftPullResponse,
): Promise<SoftPullResponse> {
  if (isShredded(application)) return answer;
  const aad = `${key.sponsorId}|idempotency_keys|response|${key.key}`;
  const own: KeyedAnswer = {
    application_id: application.id,
    answer: sealWithApplicant(sealer, application, JSON.stringify(answer), aad),
  };
  // Written here alone.
  const first = (await storeFirstAnswer(database, key, own)) as KeyedAnswer | null;
  if (first?.answer === undefined || first.application_id !== application.id) return answer;
  // The authentication tag vouches for what was sealed above.
  return JSON.parse(openWithApplicant(sealer, application, first.answer, aad)) as SoftPullResponse;
}
