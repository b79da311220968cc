import { createRoute, z } from '@hono/zod-openapi';
import { answer, consumerBody, pageOf, refusals, secured } from './answers.ts';
import { applicantFields, flag, hostedConsentFields, requestedAmount } from './applicant.ts';
import { email, line, locale, personName, phone, webAddress } from './contact.ts';
import { pathId, platformId, sponsorId } from './identifiers.ts';
import { offerCodeName } from './offer-codes.ts';
import { optional, optionalWithDefault } from './optional.ts';
import { orderingQuery, pageQuery, searchQuery } from './queries.ts';
import { invitationChannel } from './statuses.ts';
import { dateInput, timestamp } from './times.ts';

/**
 * Invites a consumer by exactly one of SMS and e-mail. To choose SMS is the merchant's word that the
 * consumer agreed to be texted.
 */
export const createInvitationRequest = z
  .object({
    request_user_id: sponsorId,
    phone: optional(phone),
    email: optional(email),
    sms_consent: optional(flag).openapi({
      description:
        'With `phone`, the merchant attests that the consumer agreed to be sent an SMS: `true` says so once more, `false` takes it back and is refused.',
    }),
    first_name: optional(personName(0, 50)),
    last_name: optional(personName(0, 50)),
    external_application_id: optional(sponsorId),
    loan_id: optional(sponsorId),
    requested_amount: optional(requestedAmount).openapi({
      description:
        'For the merchant’s own lists. The consumer’s form does not show it, because whoever has the link alone would read it. The amount that the consumer sends takes its place.',
    }),
    offer_code_name: optional(offerCodeName),
    activate_date: optional(dateInput).openapi({
      description:
        'From today to 90 days on; a day is today until it ends in Hawaii. The link opens when the day begins in New York, and an e-mail leaves then. An SMS leaves at 14:00 there, when it is daytime in every state. Empty, or a day that has begun: at once, at any hour.',
    }),
    sponsor_callback_url: webAddress,
    sponsor_redirect_url: optional(webAddress),
    locale: optionalWithDefault(locale, 'en'),
  })
  .superRefine((body, context) => {
    for (const [field, message] of Object.entries(channelProblems(body))) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  })
  .openapi('CreateInvitationRequest');
export type CreateInvitationRequest = z.output<typeof createInvitationRequest>;

interface Channels {
  phone?: string | undefined;
  email?: string | undefined;
  sms_consent?: boolean | undefined;
}

function channelProblems({ phone, email, sms_consent }: Channels): Record<string, string> {
  if ((phone === undefined) === (email === undefined)) {
    const message = 'Send exactly one of phone and email.';
    return { phone: message, email: message };
  }
  return phone !== undefined && sms_consent === false
    ? { sms_consent: 'No SMS is sent to a consumer who did not agree: invite by e-mail.' }
    : {};
}

/** An invitation as it was made. An empty activate_date is immediate activation. */
export const invitation = z
  .object({
    invitation_id: platformId,
    external_application_id: z.string(),
    loan_id: z.string(),
    channel: invitationChannel,
    phone: z.string().nullable(),
    email: z.string().nullable(),
    status: z.enum(['Scheduled', 'Sent']),
    invited_by_merchant_user: z.string(),
    activate_date: z.string(),
    offer_code_name: z.string(),
    consumer_invitation_link: z.url(),
    expires_at: timestamp,
    created: timestamp,
    modified: timestamp,
  })
  .openapi('Invitation');
export type Invitation = z.output<typeof invitation>;

/** An invitation in a list (Sponsor Lending API, consumer invitation): these fields and no others. */
export const invitationSummary = z
  .object({
    email: z.string().optional(),
    phone: z.string().optional(),
    invited_by_merchant_user: z.string(),
    activate_date: z.string().optional(),
    modified: timestamp,
    offer_code_name: z.string(),
    external_application_id: z.string().optional(),
  })
  .openapi('InvitationSummary');
export type InvitationSummary = z.output<typeof invitationSummary>;

/** Each of its fields can order the list. */
export const invitationOrderings = invitationSummary.keyof().options;

/**
 * What the invited consumer sends on the service's own page: the fields of a soft pull that are the
 * consumer's, with the versions of the texts that the page showed.
 */
export const invitationSubmission = z.object({
  requested_amount: requestedAmount,
  ...applicantFields,
  purchase_description: optional(line(0, 140)),
  ...hostedConsentFields,
});
export type InvitationSubmission = z.output<typeof invitationSubmission>;

/** The same without the texts, for the sandbox, where the amount of the invitation may stand. */
export const consumerApplicant = z.object({
  requested_amount: optional(requestedAmount),
  ...applicantFields,
  purchase_description: optional(line(0, 140)),
  sms_consent: optional(flag),
});
export type ConsumerApplicant = z.output<typeof consumerApplicant>;

/** POST consumers/application/ */
export const createInvitationRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/consumers/application/',
  operationId: 'createInvitation',
  summary: 'Invite a consumer to apply, by SMS or e-mail',
  description:
    'Exactly one of `phone` and `email` chooses the channel. The consumer gets a link to the lender’s own pages, at once or on `activate_date`, which is open for 30 days. `sponsor_callback_url` is called when the application is decided, and again when the loan documents are accepted.',
  tags: ['Consumer applications'],
  ...secured,
  request: {
    body: consumerBody(createInvitationRequest, {
      component: 'CreateInvitationRequest',
      required: true,
    }),
  },
  responses: {
    201: answer('Invited, or to be invited on activate_date.', invitation),
    ...refusals(400, 403, 413, 415),
  },
});

const invitationsQuery = z.object({
  ...orderingQuery(invitationOrderings),
  ...pageQuery,
  ...searchQuery,
});
export type InvitationsQuery = z.output<typeof invitationsQuery>;

/** GET merchants/{request_user_id}/invitation/: the newest first, unless `ordering` says otherwise. */
export const listInvitationsRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/{request_user_id}/invitation/',
  operationId: 'listInvitations',
  summary: 'List the consumer invitations of the merchant',
  description:
    'A Salesrep or Salesperson sees what they sent, Admin and Salesmanager all. The newest are first, unless `ordering` says otherwise.',
  tags: ['Consumer applications'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId }), query: invitationsQuery },
  responses: {
    200: answer('A page of invitations.', pageOf(invitationSummary)),
    ...refusals(400, 403, 404),
  },
});
