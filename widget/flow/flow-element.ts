import { html, LitElement, type TemplateResult, unsafeCSS } from 'lit';
import type { FlowCommand, FlowMessage, FlowSettings } from '../contract/flow-message.ts';
import { directionOf, type Language, wireLocale } from '../contract/language.ts';
import type { Locale } from '../contract/values.ts';
import type { StepOf } from '../contract/step.ts';
import { afterPaint } from '../elements/after-paint.ts';
import { loadLazy } from '../load-lazy.ts';
import { type ApplicationDraft, emptyDraft } from '../screens/details/application-draft.ts';
import type { Intent, IntentEvent } from '../screens/intent.ts';
import type { ScreenContext } from '../screens/screen-context.ts';
import { card } from '../styles/card.ts';
import { exportedParts } from '../styles/parts.ts';
import { tokens } from '../styles/tokens.ts';
import { announcementBetween } from './announcement.ts';
import { assertNever } from './assert-never.ts';
import { CheckoutController } from './checkout-controller.ts';
import { type CheckoutState, isDecided, stepOf } from './checkout-state.ts';
import { DisclosureStore } from './disclosure-store.ts';
import { ignoreDoublePress } from './double-press.ts';
import { flowStyles } from './flow.styles.ts';
import { outOfReach } from './flow-problem.ts';
import { ResultStepsStore } from './result-steps-store.ts';
import { PageWatcher } from './page-watcher.ts';
import { StringsStore } from './strings-store.ts';
import { systemTimers, type Timers } from './timers.ts';

interface FocusableScreen extends Element {
  updateComplete?: Promise<unknown>;
  focusHeading?: (options?: FocusOptions) => void;
}

/**
 * The application inside: draws the step it is given, hands intents to the controller, and speaks
 * with the element on the page by messages only, so that a frame can stand between the two.
 */
export class FlowElement extends LitElement {
  static override styles = [unsafeCSS(tokens), unsafeCSS(card), flowStyles];

  /** Hears what the flow has to say; set before the first command. */
  onMessage: (message: FlowMessage) => void = () => {};
  timers: Timers = systemTimers;

  #settings: FlowSettings | null = null;
  #draft: ApplicationDraft = emptyDraft();
  #stateBefore: CheckoutState = { phase: 'loading' };
  #drawn: string | null = null;
  #wasOutOfReach = false;
  #isReady = false;
  #takesFocus = false;
  #announcement = '';
  readonly #checkout: CheckoutController;
  readonly #texts: DisclosureStore;
  readonly #strings: StringsStore;
  readonly #resultSteps: ResultStepsStore;

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
    this.#resultSteps = new ResultStepsStore(this, {
      timers,
      fetchSteps: async () => (await Promise.all([loadLazy(), this.#strings.loadAll()]))[0],
      onHere: ({ defineResultScreens, StepWatcher }) => {
        defineResultScreens();
        this.#checkout.watchWith(StepWatcher);
      },
    });
    new PageWatcher(this, {
      onShown: () => this.#checkout.wake(),
      onLeft: () => this.#checkout.sleep(),
    });
    ignoreDoublePress(this, () => this.#drawn);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute('exportparts', exportedParts);
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
        this.#takesFocus = command.handles.some(({ source }) => source === 'url');
        void this.#checkout.begin(command.handles);
        this.#loadFirstText();
        break;
      case 'restart':
      case 'restart_with':
        this.#draft = emptyDraft();
        this.#restart();
        break;
      case 'focus':
        void this.#focusHeading({ preventScroll: command.prevent_scroll });
        break;
      default:
        assertNever(command);
    }
  }

