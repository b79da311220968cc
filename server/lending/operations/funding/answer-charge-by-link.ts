import type { Transaction } from 'kysely';
import type { LendingContext } from '../../context.ts';
import {
  chargeLinkLockedEmail,
  chargeLinkReissuedEmail,
} from '../../domain/messages/charge-messages.ts';
import { issueLink } from '../../store/links.ts';
import type { ChargeRequestTable, LendingSchema } from '../../store/schema.ts';
import { checkIdentity, type IdentityClaim } from '../identity/check-identity.ts';
import { type HostedLink, linkProblem, lockHostedLink } from '../identity/hosted-link.ts';
import { wayOn } from '../identity/way-on.ts';
import type { Visitor } from '../identity/visitor.ts';
import { queueMessage } from '../messages/queue-message.ts';
import { CONSUMER_REJECTED } from './answer-as-consumer.ts';
import { answerCharge, type ChargeResult } from './answer-charge.ts';
import { recordChargeAnswer } from './record-charge-answer.ts';

/** `closed`: there is nothing to answer any more; looking at the page again says why. */
export type HostedChargeAnswer =
  | { kind: ChargeResult }
  | { kind: 'wrong'; triesLeft: number }
  | { kind: 'closed' };

type OpenChargeLink = HostedLink & { charge: ChargeRequestTable };

/** The consumer's answer on the charge page: last four digits, loan number, approve or reject. */
export function answerChargeByLink(
  context: LendingContext,
  token: string,
  claim: Required<IdentityClaim>,
  { answer, visitor }: { answer: 'approve' | 'reject'; visitor: Visitor },
): Promise<HostedChargeAnswer> {
  return context.database.transaction(async (tx) => {
    const hosted = await lockHostedLink(context, tx, 'charge', token);
    if (!isOpen(hosted) || linkProblem(context, hosted) !== null) return { kind: 'closed' };
    const identity = await checkIdentity(context, tx, hosted, claim);
    if (identity.kind === 'wrong') return identity;
    if (identity.kind === 'link_locked' || identity.kind === 'link_and_day_locked') {
      await replaceLockedLink(context, tx, hosted, identity.kind);
    }
    if (identity.kind !== 'passed') return { kind: 'closed' };
    const { charge, application, merchant } = hosted;
    const result = await answerCharge(
      context,
      tx,
      { charge, loan: application },
      answer === 'approve'
        ? { kind: 'approve', by: 'consumer' }
        : { kind: 'reject', reason: CONSUMER_REJECTED },
    );
    const page = { visitor, merchant };
    await recordChargeAnswer(context, tx, { charge, loan: application }, { result, page });
    return { kind: result };
  });
}

function isOpen(hosted: HostedLink | undefined): hosted is OpenChargeLink {
  return hosted?.charge?.status === 'Pending';
}

/** Tells of the lock; the first one brings a new link. */
async function replaceLockedLink(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  { link, application, merchant, charge }: OpenChargeLink,
  lock: 'link_locked' | 'link_and_day_locked',
): Promise<void> {
  const { sponsor_id, locale, email } = application;
  const message = {
    locale,
    merchant_name: merchant.business_name,
    consumer_charge_amount_cents: charge.consumer_charge_amount_cents,
  };
  const renewed =
    wayOn(link, application) === 'mailed_link'
      ? await issueLink(tx, context, {
          kind: 'charge',
          subjectId: charge.id,
          sponsorId: sponsor_id,
          expiresAt: charge.expires_at,
          now: context.clock.now(sponsor_id),
        })
      : undefined;
  await queueMessage(context, tx, {
    ...(renewed
      ? chargeLinkReissuedEmail({
          ...message,
          link: renewed.url,
          isDayLocked: lock === 'link_and_day_locked',
        })
      : chargeLinkLockedEmail(message)),
    sponsor_id,
    application_id: application.id,
    merchant_id: application.merchant_id,
    kind: 'charge_link_locked',
    channel: 'email',
    recipient: email,
    links: renewed ? [renewed.url] : [],
  });
}
