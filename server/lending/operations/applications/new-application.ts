import type { Transaction } from 'kysely';
import type { ApplicantField } from '../../../lending-api/applicant.ts';
import type { InvitationSubmission } from '../../../lending-api/invitations.ts';
import type { SoftPullRequest } from '../../../lending-api/soft-pull.ts';
import type { RegulatedTexts } from '../../../lending-api/texts/regulated-texts.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { parseCents } from '../../../platform/money.ts';
import type { LendingContext } from '../../context.ts';
import { ageOfMajority, isOfAge } from '../../domain/age-of-majority.ts';
import { orNull } from '../../domain/formats.ts';
import { loanNumber } from '../../domain/loan.ts';
import { LendingError } from '../../errors.ts';
import { type ApplicantSecrets, sealApplicant } from '../../store/applicants.ts';
import {
  findApplicationByExternalId,
  findApplicationByLoanId,
  insertApplication,
} from '../../store/applications.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { MerchantUserRow } from '../../store/schema/merchants.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { sealText } from '../../store/sealed-texts.ts';
import { textDigest } from './soft-pull-consents.ts';

type FieldErrors = Record<string, string[]>;

/**
 * Checks what the schema cannot know: the number's range, the age in the state, and that each
 * consent names a text that was published.
 * @throws LendingError `invalid` with the fields
 */
export function checkApplicant(
  { config, providers }: Pick<LendingContext, 'config' | 'providers'>,
  request: InvitationSubmission,
  now: number,
): void {
  const errors: FieldErrors = {
    ...(!providers.applicants.acceptsSsn(request.ssn) && {
      ssn: ['This number cannot be used here.'],
    }),
    ...(!isOfAge(request.date_of_birth, request.state, easternDate(now)) && {
      date_of_birth: [`Applicants must be at least ${ageOfMajority(request.state)} years old.`],
    }),
    ...unknownTexts(config.texts, request),
  };
  if (Object.keys(errors).length === 0) return;
  throw new LendingError('invalid', 'Some fields are not valid.', { errors });
}

const unknownVersion = ['No text of this version was published.'];

function unknownTexts(texts: RegulatedTexts, request: InvitationSubmission): FieldErrors {
  const { esign_consent_version, privacy_notice_version, sms_consent, sms_consent_version } =
    request;
  return {
    ...unknownAuthorization(texts, request),
    ...(!texts.isPublished('esign_consent', esign_consent_version) && {
      esign_consent_version: unknownVersion,
    }),
    ...(!texts.isPublished('privacy_notice', privacy_notice_version) && {
      privacy_notice_version: unknownVersion,
    }),
    ...(sms_consent === true &&
      !texts.isPublished('sms_consent', sms_consent_version ?? '') && {
        sms_consent_version: unknownVersion,
      }),
  };
}

function unknownAuthorization(texts: RegulatedTexts, request: InvitationSubmission): FieldErrors {
  const version = request.soft_pull_consent_version;
  const sha256 = request.soft_pull_consent_text_sha256;
  if (!texts.isPublished('soft_pull_authorization', version)) {
    return { soft_pull_consent_version: unknownVersion };
  }
  return texts.findByDigest('soft_pull_authorization', { version, sha256 }, textDigest)
    ? {}
    : { soft_pull_consent_text_sha256: ['This is not the digest of the published text.'] };
}

/** An application as it is stored when it is sent, and what of it stays sealed. */
export interface NewApplication {
  application: ApplicationRow;
  secrets: ApplicantSecrets;
}

/** Makes the row of a soft pull that the user submits now (epoch ms). */
export function newApplication(
  context: LendingContext,
  user: MerchantUserRow,
  request: SoftPullRequest,
  now: number,
): NewApplication {
  const id = context.ids.uuid();
  const { columns, secrets } = applicantColumns(
    context,
    { id, sponsor_id: user.sponsor_id },
    request,
  );
  const application: ApplicationRow = {
    ...blankApplication(context, user, now),
    ...columns,
    id,
    external_application_id: request.external_application_id,
    loan_id: request.loan_id ?? request.external_application_id,
    application_path: 'soft_pull',
    status: 'Started',
    locale: request.locale,
    // Rests on what can be offered as well, which is read with the person locked.
    decision_inputs_index: '',
    request_index: requestIndex(context, request),
    offer_code_name: request.offer_code_name ?? null,
    sponsor_callback_url: request.sponsor_callback_url,
    sponsor_redirect_url: request.sponsor_redirect_url ?? null,
    inquiry_id: context.ids.orderedUuid(now),
  };
  return { application, secrets };
}

/**
 * Where each field of an applicant is kept: in a column of the application, or sealed. The API's
 * fields are all named here, and all that is named here is written: else it does not compile.
 */
const keptAs = {
  first_name: 'first_name',
  middle_name: 'middle_name',
  last_name: 'last_name',
  suffix: 'suffix',
  email: 'email',
  phone: 'phone',
  date_of_birth: 'date_of_birth',
  ssn: 'ssn',
  address_1: 'address_1',
  address_2: 'address_2',
  city: 'city',
  state: 'state',
  zip_code: 'zip_code',
  housing_status: 'housing_status',
  monthly_housing_payment: 'monthly_housing_payment_cents',
  annual_income: 'annual_income_cents',
  employment_status: 'employment_status',
  employer_name: 'employer_name',
} as const satisfies Record<ApplicantField, keyof ApplicationRow | keyof ApplicantSecrets>;

