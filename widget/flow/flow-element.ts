import { html, LitElement, type TemplateResult, unsafeCSS } from 'lit';
import type { FlowCommand, FlowMessage, FlowSettings } from '../contract/flow-message.ts';
import { directionOf, type Language, wireLocale } from '../contract/language.ts';
import type { Prefill } from '../contract/prefill.ts';
import type { StepOf, StepProblem } from '../contract/step.ts';
import type { Locale } from '../contract/values.ts';
import { onceHere } from '../elements/once-here.ts';
import { loadedResults, loadResults, type Results } from '../load-results.ts';
import {
  type ApplicationDraft,
  emptyDraft,
  prefillDraft,
} from '../screens/details/application-form.ts';
import type { DetailsScreen } from '../screens/details/details-screen.ts';
import type { ScreenContext } from '../screens/screen-context.ts';
import type { Intent, IntentEvent } from '../screens/screen-element.ts';
import { card } from '../styles/card.ts';
import { exportedParts } from '../styles/parts.ts';
import { sharedSheet } from '../styles/shared-sheet.ts';
import { announcementBetween } from './announcement.ts';
import { assertNever } from './assert-never.ts';
import { CheckoutController } from './checkout-controller.ts';
import { type CheckoutState, isAsking, isDecided, stepOf } from './checkout-state.ts';
import { DisclosureStore } from './disclosure-store.ts';
import { flowStyles } from './flow.styles.ts';
import { errorMessage, outOfReach } from './flow-problem.ts';
import { StringsStore } from './strings-store.ts';
import { systemTimers, type Timers } from './timers.ts';

interface DrawnScreen extends Element {
  updateComplete?: Promise<unknown>;
  focusHeading?: (options?: FocusOptions) => void;
}

const detailsTag = 'soft-pull-details-screen';

/**
 * The application inside: draws the step it is given, hands intents to the controller, and speaks
 * with the element on the page by messages only, so that a frame can stand between the two. The form
 * is its child, which the frame's document may come with; every other screen is in its shadow root.
 */
export class FlowElement extends LitElement {
  static override styles = [sharedSheet, unsafeCSS(card), flowStyles];

  /** Hears what the flow has to say; set before the first command. */
  onMessage: (message: FlowMessage) => void = () => {};
  timers: Timers = systemTimers;
  /** This tab has got beyond the form: it is not shown before it is known to be wanted. */
  isReturning = false;

  #settings: FlowSettings | null = null;
  #form!: DetailsScreen;
  #opensWithForm = false;
  #draft: ApplicationDraft = emptyDraft();
  #prefill: Prefill = {};
  #stateBefore: CheckoutState = { phase: 'loading' };
  #drawn: string | null = null;
  #wasOutOfReach = false;
  #isReady = false;
  #takesFocus = false;
  #isBack = false;
  #announcement = '';
  #speaking: Promise<void> = Promise.resolve();
  /** The checkout that was begun although its order has an application elsewhere, and how far that is. */
  #begunAnyway: string | undefined;
  readonly #checkout: CheckoutController;
  readonly #texts: DisclosureStore;
  readonly #strings: StringsStore;

