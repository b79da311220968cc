import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { busyButton } from '../../elements/busy-button.ts';
import { type NoticeOptions, notice } from '../../elements/notice.ts';
import { isMoney } from '../../format/money.ts';
import { loadedResults, loadResults } from '../../load-results.ts';
import { problemText } from '../../strings/problem-text.ts';
import type { FlowProblem, ScreenContext } from '../screen-context.ts';
import { ScreenElement } from '../screen-element.ts';
import { type ApplicationDraft, ApplicationForm, emptyDraft } from './application-form.ts';
import { drawAboutForm, type FormView, formHead, openFilled, typedInto } from './first-part.ts';
import type { Part } from './form-fields.ts';

/**
 * The application in three short parts; what is typed lives in the draft that it is given. It is drawn
 * into the element itself and not into a shadow root: so the frame's document can come with the first
 * part in it, a plain form that works before the script. The element takes that form over and never
 * replaces a field of it, which would lose what is typed, the caret and the focus.
 */
export class DetailsScreen extends ScreenElement<'details', ScreenContext> {
  static override properties = { draft: { attribute: false }, now: { attribute: false } };

  declare draft: ApplicationDraft;
  /** The clock, for ages and consents. */
  declare now: () => number;

  #form: ApplicationForm | null = null;
  #isSsnShown = false;
  /** What the last press lacked: an amount to ask for, or the check that comes with the later parts. */
  #lacks: 'amount' | 'check' | null = null;
  #shownProblem: FlowProblem | null = null;
  /** True if the problem is marked at the fields that it is about, until they are changed. */
  #isMarked = false;
  #about!: HTMLFormElement;
  #hasTakenOver = false;
  #wasServed = false;
  #servedOfferedBy: string | null = null;

