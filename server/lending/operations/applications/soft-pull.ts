import type { Transaction } from 'kysely';
import type { Offer } from '../../../lending-api/offers.ts';
import type { SoftPullRequest, SoftPullResponse } from '../../../lending-api/soft-pull.ts';
import { easternDate } from '../../../platform/calendar/eastern-time.ts';
import { afterACommit, type Connection } from '../../../platform/database/database.ts';
import { formatCents } from '../../../platform/money.ts';
import type { LendingContext, Sponsor } from '../../context.ts';
import { statusAt } from '../../domain/application-status.ts';
import { timestamp } from '../../domain/formats.ts';
import { apiLender } from '../../domain/lender.ts';
import { noOffersMessage } from '../../domain/messages/loan-messages.ts';
import { LendingError } from '../../errors.ts';
import { isShredded, openWithApplicant, sealWithApplicant } from '../../store/applicants.ts';
import {
  findApplication,
  findApplicationByExternalId,
  insertFreshApplication,
  shareApplication,
} from '../../store/applications.ts';
import { recordConsents, startConsents } from '../../store/consent-events.ts';
import { findAnswer } from '../../store/idempotency-keys.ts';
import { selectedProductIds } from '../../store/merchants.ts';
import { listOffers } from '../../store/offers.ts';
import {
  hasEarlierApplication,
  lockApplicationsOfPerson,
  lockPerson,
} from '../../store/persons.ts';
import type { ApplicationRow } from '../../store/schema/applications.ts';
import type { LendingSchema } from '../../store/schema.ts';
import { invitingUser } from '../acting-user.ts';
import { claimRequest, type KeyedRequest, keepAnswer, keptAnswer } from '../idempotency.ts';
import { withOfferCodeTerms } from '../offer-codes.ts';
import { requireCallable, requireReturnPage } from '../sponsor-addresses.ts';
import { type Begun, decideOnce, decideOrStart } from './ask-bureau.ts';
import { decisionInputsIndex, findEarlierAnswer } from './decide-application.ts';
import {
  checkApplicant,
  insertNewApplication,
  type NewApplication,
  newApplication,
  requestIndex,
  usedAlready,
} from './new-application.ts';
import { consumerOffer, standingOffer } from './offers-of-application.ts';
import { type ConsentOrigin, consentsOfRepeat, softPullConsents } from './soft-pull-consents.ts';

interface SoftPull {
  request: SoftPullRequest;
  keyed: KeyedRequest;
  fresh: NewApplication;
}

/**
 * Runs a soft pull and answers with offers or none (server/lending/DECISIONS.md, Soft pull): check,
 * begin, ask the bureau, decide, answer.
 * @throws LendingError `forbidden` for flag, user and merchant, `invalid` for the fields and for used
 * ids, `in_progress` while the same request is decided elsewhere, `limited` for a person's fourth
 * inquiry in a day, `unavailable` when nothing was decided
 */
export async function softPull(
  context: LendingContext,
  sponsor: Sponsor,
  request: SoftPullRequest,
  idempotencyKey?: string,
): Promise<SoftPullResponse> {
  if (!sponsor.features.allow_soft_pull_process) {
    throw new LendingError('forbidden', 'Soft pull is not enabled for this account.');
  }
  const fingerprint = requestIndex(context, request);
  const call = { sponsorId: sponsor.id, operation: 'soft_pull', key: idempotencyKey } as const;
  const keyed = { ...call, fingerprint };
  const repeated = await answerOfKey(context, keyed);
  if (repeated) return repeated;
  const user = await invitingUser(context, sponsor, request.request_user_id);
  const now = context.clock.now(sponsor.id);
  checkApplicant(context, request, now);
  requireCallable(context, 'sponsor_callback_url', request.sponsor_callback_url);
  requireReturnPage(context, request.sponsor_redirect_url);
  const fresh = newApplication(context, user, request, now);
  const pull = { request, fresh, keyed };
  const decided = await decideOnce(context, fresh.application, () => begin(context, pull));
  return afterACommit(() => firstAnswer(context, keyed, decided.application, decided.offers));
}

function begin(context: LendingContext, { request, fresh, keyed }: SoftPull): Promise<Begun> {
  return context.database.transaction(async (tx) => {
    const answered = await applicationOfKey(context, tx, keyed);
    const begun = answered
      ? asItStands(answered)
      : await beginSoftPull(context, tx, request, fresh);
    if (begun.kind !== 'answered' || begun.offers) return begun;
    // Read here, since another amount may be asked for as soon as the person is not locked any more.
    return { ...begun, offers: await storedOffers(context, tx, begun.application) };
  });
}

/** The answer of a call that was answered before under its key; undefined of any other. */
async function answerOfKey(
  context: LendingContext,
  keyed: KeyedRequest,
): Promise<SoftPullResponse | undefined> {
  const { query } = context.database;
  const kept = await keptAnswer<KeyedAnswer>(query, keyed);
  const application = kept && (await findApplication(query, keyed.sponsorId, kept.application_id));
  return application && firstAnswer(context, keyed, application);
}

/** A key stands for the application that answered it, as long as that exists. */
async function applicationOfKey(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  keyed: KeyedRequest,
): Promise<ApplicationRow | undefined> {
  const claimed = await claimRequest(context, tx, keyed);
  // One whose first call has no answer yet is found by its application, if there is one.
  if (claimed.kind !== 'answered') return undefined;
  const { application_id } = claimed.response as KeyedAnswer;
  return findApplication(tx, keyed.sponsorId, application_id);
}

function asItStands(application: ApplicationRow): Begun {
  return { kind: application.status === 'Started' ? 'under_way' : 'answered', application };
}

