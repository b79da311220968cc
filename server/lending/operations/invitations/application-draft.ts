import type { Transaction } from 'kysely';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import { schedule, unschedule } from '../../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../../platform/due-work/runner.ts';
import { minuteMs } from '../../../platform/durations.ts';
import { randomIds } from '../../../platform/ids.ts';
import type { LendingContext } from '../../context.ts';
import { lockApplication } from '../../store/applications.ts';
import { deleteDraft, findDraft, listLiveDrafts, writeDraft } from '../../store/invitations.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { timerKinds } from '../../work-kinds.ts';

/** Since the last step that was sent. */
export const DRAFT_LIFETIME_MS = 30 * minuteMs;

/** Of an application: whoever has its link can begin a draft. */
const mostLiveDrafts = 20;

/** A form's fields as they were typed; `sent` is `yes` if it was sent and not changed since. */
export type Draft = Readonly<Record<string, string>>;

/**
 * Whose draft it is: of an application, in the browser that has the secret, in this visit. Another host
 * of the domain can give a browser the secret, but not the visit.
 */
export interface DraftPlace {
  application: Pick<ApplicationRow, 'id' | 'sponsor_id'>;
  secret: string;
  visit: string;
}

/** What was typed so far; undefined when nothing was, or too long ago. */
export async function readDraft(
  { database, sealer, clock }: LendingContext,
  place: DraftPlace,
): Promise<Draft | undefined> {
  const { application, secret, visit } = place;
  if (secret === '' || visit === '') return undefined;
  const id = idOf(place);
  const row = await findDraft(database.query, application.sponsor_id, id);
  const isThere = row?.application_id === application.id;
  if (!isThere || clock.now(application.sponsor_id) >= row.expires_at) return undefined;
  // What is opened was sealed by saveDraft(): the authentication tag vouches for it.
  return JSON.parse(sealer.open(row.draft_sealed, aadOf(application, id))) as Draft;
}

/**
 * Keeps what was typed, sealed, for as long as its browser goes on with it. A secret that leads to no
 * live draft of the application in this visit was not made for it, or is over: a new one takes its
 * place. With more than 20 live drafts the one that was left longest gives way, so that a consumer who
 * goes on with another device always can.
 * @returns the secret of the draft, for the browser to keep
 */
export async function saveDraft(
  { database, sealer, clock }: LendingContext,
  place: DraftPlace,
  draft: Draft,
): Promise<string> {
  const { application } = place;
  const { id: application_id, sponsor_id } = application;
  const now = clock.now(sponsor_id);
  const expires_at = now + DRAFT_LIFETIME_MS;
  return database.transaction(async (tx) => {
    // Locked, so that drafts made at the same time are counted.
    await lockApplication(tx, database, sponsor_id, application_id);
    const live = await listLiveDrafts(tx, application, now);
    const isKnown = live.some(({ id }) => id === idOf(place));
    // From the operating system, in the sandbox too, whose other ids can be foretold.
    const secret = isKnown ? place.secret : randomIds.token();
    const id = idOf({ ...place, secret });
    const draft_sealed = sealer.seal(JSON.stringify(draft), aadOf(application, id));
    const row = { id, sponsor_id, application_id, draft_sealed, expires_at, created_at: now };
    await writeDraft(tx, row);
    await schedule(tx, {
      kind: timerKinds.draftExpiry,
      key: id,
      scope: sponsor_id,
      dueAt: expires_at,
    });
    if (!isKnown) {
      for (const left of live.slice(mostLiveDrafts - 1)) await remove(tx, sponsor_id, left.id);
    }
    return secret;
  });
}

/** The application was sent, or given up. */
export async function dropDraft({ database }: LendingContext, place: DraftPlace): Promise<void> {
  await database.transaction((tx) => remove(tx, place.application.sponsor_id, idOf(place)));
}

async function remove(
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<void> {
  await deleteDraft(tx, sponsorId, id);
  await unschedule(tx, timerKinds.draftExpiry, id);
}

/** Deletes a draft that nobody went on with. */
export async function expireDraft(
  { database }: LendingContext,
  { key, scope, now }: ClaimedWork,
): Promise<DueWorkResult> {
  const row = await findDraft(database.query, scope, key);
  if (row && now < row.expires_at) return { retryAt: row.expires_at };
  await database.statement((tx) => deleteDraft(tx, scope, key));
  return 'done';
}

function idOf({ secret, visit }: Pick<DraftPlace, 'secret' | 'visit'>): string {
  return sha256Hex(JSON.stringify([secret, visit]));
}

function aadOf({ sponsor_id }: DraftPlace['application'], id: string): string {
  return `${sponsor_id}|application_drafts|draft_sealed|${id}`;
}
