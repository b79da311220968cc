import type { Application } from '../../../widget/contract/applicant.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import type { Transaction } from 'kysely';
import { hmacToken } from '../../platform/crypto/digest.ts';
import { type BffContext, merchantOf } from '../context.ts';
import { callLimitMs } from '../domain/call-limit.ts';
import { type Checkout, requestedCents } from '../domain/checkout.ts';
import { assertRequestable, endWhenIdle } from '../domain/opening.ts';
import { isUnderWay, startSoftPull } from '../domain/soft-pull.ts';
import { stepOf } from '../domain/step.ts';
import { BffError } from '../errors.ts';
import { withNextCode } from '../tokens/return-code.ts';
import { takePull } from '../store/person-pulls.ts';
import type { BffSchema } from '../store/schema.ts';
import { changeLoaded } from './change-checkout.ts';
import { stepAfterCall } from './read-checkout.ts';
import { type ConsentOrigin, requestSoftPull } from './request-soft-pull.ts';
import { textsShown } from './texts-shown.ts';

/**
 * Asks the lender, once for a checkout, however often this is called; the call outlives the
 * caller's patience.
 * @throws BffError `wrong_step`, `already_decided`, `order_required`, `amount_out_of_range`,
 * `invalid_applicant`, `lender_refused`, `rate_limited`
 */
export async function applyForLoan(
  context: BffContext,
  checkout: Checkout,
  application: Application,
  origin: ConsentOrigin,
): Promise<CheckoutStep> {
  const { id } = checkout;
  const fingerprint = fingerprintOf(context, id, application);
  const { before, after } = await changeLoaded(
    context,
    checkout,
    (current) =>
      started(context, endWhenIdle(current, context.clock.now()), {
        fingerprint,
        state: application.state,
      }),
    (tx) => takePullOf(context, tx, id, application),
  );
  const isOurs = after.softPull !== before.softPull;
  if (isOurs) {
    const call = () => requestSoftPull(context, after, application, origin);
    context.calls.begin({ id, key: id }, call);
  }
  return stepAfterCall(context, id);
}

/** The checkout with its intent, or as it is when this very application was made before. */
function started(
  context: BffContext,
  checkout: Checkout,
  { fingerprint, state }: { fingerprint: string; state: string },
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
  assertRequestable(cents, merchant.amounts);
  return startSoftPull(withNextCode(context, checkout), {
    fingerprint,
    widgetVersion: context.widgetVersion,
    textsShown: textsShown(context, { locale: checkout.locale, state }),
    lender: merchant.lender ?? null,
    now: context.clock.now(),
    limitMs: callLimitMs(context.timing.softPullMs),
  });
}

/**
 * Counts the soft pull towards what the person may have in a day: by SSN and birth date, in the
 * sandbox, where a persona's SSN stands for many people, with the e-mail address too.
 * @throws BffError `rate_limited`
 */
async function takePullOf(
  { config, fingerprintKey, clock, database }: BffContext,
  tx: Transaction<BffSchema>,
  checkoutId: string,
  { ssn, date_of_birth, email }: Application,
): Promise<void> {
  const who = [ssn.replaceAll('-', ''), date_of_birth];
  if (config.isSandbox) who.push(email.toLowerCase());
  const personDigest = hmacToken(fingerprintKey, 'person', ...who);
  const waitMs = await takePull(tx, database, { personDigest, checkoutId, now: clock.now() });
  if (waitMs === 0) return;
  throw new BffError('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
}

/** A keyed digest of what was sent, without the times: it shows a repeat and reveals nothing. */
function fingerprintOf(
  { fingerprintKey }: BffContext,
  checkoutId: string,
  application: Application,
): string {
  const { soft_pull_consent_at, esign_consent_at, sms_consent_at, ...content } = application;
  // The check gives the fields in the order of its schema, however they were sent.
  return hmacToken(fingerprintKey, 'application', checkoutId, JSON.stringify(content));
}
