import type { Transaction } from 'kysely';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import {
  keywordOf,
  type SmsKeyword,
  smsHelpSms,
  smsStoppedSms,
} from '../../domain/messages/preference-messages.ts';
import { type ConsentEvent, consentOf, recordConsent } from '../../store/consent-events.ts';
import { findInvitedAt, lockAllOfPerson, lockAllOfPhone } from '../../store/persons.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { hasSmsConsent, hasStoppedSms, stopNumbers } from '../../store/sms-consent.ts';
import { lockHostedLink, openHostedLink } from '../identity/hosted-link.ts';
import type { Visitor } from '../identity/visitor.ts';
import { queueMessage } from '../queue-message.ts';

/**
 * Takes the consent to text messages back, at once, on every application of the person with this
 * sponsor; whoever has the link may (TCPA). One message confirms it. False for a
 * token that leads to nothing.
 */
export async function stopSms(
  context: LendingContext,
  token: string,
  visitor: Visitor,
): Promise<boolean> {
  const { clock, database, providers } = context;
  const named = await openHostedLink(database.query, 'preferences', token);
  if (!named) return false;
  const reach = await providers.messenger.smsReach(named.application.phone);
  await database.transaction(async (tx) => {
    const hosted = await lockHostedLink(context, tx, 'preferences', token);
    if (!hosted) return;
    const { application } = hosted;
    const { sponsor_id, phone } = application;
    const ofPerson = await lockAllOfPerson(tx, database, application);
    const revoked = await revokeSms(context, tx, ofPerson, { action: 'clicked', ...visitor });
    // The page may have been opened from a message to the number that was invited.
    const invited = hosted.invitation?.phone ?? '';
    const numbers = [phone, invited, ...revoked.map((each) => each.phone)];
    await stopNumbers(tx, sponsor_id, numbers, clock.now(sponsor_id));
    if (revoked.length > 0 && reach === 'reachable') {
      await sendSms(context, tx, application, { kind: 'sms_stopped', recipient: phone });
    }
  });
  return true;
}

interface InboundSms {
  /** `+1` and ten digits. */
  from: string;
  text: string;
}

interface ReceivedSms {
  /** Null for what is no keyword, which nothing follows from. */
  understood_as: SmsKeyword | null;
  /** Applications on which the consent to text messages was taken back. */
  revoked: number;
}

/**
 * Does what a reply to a text message asks for. STOP and its like take the consent back, as the page
 * does, on every application with this sponsor of everybody with that number, and one message
 * confirms it (47 CFR 64.1200(a)(10), (12)). It counts for the number whether or not any of them has
 * it, or a consent, at that moment. HELP is answered.
 */
export async function receiveSms(
  context: LendingContext,
  sponsorId: string,
  { from, text }: InboundSms,
): Promise<ReceivedSms> {
  const keyword = keywordOf(text);
  if (keyword === null) return { understood_as: null, revoked: 0 };
  const isReachable = (await context.providers.messenger.smsReach(from)) === 'reachable';
  return context.database.transaction(async (tx) => {
    const applications = await lockAllOfPhone(tx, context.database, sponsorId, from);
    const newest =
      newestOf(applications.filter(({ phone }) => phone === from)) ??
      (await findInvitedAt(tx, sponsorId, from));
    const addressee = isReachable ? newest : undefined;
    if (keyword === 'help') {
      if (addressee) await sendSms(context, tx, addressee, { kind: 'sms_help', recipient: from });
      return { understood_as: keyword, revoked: 0 };
    }
    const isKnown = await hasStoppedSms(tx, sponsorId, from);
    const revoked = await revokeSms(context, tx, applications, { action: 'replied' });
    const numbers = [from, ...revoked.map(({ phone }) => phone)];
    await stopNumbers(tx, sponsorId, numbers, context.clock.now(sponsorId));
    if (addressee && !(isKnown && revoked.length === 0)) {
      await sendSms(context, tx, addressee, { kind: 'sms_stopped', recipient: from });
    }
    return { understood_as: keyword, revoked: revoked.length };
  });
}

function newestOf(applications: readonly ApplicationRow[]): ApplicationRow | undefined {
  return applications.toSorted((a, b) => b.created_at - a.created_at)[0];
}

const answers = { sms_help: smsHelpSms, sms_stopped: smsStoppedSms } as const;

async function sendSms(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { id, sponsor_id, merchant_id, locale }: ApplicationRow,
  { kind, recipient }: { kind: keyof typeof answers; recipient: string },
): Promise<void> {
  await queueMessage(context, tx, {
    ...answers[kind](locale),
    sponsor_id,
    application_id: id,
    merchant_id,
    kind,
    channel: 'sms',
    recipient,
    links: [],
  });
}

/** How the consumer took it back: on the page, or by a reply. */
type Revocation = Pick<ConsentEvent, 'action'> & Partial<Visitor>;

/**
 * Takes the consent to text messages back on applications, which are locked. Answers those that had
 * one: the caller stops their numbers together with its own.
 */
async function revokeSms(
  { clock, config, database, ids, sealer }: LendingContext,
  tx: Transaction<LendingSchema>,
  applications: readonly ApplicationRow[],
  how: Revocation,
): Promise<ApplicationRow[]> {
  const revoked: ApplicationRow[] = [];
  for (const application of applications) {
    const { id, sponsor_id, locale } = application;
    if (!(await hasSmsConsent(tx, sponsor_id, id))) continue;
    revoked.push(application);
    const acceptedAt = clock.now(sponsor_id);
    const { version, text } = config.texts.current('sms_consent', locale, easternDate(acceptedAt));
    await recordConsent(
      tx,
      { database, ids, sealer },
      {
        ...consentOf(application),
        consentType: 'revocation',
        text: { id: 'sms_consent', version, sha256: sha256Hex(text) },
        acceptedAt,
        ...how,
        collectedBy: 'hosted',
      },
    );
  }
  return revoked;
}
