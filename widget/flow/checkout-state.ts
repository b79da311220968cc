import type { FlowMessage, Outcome } from '../contract/flow-message.ts';
import type { CheckoutStep } from '../contract/step.ts';
import type { Busy, FlowProblem, ShownProblem } from '../screens/screen-context.ts';
import { assertNever } from './assert-never.ts';
import { errorMessage, problemOfStep } from './flow-problem.ts';

export type CheckoutState =
  | { phase: 'loading' }
  | { phase: 'ready'; step: CheckoutStep; busy: Busy; problem: FlowProblem | null }
  | { phase: 'broken'; problem: ShownProblem };

export function ready(step: CheckoutStep, problem: FlowProblem | null = null): CheckoutState {
  return { phase: 'ready', step, busy: 'idle', problem };
}

export function stepOf(state: CheckoutState): CheckoutStep | null {
  return state.phase === 'ready' ? state.step : null;
}

/** Busy hides the last problem, which the new call is about to answer. */
export function withBusy(state: CheckoutState, busy: Busy): CheckoutState {
  if (state.phase !== 'ready') return state;
  return { ...state, busy, problem: busy === 'idle' ? state.problem : null };
}

/** A step that came by itself: it leaves a call under way, and what is shown beside it, alone. */
export function withStep(state: CheckoutState, step: CheckoutStep): CheckoutState {
  if (state.phase !== 'ready' || state.step.screen !== step.screen) return ready(step);
  return { ...state, step };
}

/** A step that answers a change of the page: a problem that it still has stays as it was told. */
export function withChange(state: CheckoutState, step: CheckoutStep): CheckoutState {
  const told = state.phase === 'ready' ? state.problem : null;
  return ready(step, told?.code === problemOfStep(step)?.code ? told : null);
}

/** The form has been sent and gives way to the view of a lender that is being asked. */
export function isAsking(state: CheckoutState): boolean {
  return state.phase === 'ready' && state.step.screen === 'details' && state.busy === 'asking';
}

/** Once the lender has decided, or begun to, what was typed has served its purpose. */
export function isDecided(step: CheckoutStep): boolean {
  if (step.screen === 'expired') return step.reason !== 'application';
  return step.screen !== 'details' && step.screen !== 'working';
}

/** Nothing moves it any more; who wants to go on starts again. */
export function isEnded(step: CheckoutStep | null): boolean {
  return step?.screen === 'expired' || step?.screen === 'cancelled';
}

/** Which checkout stands where. */
interface Standing {
  checkoutId: string;
  step: CheckoutStep;
}

/** What the page is told when one step follows another, perhaps that of another checkout. */
export function messagesBetween(
  before: Standing | null,
  { step, checkoutId: checkout_id }: Standing,
): FlowMessage[] {
  const { screen } = step;
  const messages: FlowMessage[] = [];
  const previous = before?.step.screen ?? null;
  if (previous !== screen || before?.checkoutId !== checkout_id) {
    messages.push({ type: 'step', checkout_id, screen, previous });
  }
  const outcome = outcomeOf(step);
  if (outcome !== null) messages.push({ type: 'outcome', checkout_id, outcome });
  return messages;
}

function outcomeOf(step: CheckoutStep): Outcome | null {
  switch (step.screen) {
    case 'offers':
    case 'no_offers':
      return { type: 'decision', decision: step.screen };
    case 'accepted':
    case 'expired':
      return { type: step.screen };
    case 'ask_lender':
      return { type: 'ask_lender', reason: step.reason };
    case 'charge_pending': {
      const { payment_request_uuid } = step;
      // Told once the lender has said it.
      return payment_request_uuid === null
        ? null
        : { type: 'charge_requested', payment_request_uuid };
    }
    case 'charge_outcome': {
      const payment_request_uuid = step.payment_request_uuid ?? step.charge_id;
      return { type: 'charge_outcome', payment_request_uuid, outcome: step.outcome };
    }
    case 'details':
    case 'working':
    case 'review':
    case 'redirect':
    case 'cancelled':
      return null;
    default:
      return assertNever(step);
  }
}

/** The state that is drawn, and what the page is told of it. */
export class ShownState {
  current: CheckoutState = { phase: 'loading' };
  /** Grows with every step, which shows that a step that was read is older than what is shown. */
  stepsTaken = 0;
  #last: Standing | null = null;

  get step(): CheckoutStep | null {
    return stepOf(this.current);
  }

  get isBusy(): boolean {
    return this.current.phase === 'ready' && this.current.busy !== 'idle';
  }

  /**
   * Shows the step of a checkout.
   * @returns what is new about it, for the page
   */
  take(state: CheckoutState, step: CheckoutStep, checkoutId: string): FlowMessage[] {
    const before = this.#last;
    const problem = this.#newProblem(state);
    this.stepsTaken++;
    this.#last = { step, checkoutId };
    this.current = problem === null || state.phase !== 'ready' ? state : { ...state, problem };
    const messages = messagesBetween(before, this.#last);
    if (problem !== null) messages.push(errorMessage(problem));
    return messages;
  }

  /**
   * That nothing was decided is told once: to whom was shown a step without it, or waited for an
   * answer; a page that is loaded later finds it in its place.
   */
  #newProblem(state: CheckoutState): FlowProblem | null {
    const previous = this.#last?.step ?? null;
    if (state.phase !== 'ready' || state.busy !== 'idle' || state.problem !== null) return null;
    const isKnown = previous === null || problemOfStep(previous) !== null;
    return isKnown && !this.isBusy ? null : problemOfStep(state.step);
  }
}
