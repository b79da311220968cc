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
} from '../../domain/identity/identity-tries.ts';
import { identityLockedEmail } from '../../domain/messages/loan-messages.ts';
import { isShredded, openApplicant } from '../../store/applicant-secrets.ts';
import { updateApplication } from '../../store/applications.ts';
import { isShreddedLast4 } from '../../store/shredded-applicants.ts';
import { type ConsumerLink, countFailedTry } from '../../store/links.ts';
import type { ApplicationTable, LendingSchema, LinkTable } from '../../store/schema.ts';
import { wayOn } from './way-on.ts';
import { queueMessage } from '../messages/queue-message.ts';

/** What somebody who has the link says to be the applicant. Digits only. */
export interface IdentityClaim {
  ssnLast4: string;
  /** Asked with a charge (Sponsor Lending API, payment request); not with the terms. */
  loanNumber?: string;
}

export type IdentityResult =
  | { kind: 'passed' }
  | { kind: 'wrong'; triesLeft: number }
  /** `isNew`: this very answer locked it. */
  | { kind: IdentityLock; isNew: boolean };

/** A link with its application, both locked by the transaction. */
export interface OpenIdentity {
  link: ConsumerLink;
  application: ApplicationTable;
}

/**
 * Compares the claim with what the applicant gave, within the tries that a link takes. A wrong
 * answer is counted in this transaction, so that no number of parallel guesses gets a sixth look.
 */
export async function checkIdentity(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { link, application }: OpenIdentity,
  claim: IdentityClaim,
): Promise<IdentityResult> {
  const now = context.clock.now(application.sponsor_id);
  const today = easternDate(now);
  const tries = triesOf(link, application);
  const lock = lockOf(tries, today);
  if (lock !== null) return { kind: lock, isNew: false };
  if (await isRight(context, tx, application, claim)) return { kind: 'passed' };
  const after = afterWrongAnswer(tries, today);
  await countFailedTry(tx, link);
  await updateApplication(
    tx,
    application,
    {
      identity_failures: after.identity_failures,
      identity_failures_date: after.identity_failures_date,
    },
    now,
  );
  const newLock = lockOf(after, today);
  if (newLock !== null && newLock !== 'link_locked') {
    await tellOfDayLock(context, tx, { link, application }, newLock);
  }
  return newLock === null
    ? { kind: 'wrong', triesLeft: triesLeft(after, today) }
    : { kind: newLock, isNew: true };
}

/** What keeps the identity question from being asked now, or null. */
export function identityLock(
  context: LendingContext,
  { link, application }: OpenIdentity,
): IdentityLock | null {
  const today = easternDate(context.clock.now(application.sponsor_id));
  return lockOf(triesOf(link, application), today);
}

function triesOf(link: LinkTable, application: ApplicationTable): IdentityTries {
  const { identity_failures, identity_failures_date } = application;
  return { link_failed_tries: link.failed_tries, identity_failures, identity_failures_date };
}

async function isRight(
  { sealer }: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationTable,
  { ssnLast4, loanNumber }: IdentityClaim,
): Promise<boolean> {
  const isSsnRight = isShredded(application)
    ? await isShreddedLast4(tx, sealer, application, ssnLast4)
    : equalDigests(ssnLast4, openApplicant(sealer, application).ssn.slice(-4));
  const asked = application.consumer_application_human_readable_id;
  const isNumberRight = equalDigests(loanNumber ?? asked, asked);
  return isSsnRight && isNumberRight;
}

async function tellOfDayLock(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { link, application }: OpenIdentity,
  lock: 'day_locked' | 'link_and_day_locked',
): Promise<void> {
  const { sponsor_id, merchant_id, email, locale, accepted_at } = application;
  await queueMessage(context, tx, {
    ...identityLockedEmail({
      locale,
      isLoan: accepted_at !== null,
      wayOn: lock === 'day_locked' ? 'same_link' : wayOn(link, application),
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
