/*
 * What comes after the form's first part: one chunk, fetched once somebody fills the form, or at once
 * where a checkout already stands behind it. What was typed is checked by the schemas that read the
 * answers, so the check is here as well.
 */

import * as z from 'zod/mini';
import {
  type CheckoutStep,
  checkoutStepSchema,
  type ResultStep,
  type StepOf,
} from './contract/step.ts';
import { define } from './elements/define.ts';
import { assertNever } from './flow/assert-never.ts';
import { AcceptedScreen } from './screens/accepted-screen.ts';
import { AskLenderScreen } from './screens/ask-lender-screen.ts';
import { CancelledScreen } from './screens/cancelled-screen.ts';
import { ChargeOutcomeScreen } from './screens/charge-outcome-screen.ts';
import { ChargePendingScreen } from './screens/charge-pending-screen.ts';
import { ExpiredScreen } from './screens/expired-screen.ts';
import { NoOffersScreen } from './screens/no-offers-screen.ts';
import { OffersScreen } from './screens/offers-screen.ts';
import { RedirectScreen } from './screens/redirect-screen.ts';
import { ReviewScreen } from './screens/review-screen.ts';
import type { ResultContext } from './screens/screen-context.ts';
import { WorkingScreen } from './screens/working-screen.ts';
import { blockedText } from './strings/blocked-text.ts';
import { outcome } from './strings/en/outcome.ts';
import type { FirstStrings, OutcomeStrings, Strings } from './strings/strings.ts';

export { checkApplication } from './contract/applicant.ts';
export { StepWatcher } from './flow/step-watcher.ts';
export { consentPart, formSummary, homePart } from './screens/details/later-parts.ts';

/** The step, or `null` for what the contract does not know. */
export function parseStep(value: unknown): CheckoutStep | null {
  const result = z.safeParse(checkoutStepSchema, value);
  return result.success ? result.data : null;
}

/** What all screens say: in English, what follows the form comes with its screens. */
export function allStrings(strings: FirstStrings | Strings): Strings {
  return 'outcome' in strings ? strings : { ...strings, outcome };
}

/** The screens after the form. One that the contract gains and this does not know fails to compile. */
const screens: Readonly<Record<ResultStep['screen'], CustomElementConstructor>> = {
  working: WorkingScreen,
  review: ReviewScreen,
  offers: OffersScreen,
  no_offers: NoOffersScreen,
  redirect: RedirectScreen,
  accepted: AcceptedScreen,
  charge_pending: ChargePendingScreen,
  charge_outcome: ChargeOutcomeScreen,
  cancelled: CancelledScreen,
  ask_lender: AskLenderScreen,
  expired: ExpiredScreen,
};

/** The screen of a step: the one that is shown, where it is of this kind. */
export function resultScreen(
  step: ResultStep,
  context: ResultContext,
  shown: Element | null,
): Element {
  const name = `soft-pull-${step.screen.replace('_', '-')}-screen`;
  define(name, screens[step.screen]);
  const screen = shown?.localName === name ? shown : document.createElement(name);
  return Object.assign(screen, { step, context });
}

/** What the live region says of a step: the heading of its screen, and what stands in the way. */
export function resultTitle(step: ResultStep, outcome: OutcomeStrings): string {
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
      return acceptedTitle(step, outcome.accepted);
    case 'charge_pending':
      return outcome.chargePending.title;
    case 'charge_outcome':
      return outcome.chargeOutcome[step.outcome].title;
    case 'ask_lender':
      return outcome.askLender.title;
    case 'cancelled':
      return outcome.cancelled[step.reason].title;
    case 'expired':
      return outcome.expired[step.reason].title;
    default:
      return assertNever(step);
  }
}

function acceptedTitle(step: StepOf<'accepted'>, accepted: OutcomeStrings['accepted']): string {
  const why = blockedText(accepted, step)?.title;
  if (why === undefined) return accepted.title;
  return step.blocked === 'suspended' ? why : `${accepted.title}. ${why}`;
}