  constructor() {
    super();
    this.draft = emptyDraft();
    this.now = Date.now;
    this.addEventListener('submit', this.#handleSubmit);
    this.addEventListener('input', this.#handleInput);
    this.addEventListener('change', this.#handleInput);
  }

  /** True if the document came with the form. */
  get isServed(): boolean {
    return this.querySelector('form') !== null && !this.hasUpdated;
  }

  /** What is rendered stands before the form of the first part, which is the element's own child. */
  override createRenderRoot(): HTMLElement {
    const served = this.querySelector('form');
    this.#wasServed = served !== null;
    this.#about = served ?? document.createElement('form');
    if (served === null) this.append(this.#about);
    const end = document.createComment('');
    this.#about.before(end);
    this.renderOptions.renderBefore = end;
    return this;
  }

  /** The form that the document came with stands as it is until the flow knows what to say. */
  override shouldUpdate(): boolean {
    // Declared to be there, which it is once the flow has set it.
    return (this.context as ScreenContext | undefined) !== undefined;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('draft')) {
      this.#form = null;
      this.#isSsnShown = false;
      this.#lacks = null;
    }
    if (!this.#hasTakenOver) this.#takeOver();
    const { problem } = this.context;
    if (problem === this.#shownProblem) return;
    this.#shownProblem = problem;
    this.#isMarked = problem !== null && this.#openForm.showErrors(problem.fields);
    if (this.#isMarked && this.mayTakeFocus) void this.#focusOn('.summary');
  }

  /** Who comes back from waiting looks for what went wrong. */
  override focusHeading(options?: FocusOptions): void {
    const wrong = '.summary, .problem';
    const isWrong = this.context.problem !== null && this.querySelector(wrong) !== null;
    this.moveFocus(isWrong ? wrong : '.title', options);
  }

  override render(): TemplateResult {
    const { strings, headingLevel } = this.context;
    const { part } = this.draft;
    return html`
      ${formHead({ strings: strings.form, part, headingLevel, amount: this.#amount, offeredBy: this.#offeredBy })}
      <div class="top-notice">${this.#problem()} ${this.#textsMissing()}</div>
      ${this.#summary()}
      ${part === 1 ? nothing : html`<form novalidate>${this.#laterPart()} ${this.#actions()}</form>`}
    `;
  }

  override update(changed: PropertyValues): void {
    super.update(changed);
    const { isTextDue, locale } = this.context;
    this.#about.hidden = this.draft.part !== 1;
    this.#about.classList.toggle('waiting', isTextDue && !this.#wasServed);
    drawAboutForm(this.#about, this.#view);
    // Inline, what it stands in has the page's language.
    this.lang = locale;
    openFilled(this);
  }

  /** Takes over the form that the document came with: what was typed, and a submit that was held. */
  #takeOver(): void {
    this.#hasTakenOver = true;
    this.#servedOfferedBy = this.querySelector('.offered-by')?.textContent ?? null;
    this.querySelector('.head')?.remove();
    for (const [field, value] of typedInto(this.#about)) this.#openForm.type(field, value);
    if (this.#about.dataset.held === undefined) return;
    delete this.#about.dataset.held;
    void this.updateComplete.then(() => this.#about.requestSubmit());
  }

  /** What the document came with stands until the BFF has said it; inline its room is kept. */
  get #offeredBy(): string | null {
    const { parties, strings, texts, textsHaveFailed } = this.context;
    if (parties) return parties.lender && strings.form.offeredBy(parties.lender, parties.shop);
    if (this.#wasServed || textsHaveFailed || texts.size > 0) return this.#servedOfferedBy;
    return '\u00a0';
  }

  /** The amount to show; blank while it is not known, `null` where the page's cannot be read. */
  get #amount(): string | null {
    const asked = this.#askedAmount;
    if (asked !== null) return isMoney(asked) ? this.money(asked) : null;
    return this.context.isOpening ? '\u00a0' : this.context.strings.form.amountMissing;
  }

  /** Nobody fills in a form for which the lender cannot be asked. */
  get #isAmountMissing(): boolean {
    return this.#askedAmount === null && !this.context.isOpening;
  }

  /** An order has its own amount. */
  get #askedAmount(): string | null {
    const { amount, amount_locked: isLocked } = this.step;
    return isLocked ? amount : (this.context.pendingAmount ?? amount);
  }

  /** What the last call met, or why the lender decided nothing. */
  #problem(): TemplateResult | typeof nothing {
    const { problem, strings } = this.context;
    if (this.#lacks === 'amount' && this.#isAmountMissing) {
      const { text } = strings.common.problems.amount_out_of_range;
      return warning({ title: strings.form.amountMissing, text, isProblem: true });
    }
    const missing = this.#lacks === 'check' ? ({ code: 'network' } as const) : undefined;
    // What is marked in the form says more than the step does.
    const isSaid = this.#isMarked || (problem === null && this.#openForm.wrongFields().length > 0);
    const shown = missing ?? (isSaid ? undefined : (problem ?? this.step.problem));
    // It was said in the form's place, before a press that led here.
    if (shown === undefined || shown.code === 'order_in_use') return nothing;
    const id = problem?.correlationId ?? this.step.problem?.correlation_id;
    const reference = id ? html`<p class="small">${strings.common.reference(id)}</p>` : nothing;
    return warning({ ...problemText(strings.common, shown), more: reference, isProblem: true });
  }

  #textsMissing(): TemplateResult | typeof nothing {
    const { textsHaveFailed, strings } = this.context;
    if (!textsHaveFailed) return nothing;
    const retry = () => {
      this.send({ type: 'retry' });
      // The button goes with what it was for.
      this.focusHeading();
    };
    return warning({
      ...strings.form.textsMissing,
      more: html`<button type="button" class="link" @click=${retry}>${strings.common.tryAgain}</button>`,
    });
  }

  get #openForm(): ApplicationForm {
    this.#form ??= new ApplicationForm(
      this.draft,
      () => this.context.texts,
      () => this.now(),
    );
    return this.#form;
  }

  get #view(): FormView {
    const { strings, texts } = this.context;
    return { draft: this.draft, strings: strings.form, texts, errors: this.#openForm.errors };
  }

  #summary(): TemplateResult | typeof nothing {
    const fields = this.#openForm.wrongFields();
    const results = loadedResults();
    if (fields.length === 0 || results === null) return nothing;
    return results.formSummary(this.#view, fields, (field) => this.#focusOn(`#${field}`));
  }

  /** Whoever gets there has passed the check, with which the later parts come. */
  #laterPart(): TemplateResult | typeof nothing {
    const results = loadedResults();
    if (results === null) return nothing;
    if (this.draft.part === 2) return results.homePart(this.#view);
    return results.consentPart({
      ...this.#view,
      isSsnShown: this.#isSsnShown,
      busy: this.context.busy,
      heading: (text) => this.subHeading(text),
      onToggleSsn: this.#handleToggleSsn,
      onAgree: () => void this.#handleAgree(),
    });
  }

  #actions(): TemplateResult {
    const { next } = this.context.strings.form;
    return html`<div class="actions">
      ${
        this.draft.part === 3
          ? nothing
          : html`<button type="submit" class="button primary" part="primary-button">${next}</button>`
      }
      ${this.#back()}
    </div>`;
  }

  #back(): TemplateResult {
    const label = this.context.strings.form.back;
    return busyButton({ label, kind: 'secondary', onClick: this.#handleBack });
  }

  /** What fills in forms may tell of it by a `change` alone. */
  #handleInput = ({ type, target }: Event): void => {
    if (target instanceof HTMLInputElement && target.type === 'checkbox') {
      this.#openForm.tick(target.name, target.checked);
    } else if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      this.#openForm.type(target.name, target.value);
      if (type === 'change') this.#openForm.format(target.name);
    }
    this.requestUpdate();
    this.send({ type: 'typed' });
  };

  #handleSubmit = (event: Event): void => {
    event.preventDefault();
    if (!this.#hasTakenOver) {
      this.#about.dataset.held = '';
      return;
    }
    const { part } = this.draft;
    // Enter in a field is no agreement: the last part is sent by its own button only.
    if (part !== 3) void this.#proceed(part, () => this.#goTo(part === 1 ? 2 : 3));
  };

  #handleBack = (): void => {
    this.#goTo(this.draft.part === 3 ? 2 : 1);
  };

  /** Agreeing counts once the end of the text above the button is in view; till then, it is shown. */
  async #handleAgree(): Promise<void> {
    const end = this.renderRoot.querySelector<HTMLElement>('.authorization-text > :last-child');
    if (end === null) return;
    const { texts } = this.context;
    // Others that came meanwhile nobody has read.
    if ((await isInView(end)) && texts === this.context.texts) {
      await this.#proceed(3, () => this.send({ type: 'apply', body: this.#openForm.body }));
      return;
    }
    this.bringIntoView(end);
    this.send({ type: 'announce', text: this.context.strings.form.readFirst });
  }

  #handleToggleSsn = (): void => {
    this.#isSsnShown = !this.#isSsnShown;
    this.requestUpdate();
  };

  /** Goes on when everything up to this part is in order, and otherwise says what is not. */
  async #proceed(part: Part, goOn: () => void): Promise<void> {
    if (this.#isAmountMissing) {
      this.#lacks = 'amount';
      this.requestUpdate();
      return this.#focusOn('.problem');
    }
    const { draft } = this;
    const isAwaited = loadedResults() === null;
    if (isAwaited) this.send({ type: 'announce', text: this.context.strings.common.busy });
    const results = await loadResults().catch(() => null);
    // Another form may have taken the place of the one that was filled.
    if (draft !== this.draft) return;
    if (isAwaited) this.send({ type: 'announce', text: '' });
    this.#lacks = results === null ? 'check' : null;
    this.requestUpdate();
    if (results === null) {
      this.send({ type: 'out_of_reach' });
      return this.#focusOn('.problem');
    }
    if (this.#openForm.passes(part, results.checkApplication)) goOn();
    else await this.#focusOn('.summary');
  }

  #goTo(part: Part): void {
    this.draft.part = part;
    this.requestUpdate();
    void this.#focusOn('.part-heading .subtitle');
  }

  async #focusOn(selector: string): Promise<void> {
    await this.updateComplete;
    this.moveFocus(selector);
  }
}

function warning(message: Omit<NoticeOptions, 'tone' | 'icon'>): TemplateResult {
  return notice({ tone: 'warning', icon: 'alert', ...message });
}

/** True if the reader can see any of the element now, also through the edges of a frame. */
function isInView(element: Element): Promise<boolean> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      resolve(entries.some(({ isIntersecting }) => isIntersecting));
    });
    observer.observe(element);
  });
}

declare global {
  interface HTMLElementTagNameMap {
    'soft-pull-details-screen': DetailsScreen;
  }
}
