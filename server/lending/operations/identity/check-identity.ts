import type { Transaction } from 'kysely';
import { equalDigests } from '../../../platform/crypto/digest.ts';
import type { LendingContext } from '../../context.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import {
  afterWrongAnswer,
  type IdentityLock,
  type IdentityTries,
  lockOf,
  triesLeft,
} from '../../domain/attempt-limits.ts';
import { identityLockedEmail } from '../../domain/messages/loan-messages.ts';
import { isShredded, openApplicant, isShreddedLast4 } from '../../store/applicants.ts';
import { updateApplication } from '../../store/applications.ts';
import { type ConsumerLink, countFailedTry } from '../../store/links.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import type { LinkRow } from '../../store/schema/hosted-pages.ts';
import type { MerchantRow } from '../../store/schema/merchants.ts';
import { queueMessage } from '../queue-message.ts';
import { type MailedLink, mailLink } from './mailed-link.ts';
import { CLOSED, type ProofOutcome } from './visitor.ts';

/** What somebody who has the link says to be the applicant. Digits only. */
export interface IdentityClaim {
  ssnLast4: string;
  /** Asked with a charge (Sponsor Lending API, payment request); not with the terms. */
  loanNumber?: string;
}

/** A link with its application, both locked by the transaction. */
export interface OpenIdentity {
  link: ConsumerLink;
  application: ApplicationRow;
  merchant: MerchantRow;
}

/**
 * Compares the claim with what the applicant gave, within the tries that link and application take.
 * A wrong answer is counted in this transaction, so that no number of parallel guesses gets one more
 * comparison. Closed if the link is locked: the answer that locks it has a new one e-mailed to the
 * consumer.
 */
export async function checkIdentity(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  open: OpenIdentity,
  claim: IdentityClaim,
): Promise<ProofOutcome> {
  const { link, application } = open;
  const now = context.clock.now(application.sponsor_id);
  const today = easternDate(now);
  const tries = triesOf(link, application);
  if (lockOf(tries, today) !== null) return CLOSED;
  if (await isRight(context, tx, application, claim)) return { kind: 'passed' };
  const after = afterWrongAnswer(tries, today);
  await countFailedTry(tx, link);
  const counted = await updateApplication(
    tx,
    application,
    {
      identity_failures: after.identity_failures,
      identity_failures_date: after.identity_failures_date,
      identity_failures_total: after.identity_failures_total,
    },
    now,
  );
  const lock = lockOf(after, today);
  if (lock === null) return { kind: 'wrong', triesLeft: triesLeft(after, today) };
  await tellOfLock(context, tx, { ...open, application: counted }, lock);
  return CLOSED;
}

/** What keeps the identity question from being asked now, or null. */
export function identityLock(
  context: LendingContext,
  { link, application }: Pick<OpenIdentity, 'link' | 'application'>,
): IdentityLock | null {
  const today = easternDate(context.clock.now(application.sponsor_id));
  return lockOf(triesOf(link, application), today);
}

function triesOf(link: LinkRow, application: ApplicationRow): IdentityTries {
  const { identity_failures, identity_failures_date, identity_failures_total } = application;
  return {
    link_failed_tries: link.failed_tries,
    is_mailed: link.is_mailed === 1,
    identity_failures,
    identity_failures_date,
    identity_failures_total,
  };
}

async function isRight(
  { sealer }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { ssnLast4, loanNumber }: IdentityClaim,
): Promise<boolean> {
  const isSsnRight = isShredded(application)
    ? await isShreddedLast4(tx, sealer, application, ssnLast4)
    : equalDigests(ssnLast4, openApplicant(sealer, application).ssn.slice(-4));
  const asked = application.consumer_application_human_readable_id;
  const isNumberRight = equalDigests(loanNumber ?? asked, asked);
  return isSsnRight && isNumberRight;
}

async function tellOfLock(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  open: OpenIdentity,
  lock: IdentityLock,
): Promise<void> {
  const mailed = lock === 'day_locked' ? null : await mailLink(context, tx, open);
  if (lock !== 'link_locked') await tellOfDayLock(context, tx, open.application, mailed);
}

/** @param mailed what became of the new link; null where the same link is good tomorrow */
async function tellOfDayLock(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  mailed: MailedLink | null,
): Promise<void> {
  const { sponsor_id, merchant_id, email, locale, accepted_at } = application;
  await queueMessage(context, tx, {
    ...identityLockedEmail({
      locale,
      isLoan: accepted_at !== null,
      nextStep: mailed === null || mailed === 'too_many' ? 'same_page' : 'mailed_link',
    }),
    sponsor_id,
    application_id: application.id,
    merchant_id,
    kind: 'identity_locked',
    channel: 'email',
    recipient: email,
    links: [],
  });
}
