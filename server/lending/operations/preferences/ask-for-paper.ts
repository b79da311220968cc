import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import { plainText } from '../../documents/document.ts';
import { recordKinds } from '../../domain/messages/message-kinds.ts';
import { openApplicant } from '../../store/applicants.ts';
import { consentOf, lastConsent, recordConsent } from '../../store/consent-events.ts';
import { listDocuments } from '../../store/documents.ts';
import { addressOf, listLetters } from '../../store/letters.ts';
import { listTextsOfKinds } from '../../store/messages.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { lockHostedLink } from '../identity/hosted-link.ts';
import type { Visitor } from '../identity/visitor.ts';
import { paperTo, queueLetter } from '../letters.ts';
import { preferencesOf } from './preferences-of.ts';

/**
 * Puts paper copies of what the consumer agreed to, was sent and signed into the post, to the address
 * of the application (E-SIGN 101(c)(1)(B)). A repeat within 30 days changes nothing.
 */
export function askForPaper(
  context: LendingContext,
  token: string,
  visitor: Visitor,
): Promise<void> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockHostedLink(context, tx, 'preferences', token);
    if (!hosted || paperTo(hosted.application) !== 'address') return;
    const { application } = hosted;
    const now = context.clock.now(application.sponsor_id);
    const { isPaperAsked } = await preferencesOf(tx, hosted, now);
    if (!isPaperAsked) await mailCopies(context, tx, application, visitor);
  });
}

/**
 * Queues the copies, with the evidence of the wish, unless some wait to be mailed; the application is
 * locked.
 */
export async function mailCopies(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  visitor: Visitor,
): Promise<void> {
  const { sealer, clock } = context;
  const waiting = await listLetters(tx, application);
  const isWaiting = waiting.some(
    ({ kind, status }) => kind === 'paper_copy' && status === 'MailRequired',
  );
  if (isWaiting) return;
  const { id: application_id, sponsor_id, first_name, last_name } = application;
  const lines = addressOf(openApplicant(sealer, application));
  await queueLetter(context, tx, {
    sponsor_id,
    application_id,
    kind: 'paper_copy',
    recipient: { name: `${first_name} ${last_name}`, lines },
    content: await copiesOf(context, tx, application),
  });
  await recordConsent(tx, context, {
    ...consentOf(application),
    consentType: 'paper_copy_request',
    action: 'clicked',
    acceptedAt: clock.now(sponsor_id),
    ...visitor,
    collectedBy: 'hosted',
  });
}

async function copiesOf(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<string> {
  const { sealer } = context;
  const agreedTo = await textsAgreedTo(context, tx, application);
  const records = await listTextsOfKinds(tx, sealer, application, recordKinds);
  const documents = await listDocuments(tx, sealer, application.sponsor_id, application.id);
  const signed = documents.map(({ content }) => plainText(content));
  return [...agreedTo, ...records, ...signed].join('\n\n');
}

/** What the consumer agreed to when applying, and on the terms page, as it was shown. */
async function textsAgreedTo(
  { config }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
): Promise<string[]> {
  const texts: string[] = [];
  for (const type of ['privacy_ack', 'esign', 'soft_pull', 'sms', 'hard_pull'] as const) {
    const consent = await lastConsent(tx, application, type);
    const shown = config.texts.all.find(
      ({ id, version, locale }) =>
        id === consent?.text_id && version === consent.text_version && locale === consent.locale,
    );
    if (shown) texts.push(shown.text);
  }
  return texts;
}
