import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { moveFocus, ScreenElement } from '../screen-element.ts';
import { busyButton } from '../../elements/busy-button.ts';
import { notice } from '../../elements/notice.ts';
import { loadResults } from '../../load-results.ts';
import { problemText } from '../../strings/problem-text.ts';
import type { FlowProblem, ScreenContext } from '../screen-context.ts';
import { type ApplicationDraft, emptyDraft } from './application-draft.ts';
import { ApplicationForm } from './application-form.ts';
import { consentPart } from './consent-part.ts';
import { detailsStyles } from './details.styles.ts';
import { formStyles } from './form.styles.ts';
import { type Part, parts } from './form-fields.ts';
import { aboutPart, type FormView, homePart } from './form-parts.ts';
import { formSummary } from './form-summary.ts';

/** The application in three short parts; what is typed lives in the draft that it is given. */
export class DetailsScreen extends ScreenElement<'details', ScreenContext> {
  static override properties = { draft: { attribute: false }, now: { attribute: false } };
  static override styles = [...ScreenElement.styles, formStyles, detailsStyles];

  declare draft: ApplicationDraft;
  /** The clock, for ages and consents. */
  declare now: () => number;

  #form: ApplicationForm | null = null;
  #isSsnShown = false;
  #isCheckMissing = false;
  #shownProblem: FlowProblem | null = null;

  constructor() {
    super();
    this.draft = emptyDraft();
    this.now = Date.now;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('draft')) this.#form = null;
    const { problem } = this.context;
    if (problem === this.#shownProblem) return;
    this.#shownProblem = problem;
    if (problem !== null && this.#openForm.showErrors(problem.fields)) this.#focusOn('.summary');
  }

  /** Who comes back from waiting looks for what went wrong. */
  override focusHeading(options?: FocusOptions): void {
    const isWrong = this.context.problem !== null;
    const place = isWrong ? this.renderRoot.querySelector('.summary, .problem') : null;
    if (place === null) super.focusHeading(options);
    else moveFocus(this.renderRoot, '.summary, .problem', options);
  }

  override render(): TemplateResult {
    const { strings } = this.context;
    const { title, intro } = strings.form;
    return html`
      ${this.titleHeading(title)}
      ${this.draft.part === 1 ? html`<p class="lead">${intro}</p>` : nothing} ${this.#amount()}
      ${this.#progress()}
      <div class="top-notice">${this.#problem()} ${this.#textsMissing()}</div>
      <form
        novalidate
        @submit=${this.#handleSubmit}
        @input=${this.#handleInput}
        @change=${this.#handleChange}
      >
        ${this.#summary()} ${this.#part()} ${this.#actions()}
      </form>
    `;
  }

  /** None where the page's cannot be read. */
  #amount(): TemplateResult | typeof nothing {
    const { amount, amountMissing } = this.context.strings.form;
    const asked = this.#askedAmount;
    if (!(Number(asked) >= 0)) return nothing;
    const value = asked === null ? amountMissing : this.money(asked);
    return html`<p class="amount" part="amount"><span>${amount}</span> <strong>${value}</strong></p>`;
  }

