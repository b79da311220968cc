import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { CheckoutClient } from '../client/checkout-client.ts';
import type { FlowMessage, FlowSettings, Handle } from '../contract/flow-message.ts';
import type { CheckoutStep } from '../contract/step.ts';
import { loadedResults } from '../load-results.ts';
import type { Busy, FlowProblem } from '../screens/screen-context.ts';
import type { Intent } from '../screens/screen-element.ts';
import { assertNever } from './assert-never.ts';
import {
  type CheckoutState,
  isEnded,
  ready,
  ShownState,
  stepOf,
  withBusy,
  withChange,
  withStep,
} from './checkout-state.ts';
import {
  errorMessage,
  isAboutInput,
  isSessionGone,
  orderIsSpent,
  problemFrom,
} from './flow-problem.ts';
import {
  CurrentHandles,
  changeBetween,
  isEmpty,
  openCheckout,
  PendingChange,
} from './page-settings.ts';
import type { StepWatcher } from './step-watcher.ts';
import type { Timers } from './timers.ts';

/** A call that takes less than this flashes no progress. */
const slowAfterMs = 250;
/** An application that takes longer has a view that says what is being waited for. */
const askingAfterMs = 500;
/** Typing keeps the session alive, but asks for that no more often than this. */
const renewAfterMs = 5 * 60_000;

/** An intent that becomes a call, one at a time. */
type CallIntent = Exclude<
  Intent,
  { type: 'announce' | 'typed' | 'scroll_to' | 'out_of_reach' | 'retry' | 'restart' }
>;

export interface CheckoutControllerOptions {
  timers: Timers;
  emit: (message: FlowMessage) => void;
}

