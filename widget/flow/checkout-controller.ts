import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type CheckoutChange, CheckoutClient } from '../client/checkout-client.ts';
import type { FlowMessage, FlowSettings, Handle } from '../contract/flow-message.ts';
import type { CheckoutStep } from '../contract/step.ts';
import type { FlowProblem } from '../screens/screen-context.ts';
import { type CallIntent, performCall } from './call-intent.ts';
import {
  type CheckoutState,
  messagesBetween,
  ready,
  stepOf,
  watched,
  withBusy,
  withStep,
} from './checkout-state.ts';
import { isAboutInput, isSessionGone, problemFrom } from './flow-problem.ts';
import { openCheckout } from './open-checkout.ts';
import { allowedAt, changeBetween, isEmpty } from './settings-change.ts';
import { StepWatcher } from './step-watcher.ts';
import type { Timers } from './timers.ts';

/** A call that takes less than this flashes no progress. */
const slowAfterMs = 250;
/** Typing keeps the session alive, but asks for that no more often than this. */
const renewAfterMs = 5 * 60_000;

export interface CheckoutControllerOptions {
  timers: Timers;
  emit: (message: FlowMessage) => void;
}

/** Owns the checkout's state: opens it, carries out intents, follows what the server says. */
export class CheckoutController implements ReactiveController {
  state: CheckoutState = { phase: 'loading' };
  readonly #host: ReactiveControllerHost;
  readonly #timers: Timers;
  readonly #emit: (message: FlowMessage) => void;
  readonly #watcher: StepWatcher;
  #settings: FlowSettings | null = null;
  #client: CheckoutClient | null = null;
  #handles: readonly Handle[] = [];
  #abort = new AbortController();
  #opensForms = true;
  #shown: CheckoutStep | null = null;
  #lastIntent: CallIntent | null = null;
  #callId = 0;
  #stepsTaken = 0;
  #missedStep = false;
  #calling: Promise<void> = Promise.resolve();
  #changing: Promise<void> = Promise.resolve();
  #lastContactAt = 0;

  constructor(host: ReactiveControllerHost, { timers, emit }: CheckoutControllerOptions) {
    this.#host = host;
    this.#timers = timers;
    this.#emit = emit;
    this.#watcher = new StepWatcher({ timers, onStep: (step) => this.#takeStreamed(step) });
    host.addController(this);
  }