  /** A step whose screen, or whose texts, are out of reach is a problem like any other. */
  get #state(): CheckoutState {
    const { state } = this.#checkout;
    return this.#isOutOfReach ? { phase: 'broken', problem: outOfReach } : state;
  }

  get #isOutOfReach(): boolean {
    const screen = stepOf(this.#checkout.state)?.screen ?? 'details';
    if (screen !== 'details' && this.#resultSteps.hasFailed) return true;
    return screen === 'offers' && this.#texts.areOutOfReach(this.#wireLocale);
  }

  get #wireLocale(): Locale {
    return wireLocale(this.#settings?.locale ?? this.language);
  }

  override willUpdate(): void {
    const step = stepOf(this.#checkout.state);
    if (step !== null && isDecided(step)) this.#draft = emptyDraft();
    if (step !== null && step.screen !== 'details') this.#resultSteps.need();
    // Offers are not shown without what has to stand below them.
    if (step?.screen === 'offers' && !this.#texts.areAskedFor) this.#loadTexts();
    this.#tellOutOfReach();
    if (this.#drawable() !== null) this.#announceChange();
    if (this.#drawable() !== this.#drawn) this.#takesFocus ||= this.matches(':focus-within');
  }

  #tellOutOfReach(): void {
    const isOutOfReach = this.#isOutOfReach;
    if (isOutOfReach && !this.#wasOutOfReach) {
      const { code, retryable, correlationId } = outOfReach;
      this.onMessage({ type: 'error', code, retryable, correlation_id: correlationId });
    }
    this.#wasOutOfReach = isOutOfReach;
  }

  #announceChange(): void {
    const said = announcementBetween(this.#stateBefore, this.#state, {
      strings: this.#strings.current,
      locale: this.language,
      resultTitle: this.#resultSteps.current?.resultTitle ?? null,
    });
    this.#announcement = said ?? this.#announcement;
    this.#stateBefore = this.#state;
  }

  override updated(): void {
    const drawn = this.#drawable();
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    if (drawn === null) return;
    if (this.#takesFocus) void this.#focusHeading();
    this.#takesFocus = false;
    if (!this.#isReady) void this.#beReady();
    this.#isReady = true;
    if (drawn === 'details') void this.#loadOtherTexts();
  }

  async #beReady(): Promise<void> {
    this.onMessage({ type: 'ready' });
    await afterPaint();
    this.#resultSteps.fetchAhead();
  }

  override render(): TemplateResult {
    const drawable = this.#drawable();
    const isLoading = drawable === null;
    return html`<div class="frame" lang=${this.language} dir=${directionOf(this.language)}>
      <div
        role="group"
        class=${isLoading || drawable === 'details' ? 'card reserved' : 'card'}
        part="card"
        aria-label=${this.label}
        aria-busy=${isLoading}
        @soft-pull-intent=${this.#handleIntent}
      >
        ${isLoading ? this.#skeleton() : this.#screen()}
      </div>
      <p class="visually-hidden" role="status">${this.#announcement}</p>
    </div>`;
  }

  /** The name of what can be drawn now; a screen that is still being fetched cannot. */
  #drawable(): string | null {
    const state = this.#state;
    if (state.phase === 'loading' || !this.#strings.hasSettled) return null;
    if (state.phase === 'broken') {
      return this.#strings.canTell(state.problem.code) ? 'problem' : null;
    }
    const { screen } = state.step;
    const isHere =
      screen === 'details'
        ? this.#texts.hasSettled && this.#canTellOf(state.step)
        : this.#resultSteps.current &&
          'outcome' in this.#strings.current &&
          (screen !== 'offers' || this.#texts.areWhole);
    return isHere ? screen : null;
  }

  /** A form that is there already is not taken away for the words of its problem. */
  #canTellOf({ problem }: StepOf<'details'>): boolean {
    return !problem || this.#drawn === 'details' || this.#strings.canTell(problem.code);
  }

  #skeleton(): TemplateResult {
    return html`<div class="skeleton">
      <span></span><span></span><span></span><span></span>
      <p class="visually-hidden">${this.#strings.current.common.loading}</p>
    </div>`;
  }

  #screen(): TemplateResult {
    const state = this.#state;
    if (state.phase !== 'ready') {
      return html`<soft-pull-problem-screen
        .problem=${state.phase === 'broken' ? state.problem : null}
        .strings=${this.#strings.current.common}
        .headingLevel=${this.#settings?.heading_level ?? 2}
      ></soft-pull-problem-screen>`;
    }
    const { step } = state;
    const context: ScreenContext = {
      strings: this.#strings.current,
      locale: this.language,
      headingLevel: this.#settings?.heading_level ?? 2,
      busy: state.busy,
      problem: state.problem,
      pendingAmount: this.#checkout.pendingAmount,
      texts: this.#texts.texts,
      textsHaveFailed: this.#texts.hasFailed,
      isByCode: this.#checkout.isByCode,
    };
    if (step.screen !== 'details') {
      return this.#resultSteps.current?.resultScreen(step, context) ?? this.#skeleton();
    }
    return html`<soft-pull-details-screen
      .step=${step}
      .context=${context}
      .draft=${this.#draft}
      .now=${() => this.timers.now()}
    ></soft-pull-details-screen>`;
  }

  #configure(settings: FlowSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    this.#checkout.configure(settings);
    this.requestUpdate();
    if (before?.locale === settings.locale) return;
    void this.#strings.speak(settings.locale);
    this.#loadTexts();
  }

  #restart(): void {
    void this.#checkout.restart();
    this.#loadTexts();
  }

  /** What fails again is told again. */
  #retry(): void {
    if (this.#isOutOfReach) this.#stateBefore = { phase: 'loading' };
    else this.#checkout.retry();
    if (this.#resultSteps.hasFailed) this.#resultSteps.retry();
    if (!this.#texts.hasFailed) return;
    this.#texts.forgetFailure();
    this.#loadTexts();
    this.requestUpdate();
  }

  /** It travels beside the checkout's own call, not behind it. */
  #loadFirstText(): void {
    const { client } = this.#checkout;
    if (client === null || this.#settings === null) return;
    void this.#texts.loadFirst(client, this.#wireLocale);
  }

  async #loadOtherTexts(): Promise<void> {
    await afterPaint();
    if (!this.#texts.areAskedFor) this.#loadTexts();
  }

  #loadTexts(): void {
    const { client } = this.#checkout;
    if (client === null || this.#settings === null) return;
    void this.#texts.load(client, this.#wireLocale, this.#draft.values.state || null);
  }

  #handleIntent(event: IntentEvent): void {
    event.stopPropagation();
    this.#act(event.intent);
  }

  #act(intent: Intent): void {
    switch (intent.type) {
      case 'say':
        this.#announcement = intent.text;
        this.requestUpdate();
        break;
      case 'typed':
        this.#resultSteps.fetchAhead();
        this.#checkout.keepAlive();
        break;
      case 'choose_state':
      case 'reload_texts':
        this.#loadTexts();
        break;
      case 'retry':
        this.#retry();
        break;
      case 'restart':
        this.#restart();
        break;
      default:
        this.#checkout.send(intent);
    }
  }

  /** After the screen has drawn itself, which one that was fetched late does in its own time. */
  async #focusHeading(options?: FocusOptions): Promise<void> {
    await this.updateComplete;
    const screen = this.renderRoot.querySelector<FocusableScreen>('.screen');
    await screen?.updateComplete;
    screen?.focusHeading?.(options);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'soft-pull-flow': FlowElement;
  }
}
