import type { Transaction } from 'kysely';
import type {
  Offer,
  SelectOfferRequest,
  SelectOfferResponse,
} from '../../../lending-api/offers.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { formatCents, parseCents } from '../../../platform/money.ts';
import type { LendingConfig, LendingContext, Sponsor } from '../../context.ts';
import { statusAt } from '../../domain/application-status.ts';
import { isLinkLocked } from '../../domain/attempt-limits.ts';
import { timestamp } from '../../domain/formats.ts';
import { LendingError } from '../../errors.ts';
import { lockLoan } from '../../store/accounts.ts';
import { moveApplication, updateApplication } from '../../store/applications.ts';
import {
  extendLink,
  type IssuedLink,
  issueLink,
  newestLink,
  revokeLink,
  TERMS_LINK_MS,
} from '../../store/links.ts';
import { findMerchant } from '../../store/merchants.ts';
import { findOffer, moveOffer } from '../../store/offers.ts';
import type { ApplicationRow, OfferRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { requireUserFor } from '../acting-user.ts';
import { mailLink } from '../identity/mailed-link.ts';
import { requireReturnPage } from '../sponsor-addresses.ts';
import { isInStepUp } from '../terms/step-up.ts';
import { productOf, promisedOffer, termsFor } from './offers-of-application.ts';

/**
 * Records the offer that the consumer chose and answers the link to its terms
 * (server/lending/DECISIONS.md, Applications and accounts). The same offer again has the same link
 * while that lives, also while its terms page waits for a one-time code; another offer's link is
 * revoked. A link that wrong answers have locked stays as it is, and the consumer is e-mailed a new
 * one.
 * @throws LendingError `not_found`, `invalid` for the amount and the address, `wrong_state` when
 * nothing can be chosen any more, and as `requireUserFor()`
 */
export async function selectOffer(
  context: LendingContext,
  sponsor: Pick<Sponsor, 'id'>,
  offerUuid: string,
  input: SelectOfferRequest,
): Promise<SelectOfferResponse> {
  requireReturnPage(context, input.sponsor_redirect_url);
  return context.database.transaction(async (tx) => {
    const named = await requireOffer(tx, sponsor.id, offerUuid);
    const application = await lockLoan(tx, context.database, sponsor.id, named.application_id);
    // Another call may have chosen it, or another offer, before the loan was locked.
    const offer = await requireOffer(tx, sponsor.id, offerUuid);
    await requireUserFor(tx, application, {
      requestUserId: input.request_user_id,
      action: 'invite',
    });
    const now = context.clock.now(sponsor.id);
    requireChoosable(application, offer, now);
    const terms = selectedTerms(context.config, application, offer, input, now);
    const isLocked = await isTermsLocked(tx, application);
    const selected = await select(tx, application, offer, { terms, input, now, isLocked });
    const link = await linkTo(context, tx, selected, { offer, now, isLocked });
    return answer(selected, terms, link);
  });
}

async function requireOffer(
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  id: string,
): Promise<OfferRow> {
  const offer = await findOffer(tx, sponsorId, id);
  if (!offer) throw new LendingError('not_found', 'Not found.');
  return offer;
}

function requireChoosable(application: ApplicationRow, offer: OfferRow, now: number): void {
  const isStanding = offer.status === 'Available' || offer.status === 'Selected';
  if (isStanding && statusAt(application, now) !== 'Expired') return;
  throw new LendingError('wrong_state', 'This offer can no longer be selected.');
}

interface Selection {
  terms: Offer;
  input: SelectOfferRequest;
  now: number;
  /** The link to the terms takes no more answers. */
  isLocked: boolean;
}

async function select(
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  offer: OfferRow,
  { terms, input, now, isLocked }: Selection,
): Promise<ApplicationRow> {
  const before = application.selected_offer_id;
  if (before !== null && before !== offer.id) {
    await deselect(tx, application.sponsor_id, before);
    if (!isLocked) await revokeLink(tx, 'terms', application.id);
  }
  const change = {
    selected_offer_id: offer.id,
    selected_amount_cents: parseCents(terms.amount),
    selected_terms: JSON.stringify(terms),
    merchant_fee_percent: productOf(offer.product_id).merchant_fee_percent,
    ...(input.locale !== undefined && { locale: input.locale }),
    ...(input.sponsor_redirect_url !== undefined && {
      sponsor_redirect_url: input.sponsor_redirect_url,
    }),
  };
  const isWaiting = before === offer.id && isInStepUp(application);
  const actor = input.request_user_id ?? 'consumer';
  const selected = isWaiting
    ? await updateApplication(tx, application, change, now)
    : await moveApplication(tx, application, { event: 'offer_selected', actor, at: now, change });
  await moveOffer(tx, offer, 'selected');
  return selected;
}

async function deselect(
  tx: Transaction<LendingSchema>,
  sponsorId: string,
  offerId: string,
): Promise<void> {
  const other = await findOffer(tx, sponsorId, offerId);
  if (other?.status === 'Selected') await moveOffer(tx, other, 'other_selected');
}

/** True if choosing again may not renew the link, since that would bring more tries. */
async function isTermsLocked(
  tx: Transaction<LendingSchema>,
  { id, identity_failures_total }: ApplicationRow,
): Promise<boolean> {
  const last = await newestLink(tx, { kind: 'terms', subjectId: id }, { is_mailed: 0 });
  const link_failed_tries = last?.failed_tries ?? 0;
  return isLinkLocked({ link_failed_tries, is_mailed: false, identity_failures_total });
}

async function linkTo(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  application: ApplicationRow,
  { offer, now, isLocked }: { offer: OfferRow; now: number; isLocked: boolean },
): Promise<IssuedLink> {
  const { id, sponsor_id, merchant_id } = application;
  const expiresAt = Math.min(now + TERMS_LINK_MS, offer.expires_at);
  const request = { kind: 'terms', subjectId: id, sponsorId: sponsor_id, expiresAt, now } as const;
  if (!isLocked) return issueLink(tx, context, request);
  // The locked link's page stays reachable: it says how to go on.
  await extendLink(tx, 'terms', id, expiresAt, { is_mailed: 0 });
  const merchant = await findMerchant(tx, sponsor_id, merchant_id);
  if (!merchant) throw new Error(`merchant ${merchant_id} is gone`);
  const link = { kind: 'terms', subject_id: id, expires_at: expiresAt } as const;
  await mailLink(context, tx, { link, application, merchant, isPortalLocked: false });
  const locked = await issueLink(tx, context, request);
  // One that was revoked as well is not extended.
  return { ...locked, expiresAt: Math.max(locked.expiresAt, expiresAt) };
}

function answer(application: ApplicationRow, terms: Offer, link: IssuedLink): SelectOfferResponse {
  return {
    consumer_invitation_link: link.url,
    link_expires_at: timestamp(link.expiresAt),
    offer_uuid: terms.offer_uuid,
    external_application_id: application.external_application_id,
    loan_id: application.loan_id,
    application_status: application.status,
    selected_amount: terms.amount,
    monthly_payment: terms.monthly_payment,
    apr: terms.apr,
    term_months: terms.term_months,
  };
}

/** @throws LendingError `invalid` for an amount that the offer does not allow */
function selectedTerms(
  config: Pick<LendingConfig, 'texts'>,
  application: ApplicationRow,
  offer: OfferRow,
  { selected_amount, locale }: SelectOfferRequest,
  now: number,
): Offer {
  return termsFor(config, application, offer, {
    amount_cents: selectedAmount(application, offer, promisedOffer(offer), selected_amount),
    locale: locale ?? application.locale,
    date: easternDate(now),
  });
}

/** Absent means the offer's amount, or what was selected of this very offer before. */
function selectedAmount(
  application: ApplicationRow,
  offer: OfferRow,
  promised: Offer,
  sent: string | undefined,
): number {
  if (sent === undefined) {
    const before =
      application.selected_offer_id === offer.id ? application.selected_amount_cents : null;
    return before ?? parseCents(promised.amount);
  }
  const cents = parseCents(sent);
  if (cents >= offer.min_amount_cents && cents <= offer.approved_amount_cents) return cents;
  const range = `${formatCents(offer.min_amount_cents)} to ${formatCents(offer.approved_amount_cents)}`;
  throw new LendingError('invalid', 'The amount is not within the offer.', {
    errors: { selected_amount: [`Must be from ${range}.`] },
  });
}
