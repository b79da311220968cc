import { ClientError } from '../client/client-error.ts';
import type { CheckoutStep } from '../contract/step.ts';
import type { FlowProblem } from '../screens/screen-context.ts';

/** What is said where the screen of a step cannot be fetched. */
export const outOfReach: FlowProblem = {
  code: 'network',
  retryable: true,
  correlationId: null,
  fields: {},
};

/** What the merchant's server made has ended: only another client token leads on. */
export const orderIsSpent: FlowProblem = {
  code: 'order_invalid',
  retryable: false,
  correlationId: null,
  fields: {},
};

/** Whatever was thrown, as what a person can be told; a defect of ours counts as `internal`. */
export function problemFrom(error: unknown): FlowProblem {
  if (!(error instanceof ClientError)) {
    return { code: 'internal', retryable: true, correlationId: null, fields: {} };
  }
  const { code, retryable, correlationId, fields } = error;
  return { code, retryable, correlationId, fields };
}

/** Why a step says that nothing was decided. */
export function problemOfStep(step: CheckoutStep | null): FlowProblem | null {
  if (step?.screen !== 'details' || step.problem === undefined) return null;
  const { code, correlation_id: correlationId = null } = step.problem;
  return { code, retryable: code === 'lender_unavailable', correlationId, fields: {} };
}

/** The answer is about what was sent, so the checkout stands where it stood. */
export function isAboutInput({ code }: FlowProblem): boolean {
  return (
    code === 'invalid_applicant' ||
    code === 'invalid_request' ||
    code === 'amount_out_of_range' ||
    code === 'rate_limited'
  );
}

/** The checkout cannot be spoken to any more; a new one can be begun. */
export function isSessionGone({ code }: FlowProblem): boolean {
  return code === 'token_expired' || code === 'unauthorized' || code === 'not_found';
}
