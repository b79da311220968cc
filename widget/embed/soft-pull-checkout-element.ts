import type { FlowCommand, FlowMessage, FlowSettings, Handle } from '../contract/flow-message.ts';
import { wireLocale } from '../contract/language.ts';
import type { Prefill } from '../contract/prefill.ts';
import { isText } from '../contract/shape.ts';
import type { Screen } from '../contract/step.ts';
import {
  attributes,
  type CheckoutProperties,
  defaults,
  type PropertyName,
  propertyNames,
} from './checkout-properties.ts';
import type { DiagnosedElement, Finding } from './diagnosis/finding.ts';
import { HTMLElementOrNone, takeEarlier } from './element-base.ts';
import { EmbedView } from './embed-view.ts';
import {
  leaveFor,
  outcomeEvent,
  SoftPullErrorEvent,
  SoftPullOfferSelectedEvent,
  SoftPullReadyEvent,
  SoftPullStepChangeEvent,
} from './events.ts';
import { connectInlineFlow, type FlowConnection } from './flow-connection.ts';
import { localeOf, serverOf, settingsOf } from './flow-settings.ts';
import { FrameConnection } from './frame-connection.ts';
import {
  areOfOneCheckout,
  catchUrlHandle,
  claimUrlHandle,
  type HandleStore,
  handlesToTry,
  isOfAnother,
  openStore,
} from './handle-store.ts';
import { embedTexts, type LoadFailure, loadFailure, mayTryAgain } from './load-failure.ts';
import { markupFrame } from './markup-frame.ts';

/**
 * @summary A checkout for consumer financing: application, offers, and the way to the lender.
 *
 * @example
 * ```html
 * <soft-pull-checkout server="https://bff.example" merchant="pk_…" amount="8400.00"></soft-pull-checkout>
 * ```
 *
 * @fires {SoftPullReadyEvent} soft-pull-ready - The first screen is drawn.
 * @fires {SoftPullStepChangeEvent} soft-pull-step-change - Another screen is shown: `step`, `previous`.
 * @fires {SoftPullDecisionEvent} soft-pull-decision - The lender has decided: `decision`.
 * @fires {SoftPullAskLenderEvent} soft-pull-ask-lender - The lender's answer cannot be shown here: `reason`.
 * @fires {SoftPullOfferSelectedEvent} soft-pull-offer-selected - An offer was chosen: `offer_uuid`.
 * @fires {SoftPullRedirectEvent} soft-pull-redirect - The page is about to go to the lender: `url`. Cancelable.
 * @fires {SoftPullAcceptedEvent} soft-pull-accepted - The terms were accepted.
 * @fires {SoftPullChargeRequestedEvent} soft-pull-charge-requested - A charge was requested: `payment_request_uuid`.
 * @fires {SoftPullChargeOutcomeEvent} soft-pull-charge-outcome - The charge has ended, is held back or not confirmed: `outcome`.
 * @fires {SoftPullExpiredEvent} soft-pull-expired - Offers, review or application have expired.
 * @fires {SoftPullErrorEvent} soft-pull-error - A call failed: `code`, `retryable`, `correlation_id`.
 *
 * @slot - The checkout's frame, and what is shown until the script has loaded or if no form comes.
 *
 * @csspart card - The box around everything; the one part of the screens that stands outside the frame.
 * @csspart heading - Every heading; inline only.
 * @csspart field - A label with its control; inline only.
 * @csspart input - A text field or list; inline only.
 * @csspart primary-button - The button that leads on; inline only, but for the one that tries again.
 * @csspart secondary-button - Any other button; inline only.
 * @csspart notice - A message in a box; inline only.
 * @csspart error-summary - What is wrong with the form; inline only.
 * @csspart amount - The amount to finance; inline only.
 * @csspart authorization - The consumer's authorization with its button; inline only.
 * @csspart offer - One offer; inline only.
 */
export class SoftPullCheckout extends HTMLElementOrNone implements CheckoutProperties {
  static readonly observedAttributes: readonly string[] = Object.values(attributes);

