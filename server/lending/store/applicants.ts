import type { Transaction } from 'kysely';
import { type FieldSealer, recordKeyOf } from '../../platform/crypto/sealed-fields.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { LendingSchema } from './schema.ts';

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

type Place = Pick<ApplicationRow, 'id' | 'sponsor_id'>;

/** True if the consumer has sent the application; an invited one may not have. */
export function hasApplied({ person_index }: Pick<ApplicationRow, 'person_index'>): boolean {
  return person_index !== '';
}

/** True if what the applicant said was deleted when its time was over. */
export function isShredded(
  application: Pick<ApplicationRow, 'person_index' | 'applicant_sealed'>,
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
  application: Place & Pick<ApplicationRow, 'applicant_sealed'>,
): ApplicantSecrets {
  // What is opened was sealed by sealApplicant(): the authentication tag vouches for it.
  return JSON.parse(
    sealer.open(application.applicant_sealed, aadOf(application)),
  ) as ApplicantSecrets;
}

/** Seals by the data key of what the applicant said: it opens as long as that is kept. */
export function sealWithApplicant(
  sealer: FieldSealer,
  application: Pick<ApplicationRow, 'applicant_sealed'>,
  plain: string,
  aad: string,
): string {
  return sealer.seal(plain, aad, recordKeyOf(application.applicant_sealed));
}

/** @throws SealedFieldError when what the applicant said was shredded */
export function openWithApplicant(
  sealer: FieldSealer,
  application: Pick<ApplicationRow, 'applicant_sealed'>,
  sealed: string,
  aad: string,
): string {
  return sealer.open(sealed, aad, recordKeyOf(application.applicant_sealed));
}

function aadOf({ id, sponsor_id }: Place): string {
  return `${sponsor_id}|applications|applicant_sealed|${id}`;
}

interface Shredded {
  /** The last four digits of the SSN. */
  ssnLast4: string;
  at: number;
}

/**
 * Deletes what an applicant said, and why they were declined, with the keys that it was sealed by.
 * What stays is a keyed digest of the last four digits for this application alone: its links still
 * ask for them.
 */
export async function shredApplicant(
  tx: Transaction<LendingSchema>,
  sealer: FieldSealer,
  application: Place,
  { ssnLast4, at }: Shredded,
): Promise<void> {
  const { id, sponsor_id } = application;
  await tx
    .insertInto('shredded_applicants')
    .values({
      application_id: id,
      sponsor_id,
      ssn_last4_index: sealer.index(...last4Of(application, ssnLast4)),
      shredded_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .updateTable('applications')
    .set({
      applicant_sealed: '',
      purchase_description: null,
      decline_reasons: null,
      decision_inputs_index: '',
      request_index: '',
    })
    .where('sponsor_id', '=', sponsor_id)
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('letters')
    .set({ recipient_sealed: '' })
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .execute();
}

/** Of an invited application that an earlier one took the place of: its applicant is the earlier one's. */
export async function deleteDeclineReasons(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Place,
): Promise<void> {
  await tx
    .updateTable('applications')
    .set({ decline_reasons: null })
    .where('sponsor_id', '=', sponsor_id)
    .where('id', '=', id)
    .execute();
}

/** True if these are the last four digits of an applicant whose SSN was shredded. */
export async function isShreddedLast4(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  application: Place,
  ssnLast4: string,
): Promise<boolean> {
  const row = await connection
    .selectFrom('shredded_applicants')
    .select('ssn_last4_index')
    .where('sponsor_id', '=', application.sponsor_id)
    .where('application_id', '=', application.id)
    .executeTakeFirst();
  return (
    row !== undefined && sealer.isIndexOf(row.ssn_last4_index, ...last4Of(application, ssnLast4))
  );
}

/** What of it a digest is made, and for what. */
function last4Of({ id }: Place, ssnLast4: string): [value: string, purpose: string] {
  return [`${id}|${ssnLast4}`, 'ssn_last4'];
}

/** The last application that a merchant's sweep has reached. */
export interface SweepCursor {
  created_at: number;
  id: string;
}

/** A merchant's applications behind the cursor that were made by a time, the oldest first. */
export function applicationsToSweep(
  connection: Connection<LendingSchema>,
  merchant: Pick<ApplicationRow, 'sponsor_id' | 'merchant_id'>,
  { after, until, limit }: { after: SweepCursor; until: number; limit: number },
): Promise<ApplicationRow[]> {
  return connection
    .selectFrom('applications')
    .selectAll()
    .where('sponsor_id', '=', merchant.sponsor_id)
    .where('merchant_id', '=', merchant.merchant_id)
    .where('created_at', '>=', after.created_at)
    .where('created_at', '<=', until)
    .where((row) => row.or([row('created_at', '>', after.created_at), row('id', '>', after.id)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}