type Kept = (typeof keptAs)[ApplicantField];
type KeptColumns = Pick<ApplicationRow, Extract<Kept, keyof ApplicationRow>>;
type KeptSecrets = Record<Exclude<Kept, keyof ApplicationRow>, unknown>;

/** What the applicant says, as columns of the application and as what stays sealed. */
export function applicantColumns(
  { sealer, providers }: Pick<LendingContext, 'sealer' | 'providers'>,
  place: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
  applicant: InvitationSubmission,
) {
  const secrets = secretsOf(applicant);
  const columns = {
    first_name: applicant.first_name,
    middle_name: applicant.middle_name ?? null,
    last_name: applicant.last_name,
    suffix: applicant.suffix ?? null,
    email: applicant.email,
    phone: applicant.phone,
    applicant_sealed: sealApplicant(sealer, place, secrets),
    person_index: sealer.index(providers.applicants.personKey(applicant), 'person'),
    requested_amount_cents: parseCents(applicant.requested_amount),
    purchase_description: orNull(applicant.purchase_description ?? null, (text) =>
      sealText(sealer, 'applications|purchase_description', place, text),
    ),
    script: JSON.stringify(providers.applicants.script(applicant.ssn)),
  } satisfies Partial<ApplicationRow> & KeptColumns;
  return { columns, secrets };
}

/**
 * The keyed digest by which a repeat of a request is known; nothing can be read from it without the
 * key.
 */
export function requestIndex(
  { sealer }: Pick<LendingContext, 'sealer'>,
  request: SoftPullRequest,
): string {
  return sealer.index(JSON.stringify(request), 'soft_pull_request');
}

/** A new application of the user's merchant of which nothing else is known yet. */
export function blankApplication({ ids }: LendingContext, user: MerchantUserRow, now: number) {
  return {
    ...undecided,
    sponsor_id: user.sponsor_id,
    merchant_id: user.merchant_id,
    invited_by: user.user_id,
    consumer_application_human_readable_id: loanNumber(ids.digits(9)),
    created_at: now,
    modified_at: now,
  };
}

const undecided = {
  account_status: null,
  portal_account_status: 'NotInvited',
  maximum_approved_amount_cents: null,
  offer_code_terms: null,
  decision: null,
  decided_at: null,
  decline_reasons: null,
  adverse_action_notice: 'none',
  mla_covered: 0,
  offers_expire_at: null,
  review_expires_at: null,
  invitation_expires_at: null,
  selected_offer_id: null,
  selected_amount_cents: null,
  selected_terms: null,
  merchant_fee_percent: null,
  credit_limit_cents: null,
  amount_spent_cents: 0,
  pending_charge_amount_cents: 0,
  unrestored_spend_cents: 0,
  accepted_at: null,
  purchase_window_ends_at: null,
  ended_at: null,
  identity_failures: 0,
  identity_failures_date: null,
  identity_failures_total: 0,
} as const satisfies Partial<ApplicationRow>;

function secretsOf(request: InvitationSubmission): ApplicantSecrets {
  return {
    ssn: request.ssn,
    date_of_birth: request.date_of_birth,
    annual_income_cents: parseCents(request.annual_income),
    address_1: request.address_1,
    address_2: request.address_2 ?? null,
    city: request.city,
    state: request.state,
    zip_code: request.zip_code,
    housing_status: request.housing_status,
    monthly_housing_payment_cents: parseCents(request.monthly_housing_payment),
    employment_status: request.employment_status,
    employer_name: request.employer_name ?? null,
  } satisfies KeptSecrets;
}

/** How often a loan number is drawn: one in 9 × 10⁸ for each loan there is, is taken. */
const mostDraws = 5;

/**
 * Writes an application down under a loan number that nobody has.
 * @throws LendingError `invalid` when one of the sponsor's ids is used already, `in_progress` when no
 * free number was drawn
 */
export async function insertNewApplication(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<ApplicationRow> {
  let row = application;
  for (let draws = 1; !(await insertApplication(tx, row, row.invited_by)); draws += 1) {
    await refuseUsedIds(tx, row);
    if (draws === mostDraws) {
      throw new LendingError('in_progress', 'The same ids are being used by another call.');
    }
    row = { ...row, consumer_application_human_readable_id: loanNumber(context.ids.digits(9)) };
  }
  return row;
}

async function refuseUsedIds(
  tx: Transaction<LendingSchema>,
  { sponsor_id, external_application_id, loan_id }: ApplicationRow,
): Promise<void> {
  if (await findApplicationByExternalId(tx, sponsor_id, external_application_id)) {
    throw usedAlready('external_application_id');
  }
  if (await findApplicationByLoanId(tx, sponsor_id, loan_id)) throw usedAlready('loan_id');
}

/** An id of the sponsor stands for another application. */
export function usedAlready(field: 'external_application_id' | 'loan_id'): LendingError {
  return new LendingError('invalid', `This ${field} is used already.`, {
    errors: { [field]: ['This id is used already.'] },
  });
}