/**
 * Finds the application that answers the request already, or writes a new one down, with its
 * consents, before any bureau is asked.
 * @throws LendingError `invalid` when an id was used for something else, or for an offer code that
 * cannot be used, and as `insertNewApplication()` and `decideOrStart()`
 */
export async function beginSoftPull(
  context: LendingContext,
  tx: Transaction<LendingSchema>,
  request: SoftPullRequest,
  { application: fresh, secrets }: NewApplication,
): Promise<Begun> {
  const { sponsor_id, merchant_id, person_index, external_application_id } = fresh;
  await lockPerson(tx, context.database, sponsor_id, person_index);
  const [isKnown, selected] = await Promise.all([
    hasEarlierApplication(tx, fresh),
    selectedProductIds(tx, sponsor_id, merchant_id),
  ]);
  const repeated =
    isKnown && (await findApplicationByExternalId(tx, sponsor_id, external_application_id));
  if (repeated) {
    if (repeated.request_index === fresh.request_index) return asItStands(repeated);
    throw usedAlready('external_application_id');
  }
  const coded = await withOfferCodeTerms(context, tx, fresh);
  const decision_inputs_index = decisionInputsIndex(context, coded, { secrets, selected });
  const asked = { ...coded, decision_inputs_index };
  const earlier = isKnown ? await lockApplicationsOfPerson(tx, context.database, fresh) : [];
  const answer = await findEarlierAnswer(context, tx, asked, earlier);
  if (answer.kind === 'under_way') return answer;
  const origin = originOf(request, fresh.created_at);
  if (answer.kind === 'answered') {
    const { invited_by: user_id, created_at: shared_at } = fresh;
    await shareApplication(tx, answer.application, { user_id, shared_at });
    const consents = consentsOfRepeat(context.config, answer.application, request, origin);
    await recordConsents(tx, context, answer.application.id, consents);
    return answer;
  }
  const { stored } = answer;
  const row = stored === null ? asked : { ...asked, inquiry_id: stored.inquiry_id };
  const application = isKnown ? await insertNewApplication(context, tx, row) : row;
  if (!isKnown) await insertFreshApplication(tx, row, row.invited_by);
  const consents = softPullConsents(context.config, application, request, origin);
  await startConsents(tx, context, consents);
  return decideOrStart(context, tx, { application, secrets, selected, stored });
}

function originOf(request: SoftPullRequest, acceptedAt: number): ConsentOrigin {
  return {
    acceptedAt,
    ipAddress: request.consent_ip_address,
    userAgent: request.consent_user_agent,
    sessionId: request.consent_session_id,
    collectedBy: 'sponsor_api',
  };
}

/**
 * The answer of a soft pull, the first time and every time after.
 * @param promised its offers, as far as they were read with it; else they are read now
 */
async function softPullAnswer(
  context: LendingContext,
  application: ApplicationRow,
  promised?: readonly Offer[],
): Promise<SoftPullResponse> {
  const { sponsor_id, locale, maximum_approved_amount_cents, offers_expire_at } = application;
  const { adverse_action_notice } = application;
  const application_status = statusAt(application, context.clock.now(sponsor_id));
  const decision = application.decision ?? 'no_offers';
  const offers = promised ?? (await storedOffers(context, context.database.query, application));
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
    no_offers_message:
      decision === 'offers'
        ? null
        : noOffersMessage(locale, { application_status, adverse_action_notice }),
    decided_at: timestamp(application.decided_at ?? application.modified_at),
    lender: apiLender,
    adverse_action_notice,
    documents: [privacyNotice(context, application)],
  };
}

/** What stands of what was promised. */
async function storedOffers(
  { config, clock }: LendingContext,
  connection: Connection<LendingSchema>,
  application: ApplicationRow,
): Promise<Offer[]> {
  if (application.decision !== 'offers') return [];
  const offers = await listOffers(connection, application.sponsor_id, application.id);
  const now = clock.now(application.sponsor_id);
  return offers.map((row) => standingOffer(config, application, row, now));
}

function privacyNotice(
  { config }: LendingContext,
  { locale, created_at }: ApplicationRow,
): SoftPullResponse['documents'][number] {
  const { id, version } = config.texts.current('privacy_notice', locale, easternDate(created_at));
  return { type: id, version, url: `${config.publicUrl}/texts/${id}/${version}/${locale}` };
}

/** What is stored with a key: the application that answered it, and how. */
interface KeyedAnswer {
  application_id: string;
  /** Sealed; keys of before answers were kept have none. */
  answer?: string;
}

/**
 * The answer that a key was given first, which is this one unless there is one. It is sealed by the
 * data key of the application: once that is shredded, only the application as it is can answer.
 */
async function firstAnswer(
  context: LendingContext,
  keyed: KeyedRequest,
  application: ApplicationRow,
  promised?: readonly Offer[],
): Promise<SoftPullResponse> {
  const { database, sealer } = context;
  const answer = await softPullAnswer(context, application, promised);
  const { sponsorId, operation, key } = keyed;
  if (key === undefined || isShredded(application)) return answer;
  const aad = `${sponsorId}|idempotency_keys|response|${key}`;
  const own: KeyedAnswer = {
    application_id: application.id,
    answer: sealWithApplicant(sealer, application, JSON.stringify(answer), aad),
  };
  if (await database.statement((tx) => keepAnswer(tx, keyed, own))) return answer;
  // Written here alone.
  const first = (await findAnswer(database.query, {
    sponsorId,
    operation,
    key,
  })) as KeyedAnswer | null;
  if (first?.answer === undefined || first.application_id !== application.id) return answer;
  // The authentication tag vouches for what was sealed above.
  return JSON.parse(openWithApplicant(sealer, application, first.answer, aad)) as SoftPullResponse;
}
