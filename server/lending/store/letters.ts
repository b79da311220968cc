import type { Transaction } from 'kysely';
import type { FieldSealer } from '../../platform/crypto/sealed-fields.ts';
import type { Connection } from '../../platform/database/database.ts';
import type { ApplicantSecrets } from './applicants.ts';
import type { ApplicationRow } from './schema/applications.ts';
import type { LetterRow } from './schema/outboxes.ts';
import type { LendingSchema } from './schema.ts';
import { openText, sealText } from './sealed-texts.ts';

const contentLabel = 'letters|content';

/** Whom a letter goes to. */
export interface Addressee {
  name: string;
  /** Of the address, as they stand on the envelope. */
  lines: readonly string[];
}

/** An applicant's own address as it stands on an envelope. */
export function addressOf({
  address_1,
  address_2,
  city,
  state,
  zip_code,
}: Pick<ApplicantSecrets, 'address_1' | 'address_2' | 'city' | 'state' | 'zip_code'>): string[] {
  return [address_1, ...(address_2 === null ? [] : [address_2]), `${city}, ${state} ${zip_code}`];
}

export type NewLetter = Omit<LetterRow, 'recipient_sealed' | 'status'> & { recipient: Addressee };

/** Writes a letter to the outbox of what goes out on paper. */
export async function insertLetter(
  connection: Connection<LendingSchema>,
  sealer: FieldSealer,
  { recipient, ...letter }: NewLetter,
): Promise<void> {
  const recipient_sealed = sealer.seal(JSON.stringify(recipient), aadOf(letter));
  await connection
    .insertInto('letters')
    .values({
      ...letter,
      content: sealText(sealer, contentLabel, letter, letter.content),
      recipient_sealed,
      status: 'MailRequired',
    })
    .execute();
}

export function listLetters(
  connection: Connection<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<LetterRow[]> {
  return connection
    .selectFrom('letters')
    .selectAll()
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findLetter(
  connection: Connection<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<LetterRow | undefined> {
  return connection
    .selectFrom('letters')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Moves a letter. Answers false where it is not in the state any more in which it was read. */
export async function moveLetter(
  connection: Connection<LendingSchema>,
  { id, sponsor_id, status: before }: LetterRow,
  status: LetterRow['status'],
): Promise<boolean> {
  const result = await connection
    .updateTable('letters')
    .set({ status })
    .where('sponsor_id', '=', sponsor_id)
    .where('id', '=', id)
    .where('status', '=', before)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What a letter says, for whoever prints it. */
export function openContent(sealer: FieldSealer, letter: LetterRow): string {
  return openText(sealer, contentLabel, letter, letter.content);
}

/** Whom a letter goes to, for whoever prints it. */
export function openAddressee(sealer: FieldSealer, letter: LetterRow): Addressee {
  // What is opened was sealed by insertLetter(): the authentication tag vouches for it.
  return JSON.parse(sealer.open(letter.recipient_sealed, aadOf(letter))) as Addressee;
}

function aadOf({ id, sponsor_id }: Pick<LetterRow, 'id' | 'sponsor_id'>): string {
  return `${sponsor_id}|letters|recipient_sealed|${id}`;
}

/** True if a letter or a notice of an application has still to be mailed, to the address it gave. */
export async function hasMailToSend(
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<boolean> {
  const letter = await tx
    .selectFrom('letters')
    .select('id')
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .where('status', '=', 'MailRequired')
    .limit(1)
    .executeTakeFirst();
  const notice = await tx
    .selectFrom('notices')
    .select('id')
    .where('sponsor_id', '=', sponsor_id)
    .where('application_id', '=', id)
    .where('status', 'not in', ['Sent', 'Mailed'])
    .limit(1)
    .executeTakeFirst();
  return letter !== undefined || notice !== undefined;
}
