import { html, LitElement, type TemplateResult } from 'lit';
import type { FlowCommand, FlowMessage, FlowSettings } from '../contract/flow-message.ts';
import { type ApplicationDraft, emptyDraft } from '../screens/details/application-draft.ts';
import type { Intent, IntentEvent } from '../screens/intent.ts';
import type { ScreenContext } from '../screens/screen-context.ts';
import { card } from '../styles/card.ts';
import { tokens } from '../styles/tokens.ts';
import { announcementBetween } from './announcement.ts';
import { assertNever } from './assert-never.ts';
import { CheckoutController } from './checkout-controller.ts';
import { type CheckoutState, isDecided, stepOf } from './checkout-state.ts';
import { DisclosureStore } from './disclosure-store.ts';
import { flowStyles } from './flow.styles.ts';
import { LazyScreens } from './lazy-screens.ts';
import { PageWatcher } from './page-watcher.ts';
import { stepScreen } from './step-screen.ts';
import { StringsStore } from './strings-store.ts';
import { systemTimers, type Timers } from './timers.ts';

interface FocusableScreen extends Element {
  updateComplete?: Promise<unknown>;
  focusHeading?: () => void;
}

/**
 * The application inside: draws the step it is given, hands intents to the controller, and speaks
 * with the element on the page by messages only, so that a frame can stand between the two.
 */
export class FlowElement extends LitElement {
  static override styles = [tokens, card, flowStyles];

  /** Hears what the flow has to say; set before the first command. */
  onMessage: (message: FlowMessage) => void = () => {};
  timers: Timers = systemTimers;

  #settings: FlowSettings | null = null;
  #draft: ApplicationDraft = emptyDraft();
  #stateBefore: CheckoutState = { phase: 'loading' };
  #drawn: string | null = null;
  #isReady = false;
  #takesFocus = false;
  #announcement = '';
  readonly #checkout: CheckoutController;
  readonly #texts: DisclosureStore;
  readonly #strings: StringsStore;
  readonly #laterScreens: LazyScreens;

  constructor() {
    super();
    const timers: Timers = {
      now: () => this.timers.now(),
      after: (delayMs, run) => this.timers.after(delayMs, run),
    };
    this.#texts = new DisclosureStore(this);
    this.#strings = new StringsStore(this);
    this.#laterScreens = new LazyScreens(this, timers, () => this.#strings.loadAll());
    this.#checkout = new CheckoutController(this, {
      timers,
      emit: (message) => this.onMessage(message),
    });
    new PageWatcher(this, {
      onShown: () => this.#checkout.wake(),
      onLeft: () => this.#checkout.sleep(),
    });
  }

  receive(command: FlowCommand): void {
    switch (command.type) {
      case 'configure':
        this.#configure(command.settings);
        break;
      case 'begin':
        // Who comes back from the lender is looking for the outcome; any other page load is not.
        this.#takesFocus = command.handles.some(({ source }) => source === 'url');
        void this.#checkout.begin(command.handles);
        this.#loadTexts();
        break;
      case 'restart':
        this.#draft = emptyDraft();
        this.#restart();
        break;
      case 'focus':
        void this.#focusHeading();
        break;
      default:
        assertNever(command);
    }
  }

  override willUpdate(): void {
    const { state } = this.#checkout;
    const step = stepOf(state);
    if (step !== null && isDecided(step)) this.#draft = emptyDraft();
    if (step !== null && step.screen !== 'details') void this.#laterScreens.load();
    if (this.#drawable() !== null) this.#announceChange(state);
    if (this.#drawable() !== this.#drawn) this.#takesFocus ||= this.matches(':focus-within');
  }

  #announceChange(state: CheckoutState): void {
    const { locale = 'en' } = this.#settings ?? {};
    const said = announcementBetween(this.#stateBefore, state, this.#strings.current, locale);
    this.#announcement = said ?? this.#announcement;
    this.#stateBefore = state;
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
  }

  override render(): TemplateResult {
    const isLoading = this.#drawable() === null;
    return html`<div class="frame" lang=${this.#settings?.locale ?? 'en'}>
      <section
        class="card"
        part="card"
        aria-label=${this.#strings.current.common.label}
        aria-busy=${isLoading}
        @soft-pull-intent=${this.#handleIntent}
      >
        ${isLoading ? this.#skeleton() : this.#screen()}
      </section>
      <p class="visually-hidden" role="status">${this.#announcement}</p>
    </div>`;
  }

  /** The name of what can be drawn now; a screen that is still being fetched cannot. */
  #drawable(): string | null {
    const { state } = this.#checkout;
    if (state.phase === 'loading' || !this.#strings.hasSettled) return null;
    if (state.phase === 'broken') return 'problem';
    const { screen } = state.step;
    const isHere = this.#laterScreens.areHere && 'outcome' in this.#strings.current;
    return screen === 'details' || isHere ? screen : null;
  }

  #skeleton(): TemplateResult {
    return html`<div class="skeleton">
      <span></span><span></span><span></span><span></span>
      <p class="visually-hidden">${this.#strings.current.common.loading}</p>
    </div>`;
  }

  #screen(): TemplateResult {
    const { state } = this.#checkout;
    if (state.phase !== 'ready') {
      return html`<soft-pull-problem-screen
        .problem=${state.phase === 'broken' ? state.problem : null}
        .strings=${this.#strings.current.common}
        .headingLevel=${this.#settings?.heading_level ?? 2}
      ></soft-pull-problem-screen>`;
    }
    const context: ScreenContext = {
      strings: this.#strings.current,
      locale: this.#settings?.locale ?? 'en',
      headingLevel: this.#settings?.heading_level ?? 2,
      busy: state.busy,
      problem: state.problem,
      texts: this.#texts.texts,
      textsHaveFailed: this.#texts.hasFailed,
    };
    return stepScreen({
      step: state.step,
      context,
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
    void this.#strings.speak(settings.locale);
    this.#loadTexts();
  }

  #restart(): void {
    void this.#checkout.restart();
    this.#loadTexts();
  }

  /** The texts travel beside the checkout's own call, not behind it. */
  #loadTexts(): void {
    const { client } = this.#checkout;
    if (client === null || this.#settings === null) return;
    void this.#texts.load(client, this.#settings.locale, this.#draft.values.state || null);
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
        void this.#laterScreens.load();
        this.#checkout.keepAlive();
        break;
      case 'choose_state':
      case 'reload_texts':
        this.#loadTexts();
        break;
      case 'retry':
        this.#checkout.retry();
        if (this.#texts.hasFailed) this.#loadTexts();
        break;
      case 'restart':
        this.#restart();
        break;
      default:
        this.#checkout.send(intent);
    }
  }

  /** After the screen has drawn itself, which one that was fetched late does in its own time. */
  async #focusHeading(): Promise<void> {
    await this.updateComplete;
    const screen = this.renderRoot.querySelector<FocusableScreen>('.screen');
    await screen?.updateComplete;
    screen?.focusHeading?.();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'soft-pull-flow': FlowElement;
  }
}
