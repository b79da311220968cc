import { html, type TemplateResult } from 'lit';
import type { ResultStep } from '../contract/step.ts';
import { define } from '../elements/define.ts';
import { AcceptedScreen } from '../screens/accepted/accepted-screen.ts';
import { AskLenderScreen } from '../screens/ask-lender/ask-lender-screen.ts';
import { CancelledScreen } from '../screens/cancelled/cancelled-screen.ts';
import { ChargeOutcomeScreen } from '../screens/charge-outcome/charge-outcome-screen.ts';
import { ChargePendingScreen } from '../screens/charge-pending/charge-pending-screen.ts';
import { ExpiredScreen } from '../screens/expired/expired-screen.ts';
import { NoOffersScreen } from '../screens/no-offers/no-offers-screen.ts';
import { OffersScreen } from '../screens/offers/offers-screen.ts';
import { RedirectScreen } from '../screens/redirect/redirect-screen.ts';
import { ReviewScreen } from '../screens/review/review-screen.ts';
import type { ScreenContext } from '../screens/screen-context.ts';
import { WorkingScreen } from '../screens/working/working-screen.ts';

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

/** Lit knows a template by its strings, so each tag has its own for good. */
const templates = new Map<string, TemplateStringsArray>();

/** Registers the screens that come after the form. */
export function defineResultScreens(): void {
  for (const [name, screen] of Object.entries(screens)) define(tagOf(name), screen);
}

/** The screen of a step. */
export function resultScreen(step: ResultStep, context: ScreenContext): TemplateResult {
  const tag = tagOf(step.screen);
  const strings = templates.get(tag) ?? templateOf(tag);
  templates.set(tag, strings);
  return html(strings, step, context);
}

/** `'no_offers' => 'soft-pull-no-offers-screen'` */
function tagOf(name: string): string {
  return `soft-pull-${name.replace('_', '-')}-screen`;
}

/** As if it were written in the source. */
function templateOf(tag: string): TemplateStringsArray {
  const strings = [`<${tag} .step=`, ' .context=', `></${tag}>`];
  return Object.assign(strings, { raw: strings });
}