  constructor() {
    super();
    const timers: Timers = {
      now: () => this.timers.now(),
      after: (delayMs, run) => this.timers.after(delayMs, run),
    };
    this.#texts = new DisclosureStore(this);
    this.#strings = new StringsStore(this);
    this.#checkout = new CheckoutController(this, {
      timers,
      emit: (message) => this.onMessage(message),
    });
    ignoreDoublePress(this, () => `${this.#drawn} ${this.#draft.part}`);
  }

  override connectedCallback(): void {
    this.#form ??= this.querySelector(detailsTag) ?? document.createElement(detailsTag);
    super.connectedCallback();
    this.setAttribute('exportparts', exportedParts);
  }

  connectedMoveCallback(): void {
    // Without it, `moveBefore()` counts as taken off and put back, which ends the call under way.
  }

  /** That is spoken now: another may be out of reach. */
  get language(): Language {
    return this.#strings.language;
  }

  /** What the application is called in it. */
  get label(): string {
    return this.#strings.current.common.label;
  }

  receive(command: FlowCommand): void {
    if ('settings' in command) this.#configure(command.settings);
    switch (command.type) {
      case 'configure':
        break;
      case 'begin':
      case 'begin_with':
        // A person who comes back from the lender looks for the outcome; on other page loads nobody does.
        this.#isBack = command.handles.some(({ source }) => source === 'url');
        this.#opensWithForm = command.handles.length === 0;
        void this.#checkout.begin(command.handles);
        // Another merchant has other texts.
        if (this.#opensWithForm || this.#texts.areAskedFor) void this.#loadTexts();
        break;
      case 'restart':
      case 'restart_with':
        this.#draft = this.#newDraft();
        void this.#checkout.restartForPage();
        void this.#loadTexts();
        break;
      case 'prefill':
        this.#prefill = command.values;
        prefillDraft(this.#draft, command.values);
        this.requestUpdate();
        break;
      case 'focus':
        // The texts, once they are here, replace the heading of a form that was served.
        void this.#speaking.then(() =>
          this.#focusHeading({ preventScroll: command.prevent_scroll }),
        );
        break;
      default:
        assertNever(command);
    }
  }

  /** A step whose texts are out of reach, or whose order is in use, is a problem like any other. */
  get #state(): CheckoutState {
    const problem = this.#isOutOfReach ? outOfReach : this.#orderInUse;
    return problem ? { phase: 'broken', problem } : this.#checkout.state;
  }

  get #isOutOfReach(): boolean {
    const screen = stepOf(this.#checkout.state)?.screen;
    return screen === 'offers' && this.#texts.areOutOfReach(this.#wireLocale);
  }

  /** Its view is one of those that were fetched for the answer. */
  get #isAsking(): boolean {
    return loadedResults() !== null && isAsking(this.#state);
  }

  /** That is shown, or `null` before the first. */
  get screen(): DrawnScreen | null {
    return this.#drawn === 'details' ? this.#form : this.renderRoot.querySelector('.screen');
  }

  /** True if somebody is beyond the form; `null` before that is known. */
  get isBeyondForm(): boolean | null {
    const step = stepOf(this.#checkout.state);
    return step === null ? null : step.screen !== 'details';
  }

  /** The language that the page asks for. */
  get #wanted(): Language {
    return this.#settings?.locale ?? this.language;
  }

  get #wireLocale(): Locale {
    return wireLocale(this.#wanted);
  }

  override willUpdate(): void {
    const step = stepOf(this.#checkout.state);
    if (this.#checkout.state.phase !== 'loading') this.#opensWithForm = false;
    if (step !== null && isDecided(step)) this.#draft = this.#newDraft();
    const hasTexts = step?.screen === 'details' || step?.screen === 'offers';
    if (hasTexts && !this.#texts.areAskedFor) void this.#loadTexts();
    this.#tellOutOfReach();
    if (this.#drawable() !== null) this.#announceChange();
    if (this.#drawable() === this.#drawn) return;
    // In a page that was left for another, it is kept without `:focus-within`.
    const { activeElement } = this.getRootNode() as Document | ShadowRoot;
    this.#takesFocus ||= this.contains(activeElement);
  }

  #tellOutOfReach(): void {
    const isOutOfReach = this.#isOutOfReach;
    if (isOutOfReach && !this.#wasOutOfReach) this.onMessage(errorMessage(outOfReach));
    this.#wasOutOfReach = isOutOfReach;
  }

  #announceChange(): void {
    const state = this.#state;
    const { current } = this.#strings;
    const results = loadedResults();
    const said = announcementBetween(this.#stateBefore, state, {
      strings: results?.allStrings(current) ?? current,
      resultTitle: results?.resultTitle ?? null,
    });
    this.#announcement = said ?? this.#announcement;
    // A form that stands while its checkout is opened is announced with it.
    if (state.phase !== 'loading') this.#stateBefore = state;
  }

  override updated(): void {
    const drawn = this.#drawable();
    if (drawn === 'details') this.#updateForm();
    else if (drawn !== null) this.#putFormAway();
    if (drawn !== null && !this.#isReady && this.#settings !== null && this.isConnected) {
      this.#isReady = true;
      this.onMessage({ type: 'ready' });
    }
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    if (drawn === null) return;
    // The button that was pressed is gone; whoever has gone on elsewhere since stays there.
    const isBack = this.#isBack;
    // A frame that was just loaded does not have the focus of its page.
    if (isBack || this.#takesFocus) onceHere(() => this.#focusHeading(), isBack);
    this.#takesFocus = this.#isBack = false;
  }

  override render(): TemplateResult {
    const drawable = this.#drawable();
    const isLoading = drawable === null;
    return html`<div class="frame" lang=${this.language} dir=${directionOf(this.language)}>
      <div
        role="group"
        class=${cardClasses(drawable)}
        part="card"
        aria-label=${this.label}
        aria-busy=${isLoading}
        @soft-pull-intent=${this.#handleIntent}
        @click=${this.#fetchAhead}
        @input=${this.#fetchAhead}
      >
        ${this.#content(drawable)}
      </div>
      <p class="visually-hidden" role="status">${this.#announcement}</p>
    </div>`;
  }

  /** The name of what can be drawn now; what waits for its texts cannot. */
  #drawable(): string | null {
    const state = this.#state;
    if (this.#isFormServed) return 'details';
    if (!this.#strings.hasSettled) return null;
    if (state.phase === 'loading') return this.#opensWithForm ? 'details' : null;
    if (state.phase === 'broken') return 'problem';
    if (this.#isAsking) return 'working';
    const { screen } = state.step;
    return screen === 'offers' && !this.#texts.areWhole ? null : screen;
  }

  /** The order has an application elsewhere, and the consumer has not said to begin all the same. */
  get #orderInUse(): StepProblem | undefined {
    const step = stepOf(this.#checkout.state);
    const problem = step?.screen === 'details' ? step.problem : undefined;
    if (problem?.code !== 'order_in_use') return undefined;
    return this.#begunAnyway === this.#beginningBeside(problem) ? undefined : problem;
  }

  #beginningBeside({ reached }: StepProblem): string {
    return `${this.#checkout.client?.checkoutId} ${reached}`;
  }

  /** The form that the document came with stands until it is known to be the wrong screen. */
  get #isFormServed(): boolean {
    return this.#form.isServed && !this.isReturning && this.#checkout.state.phase === 'loading';
  }

  #content(drawable: string | null): TemplateResult | Element {
    if (drawable === null) return this.#skeleton();
    return drawable === 'details' ? html`<slot></slot>` : this.#screen();
  }

  #skeleton(): TemplateResult {
    return html`<div class="skeleton">
      <span></span><span></span><span></span><span></span>
      <p class="visually-hidden">${this.#strings.current.common.loading}</p>
    </div>`;
  }

  #screen(): TemplateResult | Element {
    const state = this.#state;
    if (state.phase === 'broken') {
      return html`<soft-pull-problem-screen
        .problem=${state.problem}
        .strings=${this.#strings.current.common}
        .headingLevel=${this.#settings?.heading_level ?? 2}
      ></soft-pull-problem-screen>`;
    }
    const step = this.#isAsking ? ({ screen: 'working', since: '' } as const) : stepOf(state);
    if (step === null || step.screen === 'details') return html``;
    // The client has read such a step with the same chunk.
    const { allStrings, resultScreen } = loadedResults() as Results;
    const context = this.#context();
    const strings = allStrings(context.strings);
    return resultScreen(step, { ...context, strings }, this.screen);
  }

  #context(): ScreenContext {
    const { state } = this.#checkout;
    const { busy, problem } = state.phase === 'ready' ? state : calm;
    return {
      strings: this.#strings.current,
      locale: this.language,
      headingLevel: this.#settings?.heading_level ?? 2,
      busy,
      problem,
      pendingAmount: this.#checkout.pendingAmount,
      texts: this.#texts.texts,
      parties: this.#texts.parties,
      textsHaveFailed: this.#texts.hasFailed,
      isTextDue: !this.#texts.hasSettled,
      isByCode: this.#checkout.isByCode,
      isOpening: state.phase === 'loading',
    };
  }

  #newDraft(): ApplicationDraft {
    const draft = emptyDraft();
    prefillDraft(draft, this.#prefill);
    return draft;
  }

  /** It keeps what was typed while that may still be wanted, and no longer. */
  #putFormAway(): void {
    this.#form.remove();
    const step = stepOf(this.#checkout.state);
    if (step !== null && isDecided(step)) this.#form = document.createElement(detailsTag);
  }

  /** A form that was served stays as it is until the page has said what it wants. */
  #updateForm(): void {
    if (this.#settings === null || !this.#strings.hasSettled) return;
    if (!this.#form.isConnected) this.append(this.#form);
    const step = stepOf(this.#checkout.state);
    const { amount, order_token } = this.#settings;
    const opening: StepOf<'details'> = {
      screen: 'details',
      amount: order_token === null ? amount : null,
      amount_locked: false,
    };
    Object.assign(this.#form, {
      step: step?.screen === 'details' ? step : opening,
      context: this.#context(),
      draft: this.#draft,
      now: () => this.timers.now(),
    });
  }

  #configure(settings: FlowSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    this.#checkout.configure(settings);
    this.requestUpdate();
    if (before?.locale === settings.locale) return;
    this.#speaking = this.#strings.speak(settings.locale);
    void this.#loadTexts();
  }

  /** What fails again is told again. */
  async #retry(): Promise<void> {
    const isOutOfReach = this.#isOutOfReach;
    if (isOutOfReach) this.#stateBefore = { phase: 'loading' };
    else this.#checkout.retry();
    if (!this.#texts.hasFailed) return;
    this.#texts.forgetFailure();
    await this.#loadTexts();
    if (isOutOfReach || !this.#texts.hasFailed) return;
    this.#announcement = this.#strings.current.form.textsMissing.title;
    this.requestUpdate();
  }

  /**
   * Somebody fills the form: what comes after it will be wanted. A failure is left to whoever needs it.
   * A language that was out of reach is asked for again.
   */
  #fetchAhead(): void {
    void loadResults().catch(() => undefined);
    if (this.#wanted !== this.language) void this.#strings.speak(this.#wanted);
  }

  async #loadTexts(): Promise<void> {
    const { client } = this.#checkout;
    if (client === null || this.#settings === null) return;
    await this.#texts.load(client, this.#wireLocale);
  }

  #handleIntent(event: IntentEvent): void {
    event.stopPropagation();
    this.#act(event.intent);
  }

  #act(intent: Intent): void {
    if (intent.type === 'typed') {
      this.#checkout.keepAlive();
      return;
    }
    if (intent.type === 'scroll_to') {
      this.onMessage(intent);
      return;
    }
    // What is said again is heard only where it has gone in between.
    this.#announcement = intent.type === 'announce' ? intent.text : '';
    this.requestUpdate();
    switch (intent.type) {
      case 'announce':
        break;
      case 'out_of_reach':
        this.onMessage(errorMessage(outOfReach));
        break;
      case 'retry':
        void this.#retry();
        break;
      case 'restart':
        if (this.#orderInUse) this.#begunAnyway = this.#beginningBeside(this.#orderInUse);
        else {
          void this.#checkout.restart();
          void this.#loadTexts();
        }
        break;
      default:
        this.#checkout.send(intent);
    }
  }

  /** After the screen has drawn itself, which one that was fetched late does in its own time. */
  async #focusHeading(options?: FocusOptions): Promise<void> {
    await this.updateComplete;
    await this.screen?.updateComplete;
    this.screen?.focusHeading?.(options);
  }
}

/** While a checkout is being opened, no call is under way that the form would have to wait for. */
const calm = { busy: 'idle', problem: null } as const;

/** The form draws up to the card's edge, with the room around it its own. */
function cardClasses(drawable: string | null): string {
  if (drawable === null) return 'card reserved';
  return drawable === 'details' ? 'card reserved filled' : 'card';
}

/**
 * The second press of a double click is meant for what was there at the first. On a screen
 * or a part of the form that has come in between it would choose what nobody has read, so there it
 * does nothing.
 */
function ignoreDoublePress(flow: HTMLElement, drawn: () => string): void {
  let pressedOn: string | null = null;
  const handleClick = (event: MouseEvent): void => {
    if (event.detail < 2) pressedOn = drawn();
    else if (pressedOn !== drawn()) {
      event.stopPropagation();
      // A box would be ticked, a form sent and a link followed all the same.
      event.preventDefault();
    }
  };
  flow.addEventListener('click', handleClick, { capture: true });
}

declare global {
  interface HTMLElementTagNameMap {
    'soft-pull-flow': FlowElement;
  }
}
