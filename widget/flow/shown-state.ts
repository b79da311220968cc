import type { FlowMessage } from '../contract/flow-message.ts';
import type { CheckoutStep } from '../contract/step.ts';
import type { FlowProblem } from '../screens/screen-context.ts';
import { type CheckoutState, messagesBetween, type Standing, stepOf } from './checkout-state.ts';
import { problemOfStep } from './flow-problem.ts';

export interface ShownStateOptions {
  onChange: () => void;
  emit: (message: FlowMessage) => void;
}

/** The state that is drawn, and what the page is told of it. */
export class ShownState {
  current: CheckoutState = { phase: 'loading' };
  /** Grows with every step, which shows that a reading is older than what is shown. */
  stepsTaken = 0;
  readonly #options: ShownStateOptions;
  #last: Standing | null = null;

  constructor(options: ShownStateOptions) {
    this.#options = options;
  }

  get step(): CheckoutStep | null {
    return stepOf(this.current);
  }

  get isBusy(): boolean {
    return this.current.phase === 'ready' && this.current.busy !== 'idle';
  }

  show(state: CheckoutState): void {
    this.current = state;
    this.#options.onChange();
  }

  /** Shows the step of a checkout, and tells what is new about it. */
  take(state: CheckoutState, step: CheckoutStep, checkoutId: string): void {
    const before = this.#last;
    const problem = this.#newProblem(state);
    this.stepsTaken++;
    this.#last = { step, checkoutId };
    this.show(problem === null || state.phase !== 'ready' ? state : { ...state, problem });
    for (const message of messagesBetween(before, this.#last)) {
      this.#options.emit(message);
    }
    if (problem !== null) this.report(problem);
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

  /** There is nothing to go on with. */
  break(problem: FlowProblem): void {
    this.show({ phase: 'broken', problem });
    this.report(problem);
  }

  report({ code, retryable, correlationId }: FlowProblem): void {
    this.#options.emit({ type: 'error', code, retryable, correlation_id: correlationId });
  }
}
