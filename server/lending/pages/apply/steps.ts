import type { InvitationSubmission } from '../../../lending-api/invitations.ts';

/** A field of the application as its form names it. */
export type ApplyField = Exclude<
  keyof InvitationSubmission,
  `${string}_version` | 'soft_pull_consent' | 'soft_pull_consent_text_sha256'
>;

export type FormStep = 'contact' | 'consents' | 'home' | 'income';

/** What each page of the form asks for, in its order. */
export const fieldsOfStep: Readonly<Record<FormStep, readonly ApplyField[]>> = {
  contact: [
    'requested_amount',
    'purchase_description',
    'first_name',
    'middle_name',
    'last_name',
    'suffix',
    'email',
    'phone',
  ],
  consents: ['esign_consent', 'privacy_notice_ack', 'sms_consent'],
  home: ['date_of_birth', 'address_1', 'address_2', 'city', 'state', 'zip_code'],
  income: [
    'housing_status',
    'monthly_housing_payment',
    'employment_status',
    'employer_name',
    'annual_income',
    'ssn',
  ],
};

export const formSteps = ['contact', 'consents', 'home', 'income'] as const satisfies FormStep[];

/** The pages of the form, then the authorization. */
export const applySteps = [...formSteps, 'authorize'] as const;
export type ApplyStep = (typeof applySteps)[number];

export function isApplyStep(name: string): name is ApplyStep {
  return (applySteps as readonly string[]).includes(name);
}

/** The form's page that asks for a field; the first one for a name that no page asks for. */
export function stepOf(field: string): FormStep {
  return (
    formSteps.find((step) => (fieldsOfStep[step] as readonly string[]).includes(field)) ?? 'contact'
  );
}

/** The step after one of the form's pages. */
export function stepAfter(step: FormStep): ApplyStep {
  return applySteps[applySteps.indexOf(step) + 1] ?? 'authorize';
}
