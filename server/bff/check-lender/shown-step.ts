import type { Offer } from '../../../widget/contract/offer.ts';
import type { CheckoutStep } from '../../../widget/contract/step.ts';
import { nameWithWord } from './closed-words.ts';
import { offerFieldNames } from './offer-fields.ts';
import type { StepReport } from './step-report.ts';

/** What is the BFF's own to say. */
const ours: ReadonlySet<string> = new Set([
  'screen',
  'since',
  'locale',
  'amount_locked',
  'more_at_lender',
  'selected_offer_uuid',
  'charge_id',
  'charge_amount',
]);

/** Without them all is well. */
const troubles: ReadonlySet<string> = new Set(['problem', 'blocked', 'warning']);

/** Says which screen the consumer is at, what stands on it, and what does not for want of an answer. */
export function reportShown(report: StepReport, step: CheckoutStep): void {
  const fields = Object.entries(withProblemCode(step)).filter(([name]) => !ours.has(name));
  const shown = fields
    .filter(([, value]) => value !== null)
    .map(([name, value]) => nameWithWord(name, value));
  const left = fields
    .filter(([name, value]) => value === null && !troubles.has(name))
    .map(([name]) => name);
  report.say('shown', [step.screen, ...shown].join(', '));
  report.say('not shown', left.join(', '));
  if (step.screen === 'offers') reportOffers(report, step.offers);
  if (step.screen === 'offers' && step.more_at_lender !== null) {
    report.say('shown', 'that the lender has more offers, and whom to ask for them');
  }
}

function withProblemCode(step: CheckoutStep): object {
  return step.screen === 'details' ? { ...step, problem: step.problem?.code ?? null } : step;
}

function reportOffers(report: StepReport, offers: readonly Offer[]): void {
  const countOf = (field: string) => offers.filter((offer) => Object.hasOwn(offer, field)).length;
  const shown = offerFieldNames.filter((field) => countOf(field) > 0);
  const withCounts = shown.map((field) =>
    countOf(field) === offers.length ? field : `${field} (${countOf(field)} of ${offers.length})`,
  );
  const left = offerFieldNames.filter((field) => countOf(field) === 0);
  report.say('shown', `of an offer ${withCounts.join(', ')}`);
  report.say('not shown', left.length === 0 ? '' : `of an offer ${left.join(', ')}`);
}
