import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { ApplicationTable } from './schema.ts';

/** What an applicant said that nobody else may read; kept sealed. */
export interface ApplicantSecrets {
  /** Nine digits. */
  ssn: string;
  date_of_birth: string;
  annual_income_cents: number;
  address_1: string;
  address_2: string | null;
  city: string;
  state: string;
  zip_code: string;
  housing_status: string;
  monthly_housing_payment_cents: number;
  employment_status: string;
  employer_name: string | null;
}

type Place = Pick<ApplicationTable, 'id' | 'sponsor_id'>;

/** Whether the consumer has sent the application; an invited one may not have. */
export function hasApplied({ person_index }: Pick<ApplicationTable, 'person_index'>): boolean {
  return person_index !== '';
}

/** Whether what the applicant said was deleted when its time was over. */
export function isShredded(
  application: Pick<ApplicationTable, 'person_index' | 'applicant_sealed'>,
): boolean {
  return hasApplied(application) && application.applicant_sealed === '';
}

export function sealApplicant(
  sealer: FieldSealer,
  place: Place,
  secrets: ApplicantSecrets,
): string {
  return sealer.seal(JSON.stringify(secrets), aadOf(place));
}

export function openApplicant(
  sealer: FieldSealer,
  application: Place & Pick<ApplicationTable, 'applicant_sealed'>,
): ApplicantSecrets {
  // What is opened was sealed by sealApplicant(): the authentication tag vouches for it.
  return JSON.parse(
    sealer.open(application.applicant_sealed, aadOf(application)),
  ) as ApplicantSecrets;
}

/** Seals by the data key of what the applicant said: it opens as long as that is kept. */
export function sealWithApplicant(
  sealer: FieldSealer,
  application: Pick<ApplicationTable, 'applicant_sealed'>,
  plain: string,
  aad: string,
): string {
  return sealer.seal(plain, aad, dataKeyOf(application));
}

/** Throws a SealedFieldError when what the applicant said was shredded. */
export function openWithApplicant(
  sealer: FieldSealer,
  application: Pick<ApplicationTable, 'applicant_sealed'>,
  sealed: string,
  aad: string,
): string {
  return sealer.open(sealed, aad, dataKeyOf(application));
}

/** A sealed text stands behind its own data key, which is wrapped. */
function dataKeyOf({ applicant_sealed }: Pick<ApplicationTable, 'applicant_sealed'>): string {
  return applicant_sealed.split('.').slice(0, 2).join('.');
}

function aadOf({ id, sponsor_id }: Place): string {
  return `${sponsor_id}|applications|applicant_sealed|${id}`;
}
