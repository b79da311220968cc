import type { CheckoutStep } from '../contract/step.ts';
import { formatMoney } from '../format/money.ts';
import type { resultTitle } from '../results.ts';
import { problemText } from '../strings/problem-text.ts';
import type { FirstStrings, Strings } from '../strings/strings.ts';
import { type CheckoutState, isAsking, stepOf } from './checkout-state.ts';

export interface Speech {
  strings: FirstStrings | Strings;
  /** Comes with the screens that it speaks of. */
  resultTitle: typeof resultTitle | null;
}

/**
 * What the live region says when one state follows another; `null` when what it says may stay, and
 * nothing once a problem is gone. The first screen of a page is not announced: nobody asked for it.
 */
export function announcementBetween(
  before: CheckoutState,
  after: CheckoutState,
  speech: Speech,
): string | null {
  const { strings } = speech;
  const step = stepOf(after);
  const problem = after.phase === 'loading' ? null : after.problem;
  const problemBefore = before.phase === 'loading' ? null : before.problem;
  if (problem !== null && problem !== problemBefore) {
    const isAfterForm = step !== null && step.screen !== 'details';
    const { title, text } = problemText(strings.common, problem, isAfterForm);
    return `${title}. ${text}`;
  }
  if (step === null || before.phase === 'loading') return null;
  const stepBefore = stepOf(before);
  const title = titleOf(shownStep(step, after), speech);
  if (stepBefore === null || title !== titleOf(shownStep(stepBefore, before), speech)) return title;
  const amount = amountOf(step);
  if (amount !== null && amount !== amountOf(stepBefore)) {
    return strings.common.amountChanged(formatMoney(amount));
  }
  const isSlow = after.phase === 'ready' && after.busy === 'slow';
  if (isSlow) return strings.common.busy;
  return problem === null && problemBefore !== null ? '' : null;
}

/** While the lender is being asked, the view of that stands in the form's place. */
function shownStep(step: CheckoutStep, state: CheckoutState): CheckoutStep {
  return isAsking(state) ? { screen: 'working', since: '' } : step;
}

function amountOf(step: CheckoutStep): string | null {
  return step.screen === 'details' ? step.amount : null;
}

function titleOf(step: CheckoutStep, { strings, resultTitle: title }: Speech): string | null {
  if (step.screen === 'details') return strings.form.title;
  return title !== null && 'outcome' in strings ? title(step, strings.outcome) : null;
}
