import type { SoftPullRequest } from '../../../lending-api/soft-pull.ts';
import { parseCents } from '../../../platform/money.ts';
import type { LendingContext } from '../../context.ts';
import { decisionInputsKey } from '../../domain/application/decision-inputs.ts';
import { loanNumber } from '../../domain/loan-number.ts';
import { type ApplicantSecrets, sealApplicant } from '../../store/applicant-secrets.ts';
import type { ApplicationTable, MerchantUserTable } from '../../store/schema.ts';

/** A soft-pull request as it is stored: a Started application and what of it stays sealed. */
export interface NewApplication {
  application: ApplicationTable;
  secrets: ApplicantSecrets;
}

/** Makes the row of a soft pull that the user submits now (epoch ms). */
export function newApplication(
  context: LendingContext,
  user: MerchantUserTable,
  request: SoftPullRequest,
  now: number,
): NewApplication {
  const { ids, sealer, providers } = context;
  const secrets = secretsOf(request);
  const id = ids.uuid();
  const requested_amount_cents = parseCents(request.requested_amount);
  const application: ApplicationTable = {
    ...blankApplication,
    id,
    sponsor_id: user.sponsor_id,
    merchant_id: user.merchant_id,
    invited_by: user.user_id,
    external_application_id: request.external_application_id,
    loan_id: request.loan_id ?? request.external_application_id,
    consumer_application_human_readable_id: loanNumber(ids.digits(9)),
    first_name: request.first_name,
    middle_name: request.middle_name ?? null,
    last_name: request.last_name,
    suffix: request.suffix ?? null,
    email: request.email,
    phone: request.phone,
    locale: request.locale,
    applicant_sealed: sealApplicant(sealer, { id, sponsor_id: user.sponsor_id }, secrets),
    person_index: sealer.index(providers.applicants.personKey(request), 'person'),
    decision_inputs_index: sealer.index(
      decisionInputsKey({ ...secrets, requested_amount_cents }),
      'decision_inputs',
    ),
    request_index: requestIndex(context, request),
    requested_amount_cents,
    offer_code_name: request.offer_code_name ?? null,
    offer_code_terms: null,
    purchase_description: request.purchase_description ?? null,
    sponsor_callback_url: request.sponsor_callback_url,
    sponsor_redirect_url: request.sponsor_redirect_url ?? null,
    inquiry_id: ids.uuid(),
    script: JSON.stringify(providers.applicants.script(request.ssn)),
    created_at: now,
    modified_at: now,
  };
  return { application, secrets };
}

/** The keyed digest by which a repeat of a request is known; nothing can be read from it. */
export function requestIndex(
  { sealer }: Pick<LendingContext, 'sealer'>,
  request: SoftPullRequest,
): string {
  return sealer.index(JSON.stringify(request), 'soft_pull_request');
}

const blankApplication = {
  application_path: 'soft_pull',
  status: 'Started',
  account_status: null,
  portal_account_status: 'NotInvited',
  maximum_approved_amount_cents: null,
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
  credit_limit_cents: null,
  amount_spent_cents: 0,
  pending_charge_amount_cents: 0,
  accepted_at: null,
  purchase_window_ends_at: null,
  identity_failures: 0,
  identity_failures_date: null,
} as const satisfies Partial<ApplicationTable>;

function secretsOf(request: SoftPullRequest): ApplicantSecrets {
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
  };
}
