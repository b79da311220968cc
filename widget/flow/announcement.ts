import type { CheckoutStep } from '../contract/step.ts';
import type { Locale } from '../contract/values.ts';
import { formatMoney } from '../format/money.ts';
import type { FirstStrings, Strings } from '../strings/strings.ts';
import { assertNever } from './assert-never.ts';
import { type CheckoutState, stepOf } from './checkout-state.ts';

/**
 * What the live region says when one state follows another; `null` when there is nothing to say.
 * The first screen of a page is not announced: nobody asked for it.
 */
export function announcementBetween(
  before: CheckoutState,
  after: CheckoutState,
  strings: FirstStrings | Strings,
  locale: Locale,
): string | null {
  const problem = after.phase === 'loading' ? null : after.problem;
  const problemBefore = before.phase === 'loading' ? null : before.problem;
  if (problem !== null && problem !== problemBefore) {
    const { title, text } = strings.common.problems[problem.code];
    return `${title}. ${text}`;
  }
  const step = stepOf(after);
  const stepBefore = stepOf(before);
  if (step === null || stepBefore === null) return null;
  if (step.screen !== stepBefore.screen) return titleOf(step, strings);
  const amount = amountOf(step);
  if (amount !== null && amount !== amountOf(stepBefore)) {
    return strings.common.amountChanged(formatMoney(amount, locale));
  }
  const isSlow = after.phase === 'ready' && after.busy === 'slow';
  return isSlow ? strings.common.busy : null;
}

function amountOf(step: CheckoutStep): string | null {
  return step.screen === 'details' ? step.amount : null;
}

function titleOf(step: CheckoutStep, strings: FirstStrings | Strings): string | null {
  if (step.screen === 'details') return strings.form.title;
  if (!('outcome' in strings)) return null;
  const { outcome } = strings;
  switch (step.screen) {
    case 'working':
      return outcome.working.title;
    case 'review':
      return outcome.review.title;
    case 'offers':
      return outcome.offers.title(step.offers.length);
    case 'no_offers':
      return outcome.noOffers.title;
    case 'redirect':
      return outcome.redirect.title;
    case 'accepted':
      return step.blocked === 'suspended'
        ? outcome.accepted.blocked.suspended.title
        : outcome.accepted.title;
    case 'charge_pending':
      return outcome.chargePending.title;
    case 'charge_outcome':
      return outcome.chargeOutcome[step.outcome].title;
    case 'cancelled':
      return outcome.cancelled[step.reason].title;
    case 'expired':
      return outcome.expired[step.reason].title;
    default:
      return assertNever(step);
  }
}