  /** Origin of the backend-for-frontend; by default where this script came from. */
  declare server: string | null;
  /** The merchant's publishable key. */
  declare merchant: string | null;
  /** The amount asked for, such as `8400.00`; it may change while the form is filled. */
  declare amount: string | null;
  /**
   * The order, signed by the merchant's server; its amount wins. Only with an order, by this token or
   * `clientToken`, may the browser start the charge.
   */
  declare orderToken: string | null;
  /** A checkout that the merchant's server made; `amount` and `orderToken` are then not needed. */
  declare clientToken: string | null;
  /**
   * An offer code of the merchant's `public_offer_codes`, for the checkout that begins next; not beside
   * an order or a client token, which have their own.
   */
  declare offerCode: string | null;
  /** `en`, `es`, or for tests `ar-XB`; by default the page's language. */
  declare locale: string | null;
  /** Where the lender sends the consumer back, in 1,900 characters; by default this page. */
  declare returnUrl: string | null;
  /**
   * `frame`: the flow runs in a frame of the BFF's origin, where no script of the page can read what
   * is typed. `inline`: in this element's own shadow root, for pages that the sponsor itself controls.
   */
  declare isolation: 'frame' | 'inline';
  /** The level of the screens' headings, 1 to 6. */
  declare headingLevel: number;

  readonly #values: CheckoutProperties = { ...defaults };
  readonly #view = new EmbedView(this);
  #children: MutationObserver | null = null;
  #isUpdateDue = false;
  #isRestartDue = false;
  #takesFocus = false;
  #isDiagnoseNamed = false;
  #connection: FlowConnection | null = null;
  #connectedTo: string | null = null;
  #failure: LoadFailure | null = null;
  #begun: string | null = null;
  #configured: string | null = null;
  #urlHandle: string | null = null;
  #store: HandleStore | null = null;
  #step: Screen | null = null;
  #lastError: DiagnosedElement['lastError'] = null;
  #checkoutId: string | null = null;
  #prefill: Prefill = {};

  static {
    for (const name of propertyNames) {
      Object.defineProperty(SoftPullCheckout.prototype, name, {
        enumerable: true,
        get(this: SoftPullCheckout) {
          return this.#values[name];
        },
        set(this: SoftPullCheckout, value: unknown) {
          this.#set(name, value);
        },
      });
    }
  }