  hostConnected(): void {
    if (!this.#abort.signal.aborted || this.#client === null) return;
    this.#abort = new AbortController();
    if (this.state.phase === 'ready') void this.refresh();
    else void this.begin(this.#handles);
  }

  hostDisconnected(): void {
    this.#callId++;
    this.#abort.abort();
    this.#watcher.stop();
    this.state = withBusy(this.state, 'idle');
  }

  get client(): CheckoutClient | null {
    return this.#client;
  }

  configure(settings: FlowSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    if (before === null) return;
    const change = changeBetween(before, settings);
    if (!isEmpty(change)) this.#changing = this.#change(change);
  }

  /** Opens the checkout that the handles lead to, or a new one. What was typed is not its concern. */
  begin(handles: readonly Handle[], problem: FlowProblem | null = null): Promise<void> {
    this.#calling = this.#open(handles, problem);
    return this.#calling;
  }

  async #open(handles: readonly Handle[], problem: FlowProblem | null): Promise<void> {
    const settings = this.#settings;
    if (settings === null) return;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#watcher.stop();
    this.#handles = handles;
    const call = ++this.#callId;
    const client = this.#newClient(settings);
    this.#client = client;
    this.#show({ phase: 'loading' });
    try {
      const opened = await openCheckout(client, settings, handles, this.#abort.signal);
      if (call !== this.#callId) return;
      this.#opensForms = opened.opensForms;
      this.#keepHandle(opened.session.resume);
      this.#take(ready(opened.session.step, problem));
    } catch (error) {
      if (call === this.#callId) this.#break(problemFrom(error));
    }
  }

  #newClient({ server, merchant, parent_origin: parentOrigin }: FlowSettings): CheckoutClient {
    const onRenewed = (resume: string) => this.#keepHandle(resume);
    return new CheckoutClient({ server, merchant, parentOrigin, onRenewed });
  }

  #keepHandle(resume: string): void {
    this.#emit({ type: 'handle', resume, opens_forms: this.#opensForms });
  }

  /** A new checkout; a merchant's client token leads to its own again. */
  restart(problem: FlowProblem | null = null): Promise<void> {
    const handles = this.#handles.filter(({ source }) => source === 'client_token');
    return this.begin(handles, problem);
  }

  send(intent: CallIntent): void {
    if (this.state.phase !== 'ready' || this.#isBusy) return;
    this.#calling = this.#call(intent);
  }

  /** The same again, after a problem. */
  retry(): void {
    if (this.state.phase === 'broken') void this.begin(this.#handles);
    else if (this.#lastIntent !== null) this.send(this.#lastIntent);
    else void this.refresh();
  }

  /** Called at each key press; seldom does more than look at the clock. */
  keepAlive(): void {
    if (this.#timers.now() - this.#lastContactAt >= renewAfterMs) void this.refresh();
  }

  /** Closes the stream, which would keep the page out of the back/forward cache. */
  sleep(): void {
    this.#watcher.stop();
  }

  /** Reads where the checkout stands, for a page that was asleep or a person who asks. */
  async refresh(): Promise<void> {
    const client = this.#client;
    if (client === null || this.state.phase !== 'ready') return;
    const before = this.#stepsTaken;
    const call = this.#callId;
    this.#missedStep = false;
    this.#lastContactAt = this.#timers.now();
    const step = await client.read(this.#abort.signal).catch(() => null);
    const isStale = before !== this.#stepsTaken || call !== this.#callId;
    if (step !== null && !isStale) this.#take(withStep(this.state, step));
    else if (call === this.#callId) this.#watchWhereNeeded();
  }

  async #call(intent: CallIntent): Promise<void> {
    const client = this.#client;
    if (client === null) return;
    const call = ++this.#callId;
    // An application is sent again from the form: its body is kept nowhere else.
    this.#lastIntent = intent.type === 'apply' ? null : intent;
    this.#show(withBusy(this.state, 'waiting'));
    const stopWaiting = this.#timers.after(slowAfterMs, () => {
      if (call === this.#callId) this.#show(withBusy(this.state, 'slow'));
    });
    await this.#changing;
    try {
      const step = await performCall(client, intent, this.#abort.signal);
      if (call === this.#callId) this.#answer(intent, step);
    } catch (error) {
      if (call === this.#callId) await this.#recover(problemFrom(error), call);
    } finally {
      stopWaiting();
    }
    if (call === this.#callId && this.#missedStep) await this.refresh();
  }

  #answer(intent: CallIntent, step: CheckoutStep): void {
    this.#lastIntent = null;
    if (intent.type === 'select_offer') {
      this.#emit({ type: 'offer_selected', offer_uuid: intent.offerUuid });
    }
    this.#take(ready(step));
    const isLeaving = intent.type === 'select_offer' || intent.type === 'continue_to_lender';
    if (isLeaving && step.screen === 'redirect') {
      this.#emit({ type: 'redirect', url: step.consumer_invitation_link });
    }
  }

  /** A call failed: what it did, if anything, is read from the server rather than guessed. */
  async #recover(problem: FlowProblem, call: number): Promise<void> {
    const shown = stepOf(this.state);
    if (shown === null) return;
    if (isSessionGone(problem)) return this.#replaceSession(shown, problem);
    const step = isAboutInput(problem) ? shown : await this.#readOr(shown);
    if (call !== this.#callId) return;
    const hasMoved = step.screen !== shown.screen;
    if (!hasMoved) this.#report(problem);
    this.#take(ready(step, hasMoved ? null : problem));
  }

  async #readOr(fallback: CheckoutStep): Promise<CheckoutStep> {
    const step = await this.#client?.read(this.#abort.signal).catch(() => null);
    return step ?? fallback;
  }

  /** In the form a dead session costs nothing: a new one takes its place under what was typed. */
  async #replaceSession(shown: CheckoutStep, problem: FlowProblem): Promise<void> {
    if (shown.screen !== 'details') return this.#break({ ...problem, retryable: false });
    this.#report(problem);
    await this.restart({ ...problem, retryable: false });
  }

  /** Changes wait for the call under way, and the next call waits for them. */
  async #change(change: CheckoutChange): Promise<void> {
    await Promise.all([this.#changing, this.#calling]);
    if (this.state.phase === 'broken') return this.begin(this.#handles);
    const allowed = allowedAt(stepOf(this.state), change);
    if (this.#client === null || isEmpty(allowed)) return;
    const call = this.#callId;
    const { signal } = this.#abort;
    try {
      const step = await this.#client.change(allowed, signal);
      if (!signal.aborted) this.#take(this.#isBusy ? withStep(this.state, step) : ready(step));
    } catch (error) {
      if (call === this.#callId) await this.#recover(problemFrom(error), call);
    }
  }

  #takeStreamed(step: CheckoutStep): void {
    if (this.#isBusy) this.#missedStep = true;
    else this.#take(withStep(this.state, step));
  }

  get #isBusy(): boolean {
    return this.state.phase === 'ready' && this.state.busy !== 'idle';
  }

  #take(state: CheckoutState): void {
    const step = stepOf(state);
    if (step === null) return;
    if (step.screen === 'details' && !this.#opensForms) {
      void this.restart();
      return;
    }
    this.#stepsTaken++;
    this.#lastContactAt = this.#timers.now();
    const previous = this.#shown;
    this.#shown = step;
    this.#show(state);
    for (const message of messagesBetween(previous, step, this.#client?.checkoutId ?? '')) {
      this.#emit(message);
    }
    this.#watchWhereNeeded();
  }

  #watchWhereNeeded(): void {
    const step = stepOf(this.state);
    if (step !== null && watched[step.screen] && this.#client !== null) {
      this.#watcher.start(this.#client);
    } else {
      this.#watcher.stop();
    }
  }

  #break(problem: FlowProblem): void {
    this.#watcher.stop();
    this.#show({ phase: 'broken', problem });
    this.#report(problem);
  }

  #report({ code, retryable, correlationId }: FlowProblem): void {
    this.#emit({ type: 'error', code, retryable, correlation_id: correlationId });
  }

  #show(state: CheckoutState): void {
    this.state = state;
    this.#host.requestUpdate();
  }
}
