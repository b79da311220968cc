import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Screen, StepOf } from '../contract/step.ts';
import { busyButton } from '../elements/busy-button.ts';
import { heading } from '../elements/heading.ts';
import { notice } from '../elements/notice.ts';
import { formatMoney } from '../format/money.ts';
import { base } from '../styles/base.ts';
import { buttons } from '../styles/buttons.ts';
import { panels } from '../styles/panels.ts';
import { exportedParts } from '../styles/parts.ts';
import { type Intent, IntentEvent } from './intent.ts';
import type { LaterContext, ScreenContext } from './screen-context.ts';

/** What all screens share: they are given a step and a context, and send intents. */
export abstract class ScreenElement<
  Name extends Screen,
  Context extends ScreenContext = LaterContext,
> extends LitElement {
  static override properties = { step: { attribute: false }, context: { attribute: false } };
  static override styles = [base, buttons, panels];

  declare step: StepOf<Name>;
  declare context: Context;

  #asked: Intent['type'] | null = null;
  #answered: Intent['type'] | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.classList.add('screen');
    this.setAttribute('exportparts', exportedParts);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!this.#hasEnded(changed)) return;
    const before = changed.has('step') ? changed.get('step') : this.step;
    const isUnchanged = JSON.stringify(before) === JSON.stringify(this.step);
    const speaksForItself = this.#asked === 'refresh' && !isUnchanged;
    const isNoteDue = this.context.problem === null && !speaksForItself;
    this.#answered = isNoteDue ? this.#asked : null;
  }

  /** A call that ended in a problem leads there, wherever the button was that started it. */
  override updated(changed: PropertyValues<this>): void {
    if (!this.#hasEnded(changed)) return;
    this.renderRoot.querySelector<HTMLElement>('.problem')?.focus();
    const text = this.#answerText();
    if (text !== undefined) this.dispatchEvent(new IntentEvent({ type: 'say', text }));
  }

  #hasEnded(changed: PropertyValues<this>): boolean {
    const before: Context | undefined = changed.get('context');
    return before !== undefined && before.busy !== 'idle' && this.context.busy === 'idle';
  }

  focusHeading(): void {
    this.renderRoot.querySelector<HTMLElement>('.title')?.focus();
  }

  protected send(intent: Intent): void {
    this.#asked = intent.type;
    this.dispatchEvent(new IntentEvent(intent));
  }

  protected money(amount: string): string {
    return formatMoney(amount, this.context.locale);
  }

  protected titleHeading(text: string): TemplateResult {
    return heading(this.context.headingLevel, text);
  }

  protected subHeading(text: unknown): TemplateResult {
    return heading(this.context.headingLevel + 1, text, 'subtitle');
  }

  /** The problem of the last call, with its way on. */
  protected problemNotice(): TemplateResult | typeof nothing {
    const { problem, strings } = this.context;
    if (problem === null) return nothing;
    const { tryAgain, reference, problems } = strings.common;
    const retry = html`<p>
      <button type="button" class="link" @click=${() => this.send({ type: 'retry' })}>
        ${tryAgain}
      </button>
    </p>`;
    const { correlationId } = problem;
    return notice({
      tone: 'danger',
      icon: 'alert',
      isProblem: true,
      ...problems[problem.code],
      more: html`${problem.retryable ? retry : nothing}
      ${correlationId === null ? nothing : html`<p class="small">${reference(correlationId)}</p>`}`,
    });
  }

  /** What came of a call that leads nowhere else. */
  protected answerNote(): TemplateResult | typeof nothing {
    const text = this.#answerText();
    return text === undefined ? nothing : html`<p class="small">${text}</p>`;
  }

  #answerText(): string | undefined {
    const texts: Partial<Record<Intent['type'], string>> = this.context.strings.common.answers;
    return this.#answered === null ? undefined : texts[this.#answered];
  }

  protected action(label: unknown, intent: Intent, kind: 'primary' | 'secondary' = 'primary') {
    return busyButton({
      label,
      kind,
      busy: this.context.busy,
      onClick: () => this.send(intent),
    });
  }
}
