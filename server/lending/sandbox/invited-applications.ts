import { createRoute, z } from '@hono/zod-openapi';
import { answer, detailResponse, refusals, secured } from '../../lending-api/answers.ts';
import { applicantExample } from '../../lending-api/examples/applicant.ts';
import { platformIdInput } from '../../lending-api/identifiers.ts';
import {
  type ConsumerApplicant,
  consumerApplicant,
  type InvitationSubmission,
} from '../../lending-api/invitations.ts';
import { type ApplicationStatus, applicationStatus, decision } from '../../lending-api/statuses.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import { formatCents } from '../../platform/money.ts';
import type { LendingContext, Sponsor } from '../context.ts';
import { LendingError } from '../errors.ts';
import { selectOffer } from '../operations/applications/select-offer.ts';
import { submitInvited } from '../operations/invitations/submit-invitation.ts';
import type { LendingApp } from '../routes/lending-app.ts';
import { findApplicationByExternalId } from '../store/applications.ts';
import { findInvitation } from '../store/invitations.ts';
import { findOffer } from '../store/offers.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';

const params = z.object({ external_application_id: z.string() });

const completeRoute = createRoute({
  method: 'post',
  path: '/sandbox/v1/applications/{external_application_id}/complete',
  operationId: 'post_applications_external_application_id_complete',
  summary: 'Applications: complete',
  description: "An invited consumer applies, with the applicant's fields of a soft pull.",
  tags: ['applications'],
  ...secured,
  request: {
    params,
    body: {
      required: true,
      content: { 'application/json': { schema: consumerApplicant, example: applicantExample } },
    },
  },
  responses: {
    200: answer('The decision.', z.object({ application_status: applicationStatus, decision })),
    ...refusals(404, 413, 415),
    403: answer('The merchant is not active.', detailResponse),
  },
});

const chooseOfferRoute = createRoute({
  method: 'post',
  path: '/sandbox/v1/applications/{external_application_id}/choose-offer',
  operationId: 'post_applications_external_application_id_choose_offer',
  summary: 'Applications: choose offer',
  description: 'An invited consumer chooses an offer.',
  tags: ['applications'],
  ...secured,
  request: {
    params,
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({ offer_uuid: platformIdInput }),
          example: { offer_uuid: '7f6f0b0e-5d0c-4c3e-9a51-3f1c2b7a9d10' },
        },
      },
    },
  },
  responses: {
    200: answer('It is chosen.', z.object({ application_status: applicationStatus })),
    ...refusals(404, 413, 415),
  },
});

/** An invited consumer's own steps: to apply and to choose. */
export function registerInvitedControls(app: LendingApp, context: LendingContext): void {
  app.openapi(completeRoute, async (c) => {
    const { external_application_id: id } = c.req.valid('param');
    const applicant = c.req.valid('json');
    const { status, decision } = await applyAsConsumer(context, c.get('sponsor'), id, applicant);
    return c.json({ application_status: status, decision: decision ?? 'no_offers' }, 200);
  });
  app.openapi(chooseOfferRoute, async (c) => {
    const { external_application_id: id } = c.req.valid('param');
    const { offer_uuid } = c.req.valid('json');
    const status = await chooseAsConsumer(context, c.get('sponsor'), id, offer_uuid);
    return c.json({ application_status: status }, 200);
  });
}

/**
 * Applies as the invited consumer would, with the same rules and side effects. Answers what the
 * consumer goes on with.
 * @throws LendingError `not_found`, `wrong_state`, `invalid`
 */
async function applyAsConsumer(
  context: LendingContext,
  sponsor: Sponsor,
  externalApplicationId: string,
  applicant: ConsumerApplicant,
): Promise<ApplicationRow> {
  const application = await requireApplication(context, sponsor, externalApplicationId);
  const submission = submissionOf(context, application, applicant);
  return submitInvited(context, application, submission, null);
}

/**
 * Chooses an offer as the consumer would.
 * @throws LendingError `not_found` for one of another application
 */
async function chooseAsConsumer(
  context: LendingContext,
  sponsor: Sponsor,
  externalApplicationId: string,
  offerUuid: string,
): Promise<ApplicationStatus> {
  const { query } = context.database;
  const application = await requireApplication(context, sponsor, externalApplicationId);
  const invitation = await findInvitation(query, sponsor.id, application.id);
  const offer = await findOffer(query, sponsor.id, offerUuid);
  if (offer?.application_id !== (invitation?.answered_by ?? application.id)) throw notFound();
  return (await selectOffer(context, sponsor, offerUuid, {})).application_status;
}

/** With the consents to the texts of today, which the page would have shown. */
function submissionOf(
  { clock, config: { texts } }: LendingContext,
  { locale, sponsor_id, requested_amount_cents }: ApplicationRow,
  { requested_amount, ...applicant }: ConsumerApplicant,
): InvitationSubmission {
  const onDate = easternDate(clock.now(sponsor_id));
  const amount = requested_amount ?? formatCents(requested_amount_cents);
  if (requested_amount === undefined && requested_amount_cents === 0) {
    throw new LendingError('invalid', 'The invitation names no amount.', {
      errors: { requested_amount: ['This field is required.'] },
    });
  }
  const authorization = texts.current('soft_pull_authorization', locale, onDate);
  return {
    ...applicant,
    requested_amount: amount,
    soft_pull_consent: true,
    soft_pull_consent_version: authorization.version,
    soft_pull_consent_text_sha256: sha256Hex(authorization.text),
    esign_consent: true,
    esign_consent_version: texts.current('esign_consent', locale, onDate).version,
    privacy_notice_ack: true,
    privacy_notice_version: texts.current('privacy_notice', locale, onDate).version,
    sms_consent_version: texts.current('sms_consent', locale, onDate).version,
  };
}

async function requireApplication(
  { database }: LendingContext,
  { id }: Sponsor,
  externalApplicationId: string,
): Promise<ApplicationRow> {
  const application = await findApplicationByExternalId(database.query, id, externalApplicationId);
  if (application) return application;
  throw notFound();
}

function notFound(): LendingError {
  return new LendingError('not_found', 'Not found.');
}
