import type { Transaction } from 'kysely';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { schedule } from '../../platform/due-work/due-work.ts';
import type { ClaimedWork, DueWorkResult } from '../../platform/due-work/runner.ts';
import { dayMs } from '../../platform/durations.ts';
import type { LendingContext } from '../context.ts';
import { nextCutOff } from '../domain/business-days.ts';
import type { LoanRecord } from '../domain/messages/funding-messages.ts';
import { letterMachine } from '../domain/states/letter.ts';
import { transition } from '../domain/states/state-machine.ts';
import { hasApplied, isShredded, openApplicant } from '../store/applicants.ts';
import { lockApplication } from '../store/applications.ts';
import {
  addressOf,
  findLetter,
  insertLetter,
  moveLetter,
  type NewLetter,
  openAddressee,
  openContent,
} from '../store/letters.ts';
import { merchantNameOf } from '../store/merchants.ts';
import type { ApplicationRow } from '../store/schema/applications.ts';
import type { LetterRow } from '../store/schema/outboxes.ts';
import type { LendingSchema } from '../store/schema.ts';
import { timerKinds } from '../work-kinds.ts';
import { esignOf } from './preferences/preferences-of.ts';
import {
  recordDocuments,
  recordRevisedTerms,
  recordSpouseNotice,
  type Sent,
} from './sent-documents.ts';

const tryAgainMs = dayMs;

/** Mails a letter, with the evidence of it, and tries daily until it has left. */
export async function mailLetter(
  context: LendingContext,
  { key, scope, now }: Pick<ClaimedWork, 'key' | 'scope' | 'now'>,
): Promise<DueWorkResult> {
  const { database, providers, sealer } = context;
  const letter = await findLetter(database.query, scope, key);
  if (letter?.status !== 'MailRequired') return 'done';
  const { name, lines } = openAddressee(sealer, letter);
  const text = openContent(sealer, letter);
  const recipient = [name, ...lines];
  const outcome = await providers.postalMail.post({ id: letter.id, recipient, text });
  if (outcome === 'failed') return { retryAt: now + tryAgainMs };
  await database.transaction(async (tx) => {
    const application = await lockApplication(tx, database, scope, letter.application_id);
    const mailed = transition(letterMachine, letter.status, 'mailed');
    const isMailed = await moveLetter(tx, letter, mailed);
    if (isMailed && application) {
      await recordMailed(context, tx, application, letter, { text, at: now });
    }
  });
  return 'done';
}

async function recordMailed(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { kind, created_at }: LetterRow,
  sent: Sent,
): Promise<void> {
  if (kind === 'wi_spouse_notice') {
    return recordSpouseNotice(context, tx, application, { ...sent, writtenAt: created_at });
  }
  await recordDocuments(context, tx, application, sent);
  if (kind === 'revised_terms') await recordRevisedTerms(context, tx, application, sent);
}

/** Writes a letter to the outbox, in the transaction of its cause; it goes with the next post. */
export async function queueLetter(
  { ids, sealer, clock }: LendingContext,
  tx: Transaction<LendingSchema>,
  letter: Omit<NewLetter, 'id' | 'created_at'>,
): Promise<void> {
  const id = ids.uuid();
  const created_at = clock.now(letter.sponsor_id);
  await insertLetter(tx, sealer, { ...letter, id, created_at });
  const dueAt = nextCutOff(created_at);
  await schedule(tx, { kind: timerKinds.letter, key: id, scope: letter.sponsor_id, dueAt });
}

/** What a record of a loan names that is written now. */
export async function loanRecordOf(
  { clock }: Pick<LendingContext, 'clock'>,
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
): Promise<LoanRecord> {
  return {
    locale: loan.locale,
    date: easternDate(clock.now(loan.sponsor_id)),
    loan_number: loan.consumer_application_human_readable_id,
    merchant_name: await merchantNameOf(tx, loan),
  };
}

/**
 * Puts a record of a loan into the post as well where the consumer has withdrawn the consent to
 * electronic ones, whose text promises further records on paper (E-SIGN 101(c)(1)(B)): the e-mail
 * is a courtesy then.
 */
export async function mailRecord(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
  content: string,
  kind: 'record' | 'revised_terms' = 'record',
): Promise<void> {
  if ((await esignOf(tx, loan)) === 'withdrawn') await postRecord(context, tx, loan, content, kind);
}

/**
 * Puts a record of a loan, which e-mail does not bring, into the post. Without an address, which is
 * deleted in time, nothing more can be done.
 */
export async function postRecord(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  loan: ApplicationRow,
  content: string,
  kind: 'record' | 'revised_terms',
): Promise<void> {
  const { id: application_id, sponsor_id, first_name, last_name } = loan;
  if (paperTo(loan) !== 'address') {
    context.log.error({ event: 'documents_without_address', sponsor_id, application_id });
    return;
  }
  const lines = addressOf(openApplicant(context.sealer, loan));
  await queueLetter(context, tx, {
    sponsor_id,
    application_id,
    kind,
    recipient: { name: `${first_name} ${last_name}`, lines },
    content,
  });
}

/** Where paper copies go: to the address of the application, unless it was deleted by now. */
export type PaperTo = 'address' | 'address_deleted' | 'nobody';

export function paperTo(
  application: Pick<ApplicationRow, 'person_index' | 'applicant_sealed'>,
): PaperTo {
  if (!hasApplied(application)) return 'nobody';
  return isShredded(application) ? 'address_deleted' : 'address';
}
