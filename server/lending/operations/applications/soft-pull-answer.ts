import type { Offer } from '../../../lending-api/offers.ts';
import type { Lender, SoftPullResponse } from '../../../lending-api/soft-pull.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { formatCents } from '../../../platform/money.ts';
import type { LendingContext } from '../../context.ts';
import { noOffersMessage } from '../../domain/messages/loan-messages.ts';
import { statusAt } from '../../domain/application-status.ts';
import { sampleLender } from '../../domain/lender.ts';
import { timestamp } from '../../domain/formats.ts';
import { listOffers } from '../../store/offers.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import { consumerOffer, promisedOffer } from './offers-of-application.ts';

/** The lender as the API names it. */
export const apiLender: Lender = {
  name: sampleLender.name,
  nmls_id: sampleLender.nmls_id,
  phone: sampleLender.phone,
  address: sampleLender.address,
};

/**
 * The answer of a soft pull, the first time and every time after.
 * @param promised its offers, when they have just been stored; else they are read
 */
export async function softPullAnswer(
  context: LendingContext,
  application: ApplicationRow,
  promised?: readonly Offer[],
): Promise<SoftPullResponse> {
  const { sponsor_id, locale, maximum_approved_amount_cents, offers_expire_at } = application;
  const application_status = statusAt(application, context.clock.now(sponsor_id));
  const decision = application.decision ?? 'no_offers';
  const offers =
    decision === 'offers' ? (promised ?? (await storedOffers(context, application))) : [];
  return {
    decision,
    offers: offers.map((offer) => consumerOffer(application, offer)),
    external_application_id: application.external_application_id,
    loan_id: application.loan_id,
    consumer_application_human_readable_id: application.consumer_application_human_readable_id,
    application_status,
    requested_amount: formatCents(application.requested_amount_cents),
    maximum_approved_amount:
      maximum_approved_amount_cents === null ? null : formatCents(maximum_approved_amount_cents),
    offers_expire_at: offers_expire_at === null ? null : timestamp(offers_expire_at),
    no_offers_message: decision === 'offers' ? null : noOffersMessage(locale, application_status),
    decided_at: timestamp(application.decided_at ?? application.modified_at),
    lender: apiLender,
    adverse_action_notice: application.adverse_action_notice,
    documents: [privacyNotice(context, application)],
  };
}

async function storedOffers(
  { database }: LendingContext,
  { sponsor_id, id }: ApplicationRow,
): Promise<Offer[]> {
  const offers = await listOffers(database.query, sponsor_id, id);
  return offers.map(promisedOffer);
}

function privacyNotice(
  { config }: LendingContext,
  { locale, created_at }: ApplicationRow,
): SoftPullResponse['documents'][number] {
  const { id, version } = config.texts.current('privacy_notice', locale, easternDate(created_at));
  return { type: id, version, url: `${config.publicUrl}/texts/${id}/${version}/${locale}` };
}