/** Owns the checkout's state: opens it, carries out intents, follows what the server says. */
export class CheckoutController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #shown = new ShownState();
  readonly #timers: Timers;
  readonly #emit: (message: FlowMessage) => void;
  #watcher: StepWatcher | null = null;
  readonly #pending = new PendingChange();
  #settings: FlowSettings | null = null;
  #client: CheckoutClient | null = null;
  readonly #handles = new CurrentHandles();
  #abort = new AbortController();
  #listening = new AbortController();
  #opensForms = true;
  /** What the problem that is shown is about; null for what the page has set. */
  #failed: CallIntent | null = null;
  #callId = 0;
  #missedStep = false;
  #calling: Promise<void> = Promise.resolve();
  #changing: Promise<void> = Promise.resolve();
  #lastContactAt = 0;
  /** The merchant's server made the checkout, and this page has not had an input. */
  #isUntaken = false;
  #taking: Promise<void> | null = null;

  constructor(host: ReactiveControllerHost, { timers, emit }: CheckoutControllerOptions) {
    this.#host = host;
    this.#timers = timers;
    this.#emit = emit;
    host.addController(this);
  }

  hostConnected(): void {
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const handleShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) this.#wake();
    };
    const handleVisibility = () => {
      if (document.visibilityState === 'visible') this.#wake();
    };
    window.addEventListener('pageshow', handleShow, { signal });
    window.addEventListener('pagehide', () => this.#sleep(), { signal });
    document.addEventListener('visibilitychange', handleVisibility, { signal });
    this.#wake();
  }

  hostDisconnected(): void {
    this.#listening.abort();
    this.#sleep();
  }

  get state(): CheckoutState {
    return this.#shown.current;
  }

  get client(): CheckoutClient | null {
    return this.#client;
  }

  /** Opened by a return code: an offer that was chosen stays chosen here. */
  get isByCode(): boolean {
    return this.#client?.isByCode === true;
  }

  get pendingAmount(): string | null {
    return this.#pending.amount;
  }

  configure(settings: FlowSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    const change = before === null ? {} : changeBetween(before, settings);
    // Where its consumer returns to, the merchant's server has said itself.
    if (this.#handles.areMerchants) delete change.return_url;
    if (isEmpty(change)) return;
    // An order that was declined ends with its checkout: only a new one can take a fresh token.
    const isDeclined = this.#shown.step?.screen === 'no_offers' && !this.#handles.areMerchants;
    if (change.order_token !== undefined && isDeclined) {
      void this.restartForPage();
      return;
    }
    this.#pending.add(change);
    this.#changing = this.#pushChange();
  }

  /** Opens the checkout that the handles lead to, or a new one. What was typed is not its concern. */
  begin(handles: readonly Handle[]): Promise<void> {
    this.#show({ phase: 'loading' });
    this.#calling = this.#open(handles, null);
    return this.#calling;
  }

  /** The form stays as it is, with whoever is typing in it, while its checkout becomes another. */
  #replace(handles: readonly Handle[], problem: FlowProblem | null): Promise<void> {
    this.#show(withBusy(this.state, 'waiting'));
    this.#calling = this.#open(handles, problem);
    return this.#calling;
  }

  async #open(handles: readonly Handle[], problem: FlowProblem | null): Promise<void> {
    const settings = this.#settings;
    if (settings === null) return;
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#watcher?.stop();
    this.#handles.list = handles;
    this.#pending.clear();
    this.#failed = null;
    const call = ++this.#callId;
    const { server, merchant, parent_origin: parentOrigin } = settings;
    const onRenewed = (resume: string) => this.#keepHandle(resume);
    const client = new CheckoutClient({ server, merchant, parentOrigin, onRenewed });
    this.#client = client;
    try {
      const opened = await openCheckout(client, settings, this.#handles, this.#abort.signal);
      if (call !== this.#callId) return;
      this.#opensForms = opened.opensForms;
      this.#isUntaken = this.#handles.areMerchants && opened.session.step.screen === 'details';
      this.#keepHandle(opened.session.resume);
      this.#take(ready(opened.session.step, problem));
      this.#bringMissingOrder(opened.session.step, settings);
    } catch (error) {
      if (call === this.#callId) this.#break(problemFrom(error));
    }
  }

  #keepHandle(resume: string): void {
    this.#handles.keep(resume, this.#opensForms);
    this.#emit({ type: 'handle', resume, opens_forms: this.#opensForms });
  }

  /** A person who came by a link has not brought the page's order along. */
  #bringMissingOrder(step: CheckoutStep, { order_token }: FlowSettings): void {
    const isMissing =
      this.#opensForms && step.screen === 'accepted' && step.blocked === 'order_required';
    if (!isMissing || order_token === null) return;
    this.#pending.add({ order_token });
    this.#changing = this.#pushChange();
  }

  /** The page asks for a new checkout, not the consumer. */
  restartForPage(): Promise<void> {
    this.#handles.leave();
    return this.restart();
  }

  /** A new checkout; a merchant's client token leads to its own, and to none once that is void or has ended. */
  async restart(): Promise<void> {
    const { current, step } = this.#shown;
    const isVoid = current.phase === 'broken' && current.problem.code === 'not_found';
    if (this.#handles.areMerchants && (isVoid || isEnded(step))) this.#break(orderIsSpent);
    else await this.begin(this.#handles.forRestart);
  }

  /** What is asked for while the checkout is being opened waits for it. */
  send(intent: CallIntent): void {
    if (this.state.phase === 'loading') {
      void this.#calling.then(() => {
        if (this.state.phase === 'ready') this.send(intent);
      });
      return;
    }
    if (this.state.phase !== 'ready' || this.#shown.isBusy) return;
    this.#calling = this.#call(intent);
  }

  /** The same again, after a problem. */
  retry(): void {
    if (this.state.phase === 'broken') void this.begin(this.#handles.list);
    else if (this.#failed !== null) this.send(this.#failed);
    else if (!this.#pending.isEmpty) this.#changing = this.#pushChange();
    else void this.refresh();
  }

  /** Called at each key press; seldom does more than look at the clock. */
  keepAlive(): void {
    if (this.#isUntaken) void this.#takeUp().catch((error) => this.#meetTaker(problemFrom(error)));
    if (this.#timers.now() - this.#lastContactAt >= renewAfterMs) void this.refresh();
  }

  /**
   * The page is left, or the element taken off it: a call that is under way must not lead anywhere
   * later, and a stream would keep the page out of the back/forward cache.
   */
  #sleep(): void {
    this.#callId++;
    this.#abort.abort();
    this.#watcher?.stop();
    this.#show(withBusy(this.state, 'idle'));
  }

  /** Polls the checkout of a page that was hidden or in the back/forward cache. */
  #wake(): void {
    const wasAsleep = this.#abort.signal.aborted && this.#client !== null;
    if (wasAsleep) this.#abort = new AbortController();
    const isOpen = this.state.phase === 'ready' && this.#client?.checkoutId !== null;
    if (wasAsleep && !isOpen) void this.begin(this.#handles.list);
    else {
      if (!this.#pending.isEmpty) this.#changing = this.#pushChange();
      void this.#changing.then(() => this.refresh());
    }
  }

  /** Reads where the checkout stands, for a page that was asleep; says nothing when it cannot. */
  async refresh(): Promise<void> {
    const client = this.#client;
    if (client === null || this.state.phase !== 'ready') return;
    const before = this.#shown.stepsTaken;
    const call = this.#callId;
    this.#lastContactAt = this.#timers.now();
    const step = await client.read(this.#abort.signal).catch(() => null);
    if (call !== this.#callId) return;
    if (step !== null && before === this.#shown.stepsTaken) this.#takeStreamed(step);
    else {
      // A new stream begins with the step; the one before has said it already, perhaps during a call.
      this.#watcher?.stop();
      this.#follow();
    }
  }

  async #call(intent: CallIntent): Promise<void> {
    const client = this.#client;
    if (client === null) return;
    const call = ++this.#callId;
    this.#missedStep = false;
    this.#show(withBusy(this.state, 'waiting'));
    const becomeBusy = (afterMs: number, busy: Busy) =>
      this.#timers.after(afterMs, () => {
        if (call === this.#callId) this.#show(withBusy(this.state, busy));
      });
    const waits = [becomeBusy(slowAfterMs, 'slow')];
    if (intent.type === 'apply') waits.push(becomeBusy(askingAfterMs, 'asking'));
    await this.#changing;
    // One that fails is tried again here, where it is said.
    await this.#taking?.catch(() => undefined);
    try {
      if (call !== this.#callId) return;
      if (this.#isUntaken) await this.#takeUp();
      if (dependsOnPage(intent)) await this.#push();
      const step = await performCall(client, intent, this.#abort.signal);
      if (call === this.#callId) this.#answer(intent, step);
    } catch (error) {
      if (call !== this.#callId) return;
      // An application is sent again from the form: its body is kept nowhere else.
      this.#failed = intent.type === 'apply' ? null : intent;
      await this.#recover(problemFrom(error), call);
    } finally {
      for (const stop of waits) stop();
    }
    if (call === this.#callId && this.#missedStep) await this.refresh();
  }

  /** @throws ClientError */
  #takeUp(): Promise<void> {
    this.#taking ??= this.#takeUpOnce().finally(() => {
      this.#taking = null;
    });
    return this.#taking;
  }

  async #takeUpOnce(): Promise<void> {
    const client = this.#client;
    const resume = await client?.takeUp(this.#abort.signal);
    if (resume === undefined || client !== this.#client) return;
    this.#isUntaken = false;
    this.#handles.takeUp(resume);
    this.#keepHandle(resume);
  }

  /** Another browser was first. What else went wrong, the application meets again. */
  #meetTaker(problem: FlowProblem): void {
    if (isSessionGone(problem) && this.#isUntaken) void this.#replaceSession(true, problem);
  }

  #answer(intent: CallIntent, step: CheckoutStep): void {
    if (intent.type === 'select_offer') {
      this.#emit({ type: 'offer_selected', offer_uuid: intent.offerUuid });
    }
    this.#take(ready(step));
    const url = 'consumer_invitation_link' in step && step.consumer_invitation_link;
    // Whoever chooses an offer, or goes on with the chosen one, leaves for the lender.
    if (url && 'offerUuid' in intent) this.#emit({ type: 'redirect', url });
  }

  /** A call failed: what it did, if anything, is read from the server rather than guessed. */
  async #recover(problem: FlowProblem, call: number): Promise<void> {
    const shown = this.#shown.step;
    if (shown === null) return;
    const isForm = shown.screen === 'details';
    if (isSessionGone(problem)) return this.#replaceSession(isForm, problem);
    // Another order needs another checkout; the BFF finds it by the handle and the token.
    const isOfOrder = problem.code === 'order_invalid' && !this.#handles.areMerchants;
    if (isOfOrder && isForm) return this.#replace(this.#handles.list, null);
    // What came by a URL is of another order than the page has since brought: the page's own opens.
    if (isOfOrder && !this.#opensForms) return this.begin([]);
    const read = () => this.#client?.read(this.#abort.signal).catch(() => null);
    const step = isAboutInput(problem) ? shown : ((await read()) ?? shown);
    if (call !== this.#callId) return;
    const hasMoved = step.screen !== shown.screen;
    if (!hasMoved) this.#emit(errorMessage(problem));
    this.#take(ready(step, hasMoved ? null : problem));
  }

  /** In the form a dead session costs nothing: a new one takes its place under what was typed. */
  async #replaceSession(isForm: boolean, problem: FlowProblem): Promise<void> {
    const over: FlowProblem = { ...problem, retryable: false };
    if (!isForm) return this.#break(over);
    this.#emit(errorMessage(problem));
    // The page may have taken the element off when it was told of it.
    if (this.#abort.signal.aborted) return;
    return this.#replace(this.#handles.forRestart, { ...over, code: 'token_expired' });
  }

  /** A change waits for the call in flight, and the next call waits for the change. */
  async #pushChange(): Promise<void> {
    await Promise.all([this.#changing, this.#calling]);
    if (this.state.phase === 'broken') return this.begin(this.#handles.list);
    const call = this.#callId;
    try {
      await this.#push();
    } catch (error) {
      if (call !== this.#callId) return;
      this.#failed = null;
      await this.#meetRefusal(problemFrom(error), call);
    }
  }

  /** @throws ClientError */
  async #push(): Promise<void> {
    const { signal } = this.#abort;
    if (!this.#client?.checkoutId || signal.aborted) return;
    const step = await this.#pending.push(this.#client, this.#shown.step, signal);
    if (step === null || signal.aborted) return;
    const answered = this.#shown.isBusy ? withStep : withChange;
    this.#take(answered(this.state, step));
  }

  /** Too late to apply: it is dropped, and the step is read again. */
  #meetRefusal(problem: FlowProblem, call: number): Promise<void> {
    if (problem.code !== 'wrong_step') return this.#recover(problem, call);
    this.#pending.clear();
    return this.refresh();
  }

  /** A step that is no answer to a call: one that is under way keeps its screen, and is looked after. */
  #takeStreamed(step: CheckoutStep): void {
    if (this.#shown.isBusy) this.#missedStep = true;
    else this.#take(withStep(this.state, step));
  }

  #take(state: CheckoutState): void {
    const step = stepOf(state);
    if (step === null) return;
    if (step.screen === 'details' && !this.#opensForms) {
      void this.restart();
      return;
    }
    this.#lastContactAt = this.#timers.now();
    const news = this.#shown.take(state, step, this.#client?.checkoutId ?? '');
    this.#host.requestUpdate();
    for (const message of news) this.#emit(message);
    this.#follow();
  }

  /** Only steps after the form are followed: what follows them comes with their screens. */
  #follow(): void {
    const results = loadedResults();
    // The page may have taken the element off when it was told of the step.
    if (results === null || this.#abort.signal.aborted) return;
    this.#watcher ??= new results.StepWatcher(
      this.#timers,
      (step) => this.#takeStreamed(step),
      (error) => {
        const problem = problemFrom(error);
        // A call that is under way meets that itself.
        if (!isSessionGone(problem) || this.#shown.isBusy) return;
        void this.#replaceSession(false, problem);
      },
    );
    this.#watcher.follow(this.#client, this.#shown.step);
  }

  /** There is nothing to go on with. */
  #break(problem: FlowProblem): void {
    this.#watcher?.stop();
    this.#show({ phase: 'broken', problem });
    this.#emit(errorMessage(problem));
  }

  #show(state: CheckoutState): void {
    this.#shown.current = state;
    this.#host.requestUpdate();
  }
}

/** What the page says is asked for or charged: the call waits until the BFF knows it. */
function dependsOnPage({ type }: CallIntent): boolean {
  return type === 'apply' || type === 'charge';
}

/** @throws ClientError */
function performCall(
  client: CheckoutClient,
  intent: CallIntent,
  signal: AbortSignal,
): Promise<CheckoutStep> {
  switch (intent.type) {
    case 'apply':
      return client.apply(intent.body, signal);
    case 'select_offer':
      return client.select(intent.offerUuid, signal);
    case 'go_to_lender':
      // A return code gets no new link.
      return client.isByCode ? client.read(signal) : client.select(intent.offerUuid, signal);
    case 'back_to_offers':
      return client.dropSelection(signal);
    case 'invite_to_portal':
      return client.inviteToPortal(signal);
    case 'refresh':
      return client.read(signal);
    case 'charge':
      return client.charge(signal);
    default:
      return assertNever(intent);
  }
}
