import { html, LitElement, type TemplateResult, unsafeCSS } from 'lit';
import type { FlowCommand, FlowMessage, FlowSettings } from '../contract/flow-message.ts';
import type { CheckoutStep } from '../contract/step.ts';
import { directionOf, type Language, wireLocale } from '../contract/language.ts';
import type { Locale } from '../contract/values.ts';
import { wireTime } from '../format/date.ts';
import { loadedResults, loadResults, type Results } from '../load-results.ts';
import { type ApplicationDraft, emptyDraft } from '../screens/details/application-draft.ts';
import type { Intent, IntentEvent } from '../screens/intent.ts';
import type { ScreenContext } from '../screens/screen-context.ts';
import { card } from '../styles/card.ts';
import { exportedParts } from '../styles/parts.ts';
import { tokens } from '../styles/tokens.ts';
import { announcementBetween } from './announcement.ts';
import { assertNever } from './assert-never.ts';
import { CheckoutController } from './checkout-controller.ts';
import { type CheckoutState, isAsking, isDecided, stepOf } from './checkout-state.ts';
import { DisclosureStore } from './disclosure-store.ts';
import { ignoreDoublePress } from './double-press.ts';
import { flowStyles } from './flow.styles.ts';
import { outOfReach } from './flow-problem.ts';
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

  /** A step whose texts are out of reach is a problem like any other. */
  get #state(): CheckoutState {
    const { state } = this.#checkout;
    return this.#isOutOfReach ? { phase: 'broken', problem: outOfReach } : state;
  }

  get #isOutOfReach(): boolean {
    const screen = stepOf(this.#checkout.state)?.screen;
    return screen === 'offers' && this.#texts.areOutOfReach(this.#wireLocale);
  }

  /** Its view is one of those that were fetched for the answer. */
  get #isAsking(): boolean {
    return loadedResults() !== null && isAsking(this.#state);
  }

  get #wireLocale(): Locale {
    return wireLocale(this.#settings?.locale ?? this.language);
  }

  override willUpdate(): void {
    const step = stepOf(this.#checkout.state);
    if (step !== null && isDecided(step)) this.#draft = emptyDraft();
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
      strings: loadedResults()?.allStrings(this.#strings.current) ?? this.#strings.current,
      locale: this.language,
      resultTitle: loadedResults()?.resultTitle ?? null,
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
    if (!this.#isReady) this.onMessage({ type: 'ready' });
    this.#isReady = true;
    if (drawn === 'details') void this.#loadOtherTexts();
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
        @click=${this.#fetchAhead}
        @input=${this.#fetchAhead}
      >
        ${isLoading ? this.#skeleton() : this.#screen()}
      </div>
      <p class="visually-hidden" role="status">${this.#announcement}</p>
    </div>`;
  }

  /** The name of what can be drawn now; what waits for its texts cannot. */
  #drawable(): string | null {
    const state = this.#state;
    if (state.phase === 'loading' || !this.#strings.hasSettled) return null;
    if (state.phase === 'broken') return 'problem';
    if (this.#isAsking) return 'working';
    const { screen } = state.step;
    if (screen === 'details' && !this.#texts.hasSettled) return null;
    return screen === 'offers' && !this.#texts.areWhole ? null : screen;
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
    const step: CheckoutStep = this.#isAsking
      ? { screen: 'working', since: wireTime(this.timers.now()) }
      : state.step;
    const { current: strings } = this.#strings;
    const context: ScreenContext = {
      strings,
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
      // The client has read such a step with the same chunk.
      const { allStrings, resultScreen } = loadedResults() as Results;
      return resultScreen(step, { ...context, strings: allStrings(strings) });
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

  /** Somebody fills the form: what comes after it will be wanted. A failure is left to whoever needs it. */
  #fetchAhead(): void {
    void loadResults().catch(() => undefined);
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

/** What nobody sees is not painted: it is not waited for any longer than this. */
const unseenMs = 500;

/** Resolves once what has been drawn is on the screen, so that what follows does not delay it. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const unseen = setTimeout(resolve, unseenMs);
    requestAnimationFrame(() => {
      clearTimeout(unseen);
      setTimeout(resolve);
    });
  });
}

declare global {
  interface HTMLElementTagNameMap {
    'soft-pull-flow': FlowElement;
  }
}
