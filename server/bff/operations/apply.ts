import type { Transaction } from 'kysely';
import {
  type Application,
  applicantShape,
  consentShape,
} from '../../../widget/contract/applicant.ts';
import type { ErrorCode } from '../../../widget/contract/error-code.ts';
import type { FieldErrors } from '../../../widget/contract/field-error-code.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { hmacToken } from '../../platform/crypto/digest.ts';
import { formatCents } from '../../platform/money.ts';
import { assertListed, type BffContext, merchantOf, requestUserOf } from '../context.ts';
import {
  answerSoftPull,
  giveUpAnswer,
  markSoftPullUnknown,
  noteTaken,
  refuseOfferCode,
  startSoftPull,
  voidSoftPull,
} from '../domain/applying.ts';
import { type Checkout, callLimitMs, isUnderWay, requestedCents } from '../domain/checkout.ts';
import { isDeciding } from '../domain/loan.ts';
import { assertRequestable, endWhenIdle } from '../domain/opening.ts';
import { stepOf } from '../domain/step.ts';
import { takenUp } from '../domain/taking-up.ts';
import { BffError } from '../errors.ts';
import type { LoanReading, SoftPullCall } from '../lender/lender.ts';
import { LenderError } from '../lender/lender-error.ts';
import { withoutGoneSeller } from '../merchants.ts';
import { loadCheckout } from '../store/checkouts.ts';
import { problemOfOrder } from '../store/orders-in-use.ts';
import { countPull } from '../store/person-pulls.ts';
import type { BffSchema } from '../store/schema.ts';
import type { Session } from '../store/sessions.ts';
import { shownBefore } from '../store/shown-offers.ts';
import { returnUrlOf, withNextCode } from '../tokens/return-code.ts';
import { callTimeMs } from './call-time.ts';
import { logLenderProblem, logUnreadable } from './lender-problem.ts';
import { type FoundLoan, findLoan, loanOf } from './lenders-loan.ts';
import { textsBesideOffers, textsShown } from './read-disclosures.ts';
import { endOtherSessions } from './sessions.ts';
import { stepAfterCall } from './sync-checkout.ts';
import { changeLoaded } from './write-checkout.ts';

/**
 * Asks the lender, once for a checkout, however often this is called. The call goes on after the
 * caller has stopped waiting.
 * @throws BffError `wrong_step`, `already_decided`, `order_required`, `unknown_merchant`,
 * `amount_out_of_range`, `invalid_applicant`, `lender_refused`, `offer_code_refused`,
 * `rate_limited`, `token_expired` when another browser took the checkout up
 */
export async function applyForLoan(
  context: BffContext,
  session: Pick<Session, 'checkout' | 'tokenDigest' | 'rights'>,
  application: Application,
  origin: ConsentOrigin,
): Promise<CheckoutStep> {
  const { checkout, rights } = session;
  const { id } = checkout;
  if (await tellOfOrder(context, checkout)) return stepAfterCall(context, id);
  const fingerprint = fingerprintOf(context, id, application);
  const { before, after } = await changeLoaded(
    context,
    checkout,
    (current) =>
      started(
        context,
        takenUp(endWhenIdle(current, context.clock.now()), rights, context.ownOrigin),
        { fingerprint, application },
      ),
    async (tx, current) => {
      await endOtherSessions(context, tx, current, session);
      await countPullOf(context, tx, id, application);
    },
  );
  const isOurs = after.softPull !== before.softPull;
  if (isOurs) {
    const call = () => requestSoftPull(context, after, application, origin);
    context.calls.begin({ id, key: id }, call);
  }
  return stepAfterCall(context, id);
}

/**
 * Says once that the order has an application elsewhere, and once that it has a loan, if that came since
 * this checkout began: a second one must not begin without a word. Sent again, it begins.
 * @returns true if it was said now
 */
async function tellOfOrder(context: BffContext, checkout: Checkout): Promise<boolean> {
  const { order, problem } = checkout;
  if (order === null || problem === 'order_accepted') return false;
  if (stepOf(checkout).screen !== 'details') return false;
  const found = await problemOfOrder(context.database.query, checkout);
  if (found === null || found === problem) return false;
  await changeLoaded(context, checkout, (current) =>
    stepOf(current).screen === 'details' ? { ...current, problem: found } : current,
  );
  return true;
}

/** The checkout with its intent, or as it is when this very application was made before. */
function started(
  context: BffContext,
  checkout: Checkout,
  { fingerprint, application }: { fingerprint: string; application: Application },
): Checkout {
  const { softPull } = checkout;
  if (softPull !== null && softPull.state !== 'void') {
    if (softPull.fingerprint === fingerprint) return checkout;
    throw new BffError(isUnderWay(softPull) ? 'wrong_step' : 'already_decided');
  }
  if (stepOf(checkout).screen !== 'details') throw new BffError('wrong_step');
  const cents = requestedCents(checkout);
  if (cents === null) throw new BffError('order_required');
  const merchant = merchantOf(context.merchants, checkout.publishableKey);
  assertListed(context, merchant);
  assertRequestable(cents, merchant.amounts);
  const sale = withoutGoneSeller(merchant, checkout);
  const requestedBy = sale.soldBy ?? merchant.request_user_id;
  return startSoftPull(withNextCode(context, { ...sale, requestedBy }), {
    fingerprint,
    widgetVersion: context.widgetVersion,
    textsShown: textsShown(context, application, checkout.locale),
    lender: merchant.lender ?? null,
    now: context.clock.now(),
    limitMs: callLimitMs(context.timing.softPullMs),
  });
}

