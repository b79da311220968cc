import {
  type Application,
  applicantShape,
  consentShape,
} from '../../../widget/contract/applicant.ts';
import type { ErrorCode } from '../../../widget/contract/error-code.ts';
import type { FieldErrors } from '../../../widget/contract/field-error-code.ts';
import type { SoftPullRequest } from '../../lending-api/soft-pull.ts';
import { formatCents } from '../../platform/money.ts';
import type { BffContext } from '../context.ts';
import { type Checkout, requestedCents } from '../domain/checkout.ts';
import { type Loan, loanOfDetail, loanOfSoftPull } from '../domain/loan.ts';
import { answerSoftPull, isUnderWay, loseSoftPull, voidSoftPull } from '../domain/soft-pull.ts';
import { BffError } from '../errors.ts';
import { LenderError } from '../lender-error.ts';
import { merchantOf } from '../merchants.ts';
import { returnUrlOf } from '../return-code.ts';
import type { ConsentOrigin } from './apply.ts';
import { changeLoaded } from './change-checkout.ts';
import { logLenderProblem } from './log-lender-problem.ts';
import { findLoan } from './sync-checkout.ts';

const maxUserAgentLength = 512;

/**
 * Makes the call whose intent is written, and writes what came of it.
 * @returns the checkout as it is then
 * @throws BffError `invalid_applicant`, `lender_refused` when the lender refused the application
 */
export async function requestSoftPull(
  context: BffContext,
  checkout: Checkout,
  application: Application,
  origin: ConsentOrigin,
): Promise<Checkout> {
  try {
    const answer = await context.lender.softPull(
      softPullBody(context, checkout, { application, origin }),
    );
    return await settle(context, checkout, loanOfSoftPull(answer));
  } catch (error) {
    logLenderProblem(context, 'soft_pull_not_answered', { checkoutId: checkout.id, error });
    if (error instanceof LenderError) return settleFailure(context, checkout, error);
    return settleChange(context, checkout, loseSoftPull);
  }
}

function softPullBody(
  context: BffContext,
  checkout: Checkout,
  call: { application: Application; origin: ConsentOrigin },
): SoftPullRequest {
  const { bffPublicUrl } = context.config;
  return {
    ...call.application,
    request_user_id: merchantOf(context.merchants, checkout.publishableKey).request_user_id,
    external_application_id: checkout.id,
    loan_id: checkout.id,
    requested_amount: formatCents(requestedCents(checkout) ?? 0),
    locale: checkout.locale,
    consent_ip_address: call.origin.ipAddress,
    consent_user_agent: call.origin.userAgent.slice(0, maxUserAgentLength),
    consent_session_id: checkout.id,
    sponsor_callback_url: `${bffPublicUrl}/callbacks/application`,
    sponsor_redirect_url: returnUrlOf(context, checkout),
  };
}

async function settleFailure(
  context: BffContext,
  checkout: Checkout,
  error: LenderError,
): Promise<Checkout> {
  if (error.failure === 'unavailable') return giveUp(context, checkout, 'lender_unavailable');
  if (error.failure === 'unknown' || error.status === 409) {
    return settleChange(context, checkout, loseSoftPull);
  }
  // Either the application is refused, or its id is known already: then the loan has the answer.
  const loan = error.status === 400 ? await loanOfIntent(context, checkout) : undefined;
  if (loan === 'unreadable') return settleChange(context, checkout, loseSoftPull);
  if (loan !== undefined) return settle(context, checkout, loan);
  const errors = fieldErrors(error.fields);
  const code = errors === undefined ? 'lender_refused' : 'invalid_applicant';
  await giveUp(context, checkout, code);
  throw new BffError(code, { cause: error, ...(errors && { errors }) });
}

async function loanOfIntent(
  context: BffContext,
  checkout: Checkout,
): Promise<Loan | 'unreadable' | undefined> {
  try {
    const detail = await findLoan(context, checkout, checkout.id);
    return detail && loanOfDetail(detail);
  } catch (error) {
    logLenderProblem(context, 'lender_not_read', { checkoutId: checkout.id, error });
    return 'unreadable';
  }
}

function settle(context: BffContext, checkout: Checkout, loan: Loan): Promise<Checkout> {
  const isDeciding = loan.status === 'Started' || loan.status === 'Invited';
  return settleChange(context, checkout, (current) =>
    isDeciding ? loseSoftPull(current) : answerSoftPull(current, loan),
  );
}

function giveUp(context: BffContext, checkout: Checkout, problem: ErrorCode): Promise<Checkout> {
  return settleChange(context, checkout, (current) => voidSoftPull(current, problem));
}

/** The reconciler may have settled it first: then there is nothing left to write. */
async function settleChange(
  context: BffContext,
  checkout: Checkout,
  change: (checkout: Checkout) => Checkout,
): Promise<Checkout> {
  const { after } = await changeLoaded(context, checkout, (current) =>
    isUnderWay(current.softPull) ? change(current) : current,
  );
  return after;
}

/** The form's fields among those that the lender named; what it wrote of them is not passed on. */
function fieldErrors(fields: readonly string[]): FieldErrors | undefined {
  const named = fields.filter(
    (field) => Object.hasOwn(applicantShape, field) || Object.hasOwn(consentShape, field),
  );
  if (named.length === 0) return undefined;
  return Object.fromEntries(named.map((field) => [field, ['not_accepted']]));
}