  /** An order has its own amount. */
  get #askedAmount(): string | null {
    const { amount, amount_locked: isLocked } = this.step;
    return isLocked ? amount : (this.context.pendingAmount ?? amount);
  }

  #progress(): TemplateResult {
    const { strings } = this.context;
    const { part } = this.draft;
    return html`
      <div class="progress" aria-hidden="true">
        ${parts.map((one) => html`<span class=${one <= part ? 'done' : ''}></span>`)}
      </div>
      <div class="part-heading">
        <p class="small">${strings.form.progress(part, parts.length)}</p>
        ${this.subHeading(strings.form.parts[part - 1])}
      </div>
    `;
  }

  /** What the last call met, or why the lender decided nothing. */
  #problem(): TemplateResult | typeof nothing {
    const { problem, strings } = this.context;
    if (this.#openForm.wrongFields().length > 0) return nothing;
    const missing = this.#isCheckMissing ? ({ code: 'network' } as const) : undefined;
    const shown = missing ?? problem ?? this.step.problem;
    if (shown === undefined) return nothing;
    const id = problem?.correlationId ?? this.step.problem?.correlation_id;
    const { title, text } = problemText(strings.common, shown);
    const reference = id ? html`<p class="small">${strings.common.reference(id)}</p>` : nothing;
    return notice({
      tone: 'warning',
      icon: 'alert',
      title,
      text,
      more: reference,
      isProblem: true,
    });
  }

  #textsMissing(): TemplateResult | typeof nothing {
    const { textsHaveFailed, strings } = this.context;
    if (!textsHaveFailed) return nothing;
    const reload = () => this.send({ type: 'reload_texts' });
    return notice({
      tone: 'warning',
      icon: 'alert',
      ...strings.form.textsMissing,
      more: html`<button type="button" class="link" @click=${reload}>${strings.common.tryAgain}</button>`,
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
    if (fields.length === 0) return nothing;
    return formSummary(this.#view, fields, (field) => this.#focusOn(`#${field}`));
  }

  #part(): TemplateResult {
    switch (this.draft.part) {
      case 1:
        return aboutPart(this.#view);
      case 2:
        return homePart(this.#view);
      case 3:
        return this.#consentPart();
    }
  }

  #consentPart(): TemplateResult {
    return consentPart({
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
    if (this.draft.part === 3) return html`<div class="back">${this.#back()}</div>`;
    return html`<div class="actions">
      <button type="submit" class="button primary" part="primary-button">${next}</button>
      ${this.#back()}
    </div>`;
  }

  #back(): TemplateResult | typeof nothing {
    if (this.draft.part === 1) return nothing;
    const label = this.context.strings.form.back;
    return busyButton({ label, kind: 'secondary', onClick: this.#handleBack });
  }

  #handleInput(event: Event): void {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.type === 'checkbox') {
      this.#openForm.tick(target.name, target.checked);
    } else if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
      const isNew = this.#openForm.type(target.name, target.value);
      if (isNew && target.name === 'state') {
        this.send({ type: 'choose_state', state: target.value });
      }
    }
    this.requestUpdate();
    this.send({ type: 'typed' });
  }

  #handleChange(event: Event): void {
    if (!(event.target instanceof HTMLInputElement)) return;
    this.#openForm.format(event.target.name);
    this.requestUpdate();
  }

  #handleSubmit(event: Event): void {
    event.preventDefault();
    const { part } = this.draft;
    // Enter in a field is no agreement: the last part is sent by its own button only.
    if (part !== 3) void this.#proceed(part, () => this.#goTo(part === 1 ? 2 : 3));
  }

  #handleBack = (): void => {
    this.#goTo(this.draft.part === 3 ? 2 : 1);
  };

  /** Agreeing counts once the end of the text above the button is in view; till then, it is shown. */
  async #handleAgree(): Promise<void> {
    const end = this.renderRoot.querySelector('.authorization-text > :last-child');
    if (end === null) return;
    if (await isInView(end)) {
      await this.#proceed(3, () => this.send({ type: 'apply', body: this.#openForm.body }));
      return;
    }
    end.scrollIntoView({ block: 'center', behavior: 'instant' });
    this.send({ type: 'say', text: this.context.strings.form.readFirst });
  }

  #handleToggleSsn = (): void => {
    this.#isSsnShown = !this.#isSsnShown;
    this.requestUpdate();
  };

  /** Goes on when everything up to this part is in order, and otherwise says what is not. */
  async #proceed(part: Part, goOn: () => void): Promise<void> {
    const results = await loadResults().catch(() => null);
    this.#isCheckMissing = results === null;
    this.requestUpdate();
    if (results === null) return;
    if (this.#openForm.passes(part, results.checkApplication)) goOn();
    else await this.#focusOn('.summary');
  }

  #goTo(part: Part): void {
    this.#openForm.open(part);
    this.requestUpdate();
    this.#focusOn('.part-heading .subtitle');
  }

  async #focusOn(selector: string): Promise<void> {
    await this.updateComplete;
    moveFocus(this.renderRoot, selector);
  }
}

/** Whether the reader can see any of the element now, also through the edges of a frame. */
function isInView(element: Element): Promise<boolean> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      resolve(entries.some(({ isIntersecting }) => isIntersecting));
    });
    observer.observe(element);
  });
}