/**
 * Counts the soft pull towards what the person may have in a day: by SSN alone, since whoever has
 * another's could try birth dates; in the sandbox, where a persona's SSN stands for many people, with
 * the e-mail address too.
 * @throws BffError `rate_limited`
 */
async function countPullOf(
  { config, fingerprintKey, clock, database }: BffContext,
  tx: Transaction<BffSchema>,
  checkoutId: string,
  { ssn, email }: Application,
): Promise<void> {
  const who = [ssn.replaceAll('-', '')];
  if (config.isSandbox) who.push(email.toLowerCase());
  const personDigest = hmacToken(fingerprintKey, 'person', ...who);
  const waitMs = await countPull(tx, database, { personDigest, checkoutId, now: clock.now() });
  if (waitMs === 0) return;
  throw new BffError('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/** A keyed digest of what was sent, without the times, by which a repeat is known. */
function fingerprintOf(
  { fingerprintKey }: BffContext,
  checkoutId: string,
  application: Application,
): string {
  const { soft_pull_consent_at, esign_consent_at, sms_consent_at, ...content } = application;
  // The check gives the fields in the order of its schema, however they were sent.
  return hmacToken(fingerprintKey, 'application', checkoutId, JSON.stringify(content));
}

const maxUserAgentLength = 512;

/** Where the consumer's browser was, which only the BFF can say. */
interface ConsentOrigin {
  ipAddress: string;
  userAgent: string;
}

/**
 * Makes the call whose intent is written, and writes what came of it.
 * @returns the checkout as it is then
 * @throws BffError `invalid_applicant`, `lender_refused`, `offer_code_refused` when the lender refused the application
 */
async function requestSoftPull(
  context: BffContext,
  checkout: Checkout,
  application: Application,
  origin: ConsentOrigin,
): Promise<Checkout> {
  let answer: LoanReading;
  try {
    const { deadlineAt = 0 } = checkout.softPull ?? {};
    answer = await context.lender.softPull({
      ...softPullCall(context, checkout, application, origin),
      totalMs: callTimeMs(context, 'softPull', deadlineAt, context.timing.softPullMs),
    });
  } catch (error) {
    logLenderProblem(context, 'soft_pull_not_answered', { checkout, error });
    if (!(error instanceof LenderError)) return settle(context, checkout, markSoftPullUnknown);
    return settleFailure(context, checkout, error);
  }
  return (await settleReading(context, checkout, answer)) ?? settleByLoan(context, checkout);
}

/** The application as the lender is sent it. */
export function softPullCall(
  context: Pick<BffContext, 'config' | 'merchants' | 'returnCodeKey'>,
  checkout: Checkout,
  applicant: Application,
  { ipAddress, userAgent }: ConsentOrigin,
): SoftPullCall {
  return {
    requestUserId: requestUserOf(context.merchants, checkout),
    offerCode: checkout.offerCode ?? undefined,
    id: checkout.id,
    applicant,
    requestedAmount: formatCents(requestedCents(checkout) ?? 0),
    // The applicant's language, for the lender's messages.
    locale: checkout.softPull?.textsShown?.locale ?? checkout.locale,
    consentIpAddress: ipAddress,
    consentUserAgent: userAgent.slice(0, maxUserAgentLength),
    callbackUrl: `${context.config.bffPublicUrl}/callbacks/application`,
    redirectUrl: returnUrlOf(context, checkout),
  };
}

/** @returns undefined when the reading does not say where the application stands */
async function settleReading(
  context: BffContext,
  checkout: Checkout,
  reading: LoanReading,
): Promise<Checkout | undefined> {
  const loan = loanOf(context, checkout, await sharedLoan(context, checkout, reading));
  if (loan === undefined) return undefined;
  if (isDeciding(loan)) {
    return settle(context, checkout, (current) => noteTaken(markSoftPullUnknown(current), loan));
  }
  if (loan.hasMoreOffers) {
    logUnreadable(context, checkout.id, 'softPull', reading.lacking ?? 'offers');
  }
  return settle(context, checkout, (current) =>
    answerSoftPull(current, loan, textsBesideOffers(context, loan.offers, current.locale)),
  );
}

/**
 * The reading of a lender that names no application, with the ids of the loan that its offers belong
 * to: those that another checkout of the merchant was shown are that checkout's loan, since the lender
 * answers the same person with it (Sponsor Lending API, consumer application endpoints).
 */
async function sharedLoan(
  { database }: BffContext,
  { id, publishableKey }: Checkout,
  reading: LoanReading,
): Promise<LoanReading> {
  if (reading.applicationId !== null || reading.loanId !== null) return reading;
  const offerUuids = (reading.offers ?? []).map(({ offer_uuid }) => offer_uuid);
  const shown = { merchant: publishableKey, checkoutId: id, offerUuids };
  const otherId = await database.transaction((tx) => shownBefore(tx, shown));
  const other = otherId === undefined ? undefined : await loadCheckout(database.query, otherId);
  if (other?.loan == null) return reading;
  const { externalApplicationId: applicationId, loanId } = other.loan;
  return { ...reading, applicationId, loanId };
}

async function settleFailure(
  context: BffContext,
  checkout: Checkout,
  error: LenderError,
): Promise<Checkout> {
  if (error.unreadable !== undefined) return settleByLoan(context, checkout, error);
  if (error.failure === 'unknown') return settle(context, checkout, markSoftPullUnknown);
  // "Nothing happened" of a 503 is believed together with the loan's absence.
  if (error.status === 503) return settleByAbsence(context, checkout);
  if (error.failure === 'unavailable') return giveUp(context, checkout, 'lender_unavailable');
  return settleRefusal(context, checkout, error);
}

/** The lender has answered, and its answer says nothing: its loan may. It is never "nothing decided". */
async function settleByLoan(
  context: BffContext,
  checkout: Checkout,
  error?: LenderError,
): Promise<Checkout> {
  const found = await lookUp(context, checkout);
  const isRead = isReading(found);
  const settled = isRead ? await settleReading(context, checkout, found) : undefined;
  if (settled !== undefined) return settled;
  logUnreadable(context, checkout.id, 'softPull', error?.fields[0] ?? 'decision');
  const hasArrived = isRead || error?.unreadable !== 'no_json';
  const as = hasArrived ? 'unreadable' : 'silent';
  return settle(context, checkout, (current) => giveUpAnswer(current, as));
}

async function settleByAbsence(context: BffContext, checkout: Checkout): Promise<Checkout> {
  const found = await lookUp(context, checkout);
  if (found === 'absent') return giveUp(context, checkout, 'lender_unavailable');
  const settled = isReading(found) ? await settleReading(context, checkout, found) : undefined;
  return settled ?? settle(context, checkout, markSoftPullUnknown);
}

/** Either the application is refused, or its id is known already: then the loan has the answer. */
async function settleRefusal(
  context: BffContext,
  checkout: Checkout,
  error: LenderError,
): Promise<Checkout> {
  const mayBeUsed = error.status === 400 || error.status === 422;
  const found = mayBeUsed ? await lookUp(context, checkout) : 'absent';
  if (found === 'not_read') return settle(context, checkout, markSoftPullUnknown);
  if (isReading(found)) {
    const settled = await settleReading(context, checkout, found);
    return settled ?? settle(context, checkout, markSoftPullUnknown);
  }
  const errors = fieldErrors(error.fields);
  // A lender that names no field may mean the code: without it the consumer can go on.
  const isOfCode = error.fields.includes('offer_code_name') || errors === undefined;
  if (checkout.offerCode !== null && isOfCode) {
    await settle(context, checkout, refuseOfferCode);
    throw new BffError('offer_code_refused', { cause: error });
  }
  const code = errors === undefined ? 'lender_refused' : 'invalid_applicant';
  await giveUp(context, checkout, code);
  throw new BffError(code, { cause: error, ...(errors && { errors }) });
}

async function lookUp(context: BffContext, checkout: Checkout): Promise<FoundLoan | 'not_read'> {
  try {
    return await findLoan(context, checkout);
  } catch (error) {
    logLenderProblem(context, 'lender_not_read', { checkout, error });
    return 'not_read';
  }
}

function isReading(found: FoundLoan | 'not_read'): found is LoanReading {
  return typeof found === 'object';
}

function giveUp(context: BffContext, checkout: Checkout, problem: ErrorCode): Promise<Checkout> {
  return settle(context, checkout, (current) =>
    current.softPull?.deadlineAt === checkout.softPull?.deadlineAt
      ? voidSoftPull(current, problem)
      : current,
  );
}

/** The reconciler may have settled it first: then there is nothing left to write. */
async function settle(
  context: BffContext,
  checkout: Checkout,
  change: (checkout: Checkout) => Checkout,
): Promise<Checkout> {
  const { after } = await changeLoaded(context, checkout, (current) =>
    isUnderWay(current.softPull) ? change(current) : current,
  );
  return after;
}

/** The form's fields among those that the lender named; what it wrote of them is not passed on. */
export function fieldErrors(fields: readonly string[]): FieldErrors | undefined {
  const named = fields.filter(
    (field) => Object.hasOwn(applicantShape, field) || Object.hasOwn(consentShape, field),
  );
  if (named.length === 0) return undefined;
  return Object.fromEntries(named.map((field) => [field, ['not_accepted']]));
}
