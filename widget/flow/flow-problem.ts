import { ClientError } from '../client/client-error.ts';
import type { FlowMessage } from '../contract/flow-message.ts';
import type { CheckoutStep } from '../contract/step.ts';
import type { FlowProblem } from '../screens/screen-context.ts';

/** What is said where the screen of a step cannot be fetched. */
export const outOfReach: FlowProblem = ownProblem('network', true);

/** What the merchant's server made has ended: only another client token leads on. */
export const orderIsSpent: FlowProblem = ownProblem('order_invalid', false);

/** Whatever was thrown, as what a person can be told; a defect of ours counts as `internal`. */
export function problemFrom(error: unknown): FlowProblem {
  if (!(error instanceof ClientError)) return ownProblem('internal', true);
  const { code, retryable, correlationId, fields, reached } = error;
  return { code, retryable, correlationId, fields, reached };
}

/** Why a step says that nothing was decided. */
export function problemOfStep(step: CheckoutStep | null): FlowProblem | null {
  if (step?.screen !== 'details' || step.problem === undefined) return null;
  const { code, correlation_id: correlationId = null } = step.problem;
  if (code === 'order_in_use') return null;
  return { code, retryable: code === 'lender_unavailable', correlationId, fields: {} };
}

/** What the page is told of it. */
export function errorMessage({ code, retryable, correlationId }: FlowProblem): FlowMessage {
  return { type: 'error', code, retryable, correlation_id: correlationId };
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

/** What no answer of the BFF has said. */
function ownProblem(code: FlowProblem['code'], retryable: boolean): FlowProblem {
  return { code, retryable, correlationId: null, fields: {} };
}
