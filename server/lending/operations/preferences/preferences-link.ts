import { dayMs } from '../../../platform/durations.ts';
import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { issueLink } from '../../store/links.ts';
import type { ApplicationTable, LendingSchema } from '../../store/schema.ts';

/** As long as evidence of an SMS consent is kept. */
const LINK_MS = 5 * 365 * dayMs;

/** The page on which the consumer stops messages; the same address in every message. */
export async function preferencesLink(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationTable, 'id' | 'sponsor_id'>,
): Promise<string> {
  const now = context.clock.now(sponsor_id);
  const link = { kind: 'preferences', subjectId: id, sponsorId: sponsor_id } as const;
  const { url } = await issueLink(tx, context, { ...link, expiresAt: now + LINK_MS, now });
  return url;
}
