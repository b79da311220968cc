import { createRoute, z } from '@hono/zod-openapi';
import type { Transaction } from 'kysely';
import { answer, refusals, secured } from '../../lending-api/answers.ts';
import {
  accountStatus,
  applicationStatus,
  portalAccountStatus,
} from '../../lending-api/statuses.ts';
import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';
import { endReview } from '../operations/applications/end-review.ts';
import { scriptOf } from '../operations/applications/offers-of-application.ts';
import {
  releaseApplication,
  suspendApplication,
} from '../operations/applications/suspend-application.ts';
import { payOffAccount } from '../operations/cancel-account.ts';
import { setUpPortal } from '../operations/portal/set-up-portal.ts';
import { acceptTerms } from '../operations/terms/accept-terms.ts';
import { declineTerms } from '../operations/terms/decline-terms.ts';
import { askStepUp, codeChannelFor, needsStepUp } from '../operations/terms/step-up.ts';
import type { LendingApp } from '../routes/lending-app.ts';
import { lockLoan } from '../store/accounts.ts';
import { findApplicationByExternalId } from '../store/applications.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { LendingSchema } from '../store/schema.ts';

const params = z.object({ external_application_id: z.string() });
const application = z.object({ application_status: applicationStatus });
const account = z.object({ account_status: accountStatus });
const portal = z.object({ portal_account_status: portalAccountStatus });

/** A step on an application, which needs no body. */
function applicationStep<Answer extends z.ZodType>(
  step: string,
  description: string,
  schema: Answer,
) {
  return createRoute({
    method: 'post',
    path: `/sandbox/v1/applications/{external_application_id}/${step}`,
    operationId: `post_applications_external_application_id_${step.replaceAll('-', '_')}`,
    summary: `Applications: ${step.replaceAll('-', ' ')}`,
    description,
    tags: ['applications'],
    ...secured,
    request: { params },
    responses: { 200: answer('The status that follows.', schema), ...refusals(404) },
  });
}

const acceptTermsRoute = applicationStep(
  'accept-terms',
  'The consumer accepts the terms of the selected offer.',
  application,
);
const declineTermsRoute = applicationStep(
  'decline-terms',
  'The consumer declines the terms.',
  application,
);
const activatePortalRoute = applicationStep(
  'activate-portal',
  'The consumer sets up the Payment Portal account.',
  portal,
);
const suspendRoute = applicationStep(
  'suspend',
  'Puts the loan on hold; charges that wait are canceled, and the consumer is told.',
  application,
);
const releaseRoute = applicationStep('release', 'Takes the hold off.', application);
const payOffRoute = applicationStep(
  'pay-off',
  'The loan is repaid: closes the account, once its purchase window is over.',
  account,
);

const verifyBody = z.object({ result: z.enum(['passed', 'failed']) });

const verifyRoute = createRoute({
  method: 'post',
  path: '/sandbox/v1/applications/{external_application_id}/verify',
  operationId: 'post_applications_external_application_id_verify',
  summary: 'Applications: verify',
  description: 'Ends a review or a check of identity, passed or failed.',
  tags: ['applications'],
  ...secured,
  request: {
    params,
    body: {
      required: true,
      content: { 'application/json': { schema: verifyBody, example: { result: 'passed' } } },
    },
  },
  responses: { 200: answer('The status that follows.', application), ...refusals(404, 413, 415) },
});

/** What consumers do once they have offers, and underwriters with an application or a loan. */
export function registerApplicationControls(app: LendingApp, context: LendingContext): void {
  const register = (route: typeof suspendRoute, step: ApplicationStep) =>
    app.openapi(route, async (c) => {
      const named = { sponsorId: c.get('sponsor').id, ...c.req.valid('param') };
      const { status } = await takeStep(context, named, step);
      return c.json({ application_status: status }, 200);
    });
  register(acceptTermsRoute, acceptAsConsumer);
  register(declineTermsRoute, declineTerms);
  app.openapi(activatePortalRoute, async (c) => {
    const named = { sponsorId: c.get('sponsor').id, ...c.req.valid('param') };
    const { portal_account_status } = await takeStep(context, named, activatePortalAsConsumer);
    return c.json({ portal_account_status }, 200);
  });
  app.openapi(verifyRoute, async (c) => {
    const { external_application_id } = c.req.valid('param');
    const { result } = c.req.valid('json');
    const { status } = await endReview(context, c.get('sponsor'), external_application_id, result);
    return c.json({ application_status: status }, 200);
  });
  register(suspendRoute, suspendApplication);
  register(releaseRoute, releaseApplication);
  app.openapi(payOffRoute, async (c) => {
    const named = { sponsorId: c.get('sponsor').id, ...c.req.valid('param') };
    const { account_status } = await takeStep(context, named, payOffAccount);
    return c.json({ account_status: accountStatus.parse(account_status) }, 200);
  });
}

type ApplicationStep = (
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
) => Promise<unknown>;

/**
 * Takes a step on an application, locked, and answers it as it then is.
 * @throws LendingError `not_found`
 */
async function takeStep(
  context: LendingContext,
  { sponsorId, external_application_id }: { sponsorId: string; external_application_id: string },
  step: ApplicationStep,
): Promise<ApplicationRow> {
  const { database } = context;
  return database.transaction(async (tx) => {
    const found = await findApplicationByExternalId(tx, sponsorId, external_application_id);
    if (!found) throw new LendingError('not_found', 'Not found.');
    await step(context, tx, await lockLoan(tx, database, sponsorId, found.id));
    return lockLoan(tx, database, sponsorId, found.id);
  });
}

/**
 * Accepts the terms as the consumer would: some personas are asked for a code first, one declines.
 */
const acceptAsConsumer: ApplicationStep = async (context, tx, application) => {
  if (needsStepUp(application)) {
    // The sandbox's messenger answers at once.
    const channel = await codeChannelFor(context, tx, application);
    return askStepUp(context, tx, application, channel);
  }
  if (scriptOf(application).refuses_terms) return declineTerms(context, tx, application);
  const { first_name, last_name } = application;
  const result = await acceptTerms(context, tx, application, {
    typedName: `${first_name} ${last_name}`,
    action: 'attested',
    shown: null,
    visitor: null,
    signer: null,
  });
  if (result === 'merchant_closed') {
    throw new LendingError('wrong_state', 'The merchant is closed.');
  }
  if (result !== 'accepted') throw new LendingError('wrong_state', 'The offer has expired.');
};

/** One persona's account cannot be set up and stays Invited. */
const activatePortalAsConsumer: ApplicationStep = (context, tx, application) =>
  setUpPortal(context, tx, application, { wantsAutopay: false });