  /**
   * What the page knows of the consumer: names, contact and address, as the consumer would type them.
   * It goes into the form alone, replaces nothing that was typed, and cannot be read back.
   * @type {Prefill | null}
   */
  set prefill(values: Prefill | null) {
    // Anything but a text could not go through the channel, or into the form.
    this.#prefill = Object.fromEntries(
      Object.entries({ ...values }).filter(([, value]) => isText(value)),
    );
    this.#sendPrefill();
  }

  attributeChangedCallback(attribute: string, _before: string | null, value: string | null): void {
    const name = propertyNames.find((one) => attributes[one] === attribute);
    if (name === 'headingLevel') this.#set(name, Number(value ?? 2));
    else if (name !== undefined) this.#set(name, value);
  }

  #set(name: PropertyName, given: unknown): void {
    // Frameworks set an empty text, or nothing, where the page takes the value away.
    const value = name === 'isolation' && given !== 'inline' ? 'frame' : given;
    if (this.#values[name] === value) return;
    this.#values[name] = value as never;
    this.#requestUpdate();
  }

  connectedCallback(): void {
    catchUrlHandle();
    this.#view.adoptSheets();
    // What a page has set before the script was here is younger than its markup's attributes.
    for (const name of [...propertyNames, 'prefill'] as const) takeEarlier(this, name);
    // The script may be here before what stands inside the tag.
    this.#children ??= new MutationObserver(() => this.#requestUpdate());
    this.#children.observe(this, { childList: true });
    // What changed while the element was off the page is still to be handed on.
    this.#requestUpdate();
  }

  connectedMoveCallback(): void {
    // `moveBefore()` keeps the frame with its document, so that there is nothing to begin again.
  }

  disconnectedCallback(): void {
    this.#children?.disconnect();
    this.#closeStore();
    // Browsers forget a frame that is taken off the page; a flow of the page's own keeps all it has.
    if (this.#frame) this.#disconnect();
  }

  /** The name of the screen that is shown, or `null` before the first. */
  get step(): Screen | null {
    return this.#step;
  }

  /** The checkout's id at the BFF, or `null` before its first answer. */
  get checkoutId(): string | null {
    return this.#checkoutId;
  }

  /**
   * Leaves this checkout and begins a new one for what is set by then. What was typed is gone, and
   * `prefill` fills the form again.
   */
  restart(): void {
    this.#isRestartDue = true;
    this.#requestUpdate();
  }

  /** Moves the focus to the heading of the screen that is shown. */
  override focus(options?: FocusOptions): void {
    this.#connection?.focus(options);
  }

  /**
   * Looks for what keeps the checkout from working on this page, such as an origin that is not
   * listed or a source that the page's policy lacks. For the page's developer.
   */
  async diagnose(): Promise<Finding[]> {
    const diagnostics = await import('./diagnosis/diagnose.ts').catch(() => null);
    const server = serverOf(this);
    if (diagnostics !== null) {
      return diagnostics.diagnose({
        ...this.#values,
        server,
        lastError: this.#lastError,
        host: this,
      });
    }
    const message = 'The diagnosis could not be loaded.';
    return [{ code: 'script_blocked', message, fix: `script-src ${server}` }];
  }

  /** Whatever is set in one go is handed on in one go. */
  #requestUpdate(): void {
    if (this.#isUpdateDue || !this.isConnected) return;
    this.#isUpdateDue = true;
    queueMicrotask(() => {
      this.#isUpdateDue = false;
      if (this.isConnected) this.#update();
    });
  }

  #update(): void {
    // Before the flow is fetched: elements are numbered in the order of the page.
    this.#openStore();
    const settings = settingsOf(this);
    if (settings === null) {
      this.#fail('misconfigured');
      return;
    }
    const { server, merchant, locale } = settings;
    const isInline = this.isolation === 'inline';
    const wanted = JSON.stringify(isInline || [server, merchant]);
    const isSame = wanted === this.#connectedTo;
    // What is typed in the own frame stays: one of the markup that comes now is too late.
    const isLate = isSame && this.#frame?.markup === null && this.#frame.isOpen;
    const markup = isInline || isLate ? null : markupFrame(this, settings);
    if (!isSame || markup !== (this.#frame?.markup ?? null)) {
      this.#disconnect();
      this.#connectedTo = wanted;
      this.#step = null;
      this.#checkoutId = null;
      if (isInline) void this.#connectInline();
      else this.#connectFrame(settings, markup);
    } else if (this.#connection?.isOpen) this.#configure(settings);
    const frame = this.#frame;
    if (frame?.markup === null) frame.element.title = embedTexts[wireLocale(locale)].label;
  }

  #disconnect(): void {
    this.#connection?.close();
    this.#connection = null;
    this.#connectedTo = null;
    this.#forget();
  }

  /** Whoever listens next knows nothing of what was said before. */
  #forget(): void {
    this.#begun = null;
    this.#configured = null;
    this.#failure = null;
  }

  async #connectInline(): Promise<void> {
    this.#view.wait();
    const wanted = this.#connectedTo;
    const connection = await connectInlineFlow((message) => this.#receive(message)).catch(
      () => null,
    );
    if (wanted !== this.#connectedTo) return;
    if (connection === null) return this.#fail('network');
    this.#connection = connection;
    this.#view.hold(connection.element, connection.sheets);
    this.#requestUpdate();
  }

  #connectFrame(settings: FlowSettings, markup: HTMLIFrameElement | null): void {
    const frame = new FrameConnection({
      host: this,
      view: this.#view,
      settings,
      markup,
      receive: (message) => this.#receive(message),
      onOpen: () => {
        this.#forget();
        this.#requestUpdate();
      },
      onBlocked: (isDrawn) => this.#fail('frame_blocked', isDrawn),
    });
    this.#connection = frame;
    if (markup === null) this.#view.wait(frame.element);
    else this.#view.showMarkup(markup);
  }

  get #frame(): FrameConnection | null {
    return this.#connection instanceof FrameConnection ? this.#connection : null;
  }

  #connectAgain(): void {
    this.#takesFocus = this.matches(':focus-within');
    this.#disconnect();
    this.#requestUpdate();
  }

  #fail(failure: LoadFailure, isSaid = false): void {
    if (failure === this.#failure || this.#connection?.isOpen) return;
    this.#failure = failure;
    if (!isSaid) this.#showFailure(failure);
    this.dispatchEvent(new SoftPullErrorEvent(failure, mayTryAgain(failure), null));
  }

  #showFailure(failure: LoadFailure): void {
    if (!this.#isDiagnoseNamed) {
      // biome-ignore lint/suspicious/noConsole: whoever sets up a page without hearing the event looks there.
      console.warn(`<soft-pull-checkout>: ${failure}. See diagnose().`);
    }
    this.#isDiagnoseNamed = true;
    const said = loadFailure(failure, localeOf(this), () => this.#connectAgain());
    this.#view.fail(said, this.#frame?.element);
  }

  /** Hands the settings on when they are new, and begins when they lead to another checkout. */
  #configure(settings: FlowSettings): void {
    const { server, merchant } = settings;
    const configured = JSON.stringify(settings);
    const begun = JSON.stringify([server, merchant, this.clientToken]);
    const isNew = configured !== this.#configured;
    const isAnother = begun !== this.#begun;
    const isRestart = this.#isRestartDue;
    const hasBegun = this.#begun !== null;
    if (isNew) this.#lastError = null;
    this.#configured = configured;
    this.#begun = begun;
    this.#isRestartDue = false;
    if (isAnother) this.#closeStore();
    if (isRestart) {
      this.#openStore()?.clear();
      this.#urlHandle = null;
    }
    if (isRestart && hasBegun) {
      // What was typed goes with the flow that has it: whoever comes next may be another customer.
      if (isAnother) {
        this.#connectAgain();
        return;
      }
      this.#send(isNew ? { type: 'restart_with', settings } : { type: 'restart' });
    } else if (isNew && isAnother && hasBegun) {
      this.#send({ type: 'begin_with', handles: this.#handles(), settings });
    } else {
      if (isNew) this.#send({ type: 'configure', settings });
      if (isAnother) this.#send({ type: 'begin', handles: this.#handles() });
    }
    if (!hasBegun) this.#sendPrefill();
  }

  /** Through the channel alone: never in an address, a handle or the browser's storage. */
  #sendPrefill(): void {
    this.#send({ type: 'prefill', values: this.#prefill });
  }

  #handles(): Handle[] {
    const store = this.#openStore();
    const stored = store?.read() ?? null;
    this.#urlHandle ??= claimUrlHandle(
      (resume) =>
        areOfOneCheckout(resume, stored?.resume) || store === null || !isOfAnother(resume, store),
    );
    // Who comes back looks for the outcome. Firefox gives no focus to a frame that is not shown yet.
    this.#takesFocus ||= this.#urlHandle !== null;
    return handlesToTry({ fromUrl: this.#urlHandle, clientToken: this.clientToken, stored });
  }

  #openStore(): HandleStore | null {
    const { merchant } = this;
    if (merchant && this.isConnected) this.#store ??= openStore(merchant, this.id);
    return this.#store;
  }

  #closeStore(): void {
    this.#store?.close();
    this.#store = null;
  }

  #send(command: FlowCommand): void {
    this.#connection?.send(command);
  }

  #receive(message: FlowMessage): void {
    switch (message.type) {
      case 'ready':
        if (this.#frame) this.#view.reveal(this.#frame.element);
        this.#view.reserve(this.#step === 'details');
        // The button that was pressed is gone; whoever has gone on elsewhere since stays there.
        if (this.#takesFocus && document.activeElement === document.body) this.focus();
        this.#takesFocus = false;
        this.dispatchEvent(new SoftPullReadyEvent());
        break;
      case 'handle':
        this.#urlHandle = null;
        this.#openStore()?.write(message.resume, message.opens_forms);
        break;
      case 'step':
        this.#step = message.screen;
        this.#checkoutId = message.checkout_id;
        if (message.screen === message.previous) break;
        this.#view.reserve(message.screen === 'details');
        if (message.previous !== null) this.#view.release();
        this.dispatchEvent(new SoftPullStepChangeEvent(message.screen, message.previous));
        break;
      case 'outcome': {
        const event = outcomeEvent(message.checkout_id, message.outcome);
        if (event !== null) this.dispatchEvent(event);
        break;
      }
      case 'offer_selected':
        this.dispatchEvent(new SoftPullOfferSelectedEvent(message.offer_uuid));
        break;
      case 'redirect':
        // The page may have taken the element off when it was told of the step.
        if (this.isConnected) leaveFor(message.url, this);
        break;
      case 'error': {
        const { code, retryable, correlation_id } = message;
        this.#lastError = code;
        if (code === 'misconfigured' && this.#step === null) {
          // The frame cannot begin with what it was told. Another may with what the page says next: this
          // one may have said that it is ready, or be about to, and would not say so again.
          this.#disconnect();
          this.#showFailure(code);
        }
        this.dispatchEvent(new SoftPullErrorEvent(code, retryable, correlation_id));
      }
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'soft-pull-checkout': SoftPullCheckout;
  }
}
