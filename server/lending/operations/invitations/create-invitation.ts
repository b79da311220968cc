import type { Transaction } from 'kysely';
import type { CreateInvitationRequest, Invitation } from '../../../lending-api/invitations.ts';
import { schedule } from '../../../platform/due-work/due-work.ts';
import { parseCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { timestamp } from '../../domain/formats.ts';
import {
  canActivateOn,
  invitationDeadlines,
  invitationLeavesAt,
} from '../../domain/invitation-deadlines.ts';
import { LendingError } from '../../errors.ts';
import { plainScript } from '../../providers/applicants.ts';
import { consentOf, recordConsent } from '../../store/consent-events.ts';
import { insertInvitation } from '../../store/invitations.ts';
import { issueLink } from '../../store/links.ts';
import { findMerchant } from '../../store/merchants.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { InvitationRow } from '../../store/schema/hosted-pages.ts';
import type { MerchantRow, MerchantUserRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { hasStoppedSms } from '../../store/sms-consent.ts';
import { timerKinds } from '../../work-kinds.ts';
import { invitingUser } from '../acting-user.ts';
import { blankApplication, insertNewApplication } from '../applications/new-application.ts';
import { withOfferCodeTerms } from '../offer-codes.ts';
import { requireCallable, requireReturnPage } from '../sponsor-addresses.ts';
import { sendInvitation } from './send-invitation.ts';

/**
 * Invites a consumer by SMS or e-mail, at once or on activate_date (server/lending/DECISIONS.md,
 * Invitations).
 * @throws LendingError `forbidden` for user and merchant, `invalid` for the date, a used id, the
 * offer code or a number whose owner texted STOP
 */
export async function createInvitation(
  context: LendingContext,
  sponsor: Sponsor,
  request: CreateInvitationRequest,
): Promise<Invitation> {
  requireCallable(context, 'sponsor_callback_url', request.sponsor_callback_url);
  requireReturnPage(context, request.sponsor_redirect_url);
  const now = context.clock.now(sponsor.id);
  return context.database.transaction(async (tx) => {
    const user = await invitingUser(context, sponsor, request.request_user_id, tx);
    const merchant = await findMerchant(tx, sponsor.id, user.merchant_id);
    if (!merchant) throw new Error(`merchant ${user.merchant_id} is gone`);
    requireActivateDate(request, now);
    await requireNoStop(tx, sponsor.id, request);
    const fresh = invitedApplication(context, user, request, now);
    const coded = await withOfferCodeTerms(context, tx, fresh);
    const application = await insertNewApplication(context, tx, coded);
    const invitation = invitationOf(context, application, request);
    await insertInvitation(tx, invitation);
    const link = await begin(context, tx, { application, invitation, merchant });
    return answer(application, invitation, link);
  });
}

function requireActivateDate({ activate_date }: CreateInvitationRequest, now: number): void {
  if (activate_date === undefined || canActivateOn(activate_date, now)) return;
  throw new LendingError('invalid', 'The invitation cannot be activated on that day.', {
    errors: { activate_date: ['Must be from today to 90 days from now.'] },
  });
}

/** No SMS to somebody who texted STOP, whatever the merchant attests; an e-mail may still go out. */
async function requireNoStop(
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  { phone }: CreateInvitationRequest,
): Promise<void> {
  if (phone === undefined || !(await hasStoppedSms(tx, sponsorId, phone))) return;
  throw new LendingError('invalid', 'No text messages may be sent to this number.', {
    errors: { phone: ['Its owner has asked for no more text messages.'] },
  });
}

function invitedApplication(
  context: LendingContext,
  user: MerchantUserRow,
  request: CreateInvitationRequest,
  now: number,
): ApplicationRow {
  const externalId = request.external_application_id ?? context.ids.uuid();
  return {
    ...blankApplication(context, user, now),
    ...unknownApplicant,
    id: context.ids.uuid(),
    external_application_id: externalId,
    loan_id: request.loan_id ?? externalId,
    application_path: 'invitation',
    status: 'Invited',
    first_name: request.first_name ?? '',
    last_name: request.last_name ?? '',
    email: request.email ?? '',
    phone: request.phone ?? '',
    locale: request.locale,
    requested_amount_cents:
      request.requested_amount === undefined ? 0 : parseCents(request.requested_amount),
    offer_code_name: request.offer_code_name ?? null,
    sponsor_callback_url: request.sponsor_callback_url,
    sponsor_redirect_url: request.sponsor_redirect_url ?? null,
    invitation_expires_at: invitationDeadlines(request.activate_date ?? null, now).expires_at,
  };
}

const unknownApplicant = {
  middle_name: null,
  suffix: null,
  applicant_sealed: '',
  person_index: '',
  decision_inputs_index: '',
  request_index: '',
  purchase_description: null,
  inquiry_id: '',
  script: JSON.stringify(plainScript),
};

function invitationOf(
  { ids }: LendingContext,
  { id, sponsor_id, created_at }: ApplicationRow,
  request: CreateInvitationRequest,
): InvitationRow {
  const activate_date = request.activate_date ?? null;
  const deadlines = invitationDeadlines(activate_date, created_at);
  return {
    application_id: id,
    id: ids.uuid(),
    sponsor_id,
    status: created_at < deadlines.activates_at ? 'Scheduled' : 'Sent',
    phone: request.phone ?? null,
    email: request.email ?? null,
    activate_date,
    ...deadlines,
    answered_by: null,
    created_at,
    modified_at: created_at,
  };
}

interface NewInvitation {
  application: ApplicationRow;
  invitation: InvitationRow;
  merchant: MerchantRow;
}

/** Sends the invitation or schedules it, with its link, its end and the merchant's word on SMS. */
async function begin(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { application, invitation, merchant }: NewInvitation,
): Promise<string> {
  const { id, sponsor_id, created_at } = application;
  const { activates_at, expires_at } = invitation;
  const timer = { key: id, scope: sponsor_id };
  await schedule(tx, { kind: timerKinds.invitationExpiry, ...timer, dueAt: expires_at });
  if (invitation.phone !== null) {
    await recordConsent(tx, context, {
      ...consentOf(application),
      consentType: 'sms',
      action: 'attested',
      acceptedAt: created_at,
      collectedBy: 'sponsor_api',
    });
  }
  if (invitation.status === 'Scheduled') {
    const dueAt = invitationLeavesAt(invitation, activates_at);
    await schedule(tx, { kind: timerKinds.invitationActivation, ...timer, dueAt });
  } else {
    await sendInvitation(context, tx, { application, invitation, merchant });
  }
  const subject = { kind: 'invitation', subjectId: id, sponsorId: sponsor_id } as const;
  const link = { ...subject, expiresAt: expires_at, now: created_at };
  return (await issueLink(tx, context, link)).url;
}

function answer(
  application: ApplicationRow,
  { id, status, phone, email, activate_date, expires_at, modified_at }: InvitationRow,
  link: string,
): Invitation {
  return {
    invitation_id: id,
    external_application_id: application.external_application_id,
    loan_id: application.loan_id,
    channel: phone === null ? 'email' : 'sms',
    phone,
    email,
    status: status === 'Scheduled' ? status : 'Sent',
    invited_by_merchant_user: application.invited_by,
    activate_date: activate_date ?? '',
    offer_code_name: application.offer_code_name ?? '',
    consumer_invitation_link: link,
    expires_at: timestamp(expires_at),
    created: timestamp(application.created_at),
    modified: timestamp(modified_at),
  };
}
