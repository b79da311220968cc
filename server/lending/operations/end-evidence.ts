import type { Transaction } from 'kysely';
import type { ClaimedWork, DueWorkResult } from '../../platform/due-work/runner.ts';
import type { LendingContext } from '../context.ts';
import { evidenceKeptUntil, evidenceRowKeptUntil, nextEvidenceCheck } from '../domain/retention.ts';
import { lockApplication } from '../store/applications.ts';
import type { ConsentEvent } from '../store/consent-events.ts';
import { deleteEvents } from '../store/events.ts';
import { chainOf } from '../store/evidence-chains.ts';
import { deleteEvidence, isHeadOf, lockHead } from '../store/evidence-heads.ts';
import { deleteMessages, lastSmsAt } from '../store/messages.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { ConsentEventRow } from '../store/schema/evidence.ts';
import type { LendingSchema } from '../store/schema.ts';
import { findMismatchIn } from './verify-evidence.ts';

/**
 * Deletes the evidence of an application, what it was about, and the messages, letters and callbacks
 * about it, when its time is over (server/lending/DECISIONS.md, Retention). The number of who said STOP
 * stays in `stopped_numbers`. When the application ended is in columns that somebody without the key can
 * write, so the chain, which nobody else can, must be old enough by itself.
 */
export function endEvidence(
  context: LendingContext,
  { key, scope, now }: Pick<ClaimedWork, 'key' | 'scope' | 'now'>,
): Promise<DueWorkResult> {
  const { database, log } = context;
  const place = { id: key, sponsor_id: scope };
  return database.transaction(async (tx) => {
    const application = await lockApplication(tx, database, scope, key);
    if (application) {
      const keptUntil = evidenceKeptUntil(application, await lastSmsAt(tx, application));
      if (keptUntil === null) return { retryAt: nextEvidenceCheck(now) };
      if (now < keptUntil) return { retryAt: keptUntil };
    }
    const chain = await findChain(context, tx, place);
    if (chain === 'wrong' || !mayEnd(chain, application)) {
      log.error({ event: 'evidence_not_deleted', sponsor_id: scope, application_id: key });
      return { retryAt: nextEvidenceCheck(now) };
    }
    const lastAt = Math.max(0, ...chain.map(({ accepted_at }) => accepted_at));
    if (now < evidenceRowKeptUntil(lastAt)) return { retryAt: evidenceRowKeptUntil(lastAt) };
    if (application) {
      await deleteMessages(tx, application);
      await deleteEvents(tx, application);
    }
    await deleteEvidence(tx, context, place, now);
    return 'done';
  });
}

type Chain = readonly Pick<ConsentEventRow, 'consent_type' | 'accepted_at'>[];

/** The rows of a chain, none if it was deleted before; `wrong` if it is not as the service wrote it. */
async function findChain(
  { database, sealer }: LendingContext,
  tx: Transaction<LendingSchema>,
  place: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<Chain | 'wrong'> {
  const head = await lockHead(tx, database, place);
  const rows = await chainOf(tx, place);
  const last = rows.at(-1);
  if (!head && !last) return [];
  const isRight = head && last && isHeadOf(sealer, head, last);
  return isRight && (await findMismatchIn(tx, rows)) === null ? rows : 'wrong';
}

/** What a soft pull leaves that was taken back, which no application tells of. */
const takenBack: ReadonlySet<string> = new Set([
  'privacy_ack',
  'esign',
  'soft_pull',
  'sms',
  'revocation',
] satisfies ConsentEvent['consentType'][]);

/** A merchant's onboarding, which has no end. */
const onboarding: ReadonlySet<string> = new Set([
  'merchant_admin_verified',
  'merchant_terms_signature',
] satisfies ConsentEvent['consentType'][]);

function mayEnd(chain: Chain, application: ApplicationRow | undefined): boolean {
  return application
    ? !chain.some(({ consent_type }) => onboarding.has(consent_type))
    : chain.every(({ consent_type }) => takenBack.has(consent_type));
}
