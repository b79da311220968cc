import { minuteMs } from '../../../platform/durations.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { schedule, unschedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import type { LendingContext } from '../../context.ts';
import { deleteDraft, findDraft, writeDraft } from '../../store/application-drafts.ts';
import type { ApplicationTable } from '../../store/schema.ts';

/** Due-work kind that deletes what somebody typed and did not send; the key is the draft's id. */
export const DRAFT_EXPIRY = 'application_draft_expiry';

/** Since the last step that was sent. */
export const DRAFT_LIFETIME_MS = 30 * minuteMs;

/** A form's fields as they were typed. */
export type Draft = Readonly<Record<string, string>>;

/** Whose draft it is: of an application, in the browser that has the secret. */
export interface DraftPlace {
  application: Pick<ApplicationTable, 'id' | 'sponsor_id'>;
  secret: string;
}

/** What was typed so far; undefined when nothing was, or too long ago. */
export async function readDraft(
  { database, sealer, clock }: LendingContext,
  { application, secret }: DraftPlace,
): Promise<Draft | undefined> {
  const id = sha256Hex(secret);
  const row = await findDraft(database.query, application.sponsor_id, id);
  const isThere = row?.application_id === application.id;
  if (!isThere || clock.now(application.sponsor_id) >= row.expires_at) return undefined;
  // What is opened was sealed by saveDraft(): the authentication tag vouches for it.
  return JSON.parse(sealer.open(row.draft_sealed, aadOf(application, id))) as Draft;
}

/** Keeps what was typed, sealed, for as long as its browser goes on with it. */
export async function saveDraft(
  { database, sealer, clock }: LendingContext,
  { application, secret }: DraftPlace,
  draft: Draft,
): Promise<void> {
  const { id: application_id, sponsor_id } = application;
  const id = sha256Hex(secret);
  const now = clock.now(sponsor_id);
  const expires_at = now + DRAFT_LIFETIME_MS;
  const draft_sealed = sealer.seal(JSON.stringify(draft), aadOf(application, id));
  await database.transaction(async (tx) => {
    await writeDraft(tx, {
      id,
      sponsor_id,
      application_id,
      draft_sealed,
      expires_at,
      created_at: now,
    });
    await schedule(tx, { kind: DRAFT_EXPIRY, key: id, scope: sponsor_id, dueAt: expires_at });
  });
}

/** The application was sent, or given up. */
export async function dropDraft(
  { database }: LendingContext,
  { application: { sponsor_id }, secret }: DraftPlace,
): Promise<void> {
  const id = sha256Hex(secret);
  await database.transaction(async (tx) => {
    await deleteDraft(tx, sponsor_id, id);
    await unschedule(tx, DRAFT_EXPIRY, id);
  });
}

/** Deletes a draft that nobody went on with. */
export async function expireDraft(
  { database }: LendingContext,
  { key, scope, now }: ClaimedWork,
): Promise<DueWorkResult> {
  const row = await findDraft(database.query, scope, key);
  if (row && now < row.expires_at) return { retryAt: row.expires_at };
  await deleteDraft(database.query, scope, key);
  return 'done';
}

function aadOf({ sponsor_id }: DraftPlace['application'], id: string): string {
  return `${sponsor_id}|application_drafts|draft_sealed|${id}`;
}
