import type { Transaction } from 'kysely';
import type { Connection } from '../../../platform/database/database.ts';
import { dayMs } from '../../../platform/durations.ts';
import type { LendingContext } from '../../context.ts';
import { hasApplied } from '../../store/applicants.ts';
import { listHistory } from '../../store/applications.ts';
import { lastConsent } from '../../store/consent-events.ts';
import { listLetters } from '../../store/letters.ts';
import { issueLink } from '../../store/links.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { InvitationRow } from '../../store/schema/hosted-pages.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { maySendSms } from '../../store/sms-consent.ts';

/** What the consumer has agreed to and asked for, as it stands. */
export interface Preferences {
  /** The number that gets text messages; null when none does. */
  smsTo: string | null;
  /** Paper copies are on their way, or were mailed not long ago. */
  isPaperAsked: boolean;
  /** Undefined as long as nobody has applied: a form that was taken back is agreed to again. */
  esign: 'given' | 'withdrawn' | undefined;
}

/** Whoever has the link can ask, and each mailing costs, and keeps the address for longer. */
const copiesEveryMs = 30 * dayMs;

export async function preferencesOf(
  connection: Connection<LendingSchema>,
  { application, invitation }: { application: ApplicationRow; invitation: InvitationRow | null },
  now: number,
): Promise<Preferences> {
  const letters = await listLetters(connection, application);
  return {
    smsTo: (await smsTo(connection, application)) ?? (await invitedTo(connection, invitation)),
    isPaperAsked: letters.some(
      ({ kind, status, created_at }) =>
        kind === 'paper_copy' && (status === 'MailRequired' || now < created_at + copiesEveryMs),
    ),
    esign: await esignOf(connection, application),
  };
}

/** The page may have been opened from a message to the number that was invited. */
function invitedTo(
  connection: Connection<LendingSchema>,
  invitation: InvitationRow | null,
): Promise<string | null> | null {
  if (invitation === null) return null;
  const { application_id: id, sponsor_id, phone } = invitation;
  return smsTo(connection, { id, sponsor_id, phone: phone ?? '' });
}

async function smsTo(
  connection: Connection<LendingSchema>,
  application: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'phone'>,
): Promise<string | null> {
  if (application.phone === '') return null;
  return (await maySendSms(connection, application)) ? application.phone : null;
}

export async function esignOf(
  connection: Connection<LendingSchema>,
  application: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'person_index'>,
): Promise<Preferences['esign']> {
  if (!hasApplied(application)) return undefined;
  const given = await lastConsent(connection, application, 'esign');
  if (!given) return undefined;
  const withdrawn = await lastConsent(connection, application, 'revocation', 'esign_consent');
  return withdrawn && withdrawn.position > given.position ? 'withdrawn' : 'given';
}

/**
 * True if an application, which is Cancelled, ended because the consent to electronic documents was
 * withdrawn, not because the consumer refused the terms before that.
 */
export async function isEndedByWithdrawal(
  connection: Connection<LendingSchema>,
  application: Pick<ApplicationRow, 'id' | 'sponsor_id' | 'person_index'>,
): Promise<boolean> {
  if ((await esignOf(connection, application)) !== 'withdrawn') return false;
  const withdrawn = await lastConsent(connection, application, 'revocation', 'esign_consent');
  const history = await listHistory(connection, application.sponsor_id, application.id);
  const ended = history.at(-1);
  return withdrawn !== undefined && ended !== undefined && withdrawn.accepted_at <= ended.at;
}

/** As long as evidence of an SMS consent is kept. */
const linkMs = 5 * 365 * dayMs;

/** The page on which the consumer stops messages; the same address in every message. */
export async function preferencesLink(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { id, sponsor_id }: Pick<ApplicationRow, 'id' | 'sponsor_id'>,
): Promise<string> {
  const now = context.clock.now(sponsor_id);
  const link = { kind: 'preferences', subjectId: id, sponsorId: sponsor_id } as const;
  const { url } = await issueLink(tx, context, { ...link, expiresAt: now + linkMs, now });
  return url;
}
