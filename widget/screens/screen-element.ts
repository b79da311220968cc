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

  override connectedCallback(): void {
    super.connectedCallback();
    this.classList.add('screen');
    this.setAttribute('exportparts', exportedParts);
  }

  /** A call that ended in a problem leads there, wherever the button was that started it. */
  override updated(changed: PropertyValues<this>): void {
    const before: Context | undefined = changed.get('context');
    const hasEnded = before !== undefined && before.busy !== 'idle' && this.context.busy === 'idle';
    if (hasEnded) this.renderRoot.querySelector<HTMLElement>('.problem')?.focus();
  }

  focusHeading(): void {
    this.renderRoot.querySelector<HTMLElement>('.title')?.focus();
  }

  protected send(intent: Intent): void {
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

  protected action(label: unknown, intent: Intent, kind: 'primary' | 'secondary' = 'primary') {
    return busyButton({
      label,
      kind,
      busy: this.context.busy,
      onClick: () => this.send(intent),
    });
  }
}
