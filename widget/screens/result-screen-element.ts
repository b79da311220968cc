import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ResultStep } from '../contract/step.ts';
import { busyButton } from '../elements/busy-button.ts';
import { icon } from '../elements/icons.ts';
import { notice } from '../elements/notice.ts';
import { onceHere } from '../elements/once-here.ts';
import { problemText } from '../strings/problem-text.ts';
import { factStyles } from '../styles/facts.ts';
import type { ResultContext } from './screen-context.ts';
import { type Intent, ScreenElement } from './screen-element.ts';

/** What the screens after the form share: problems with their way on, and what came of a call. */
export abstract class ResultScreenElement<Name extends ResultStep['screen']> extends ScreenElement<
  Name,
  ResultContext
> {
  static override styles = [...ScreenElement.styles, factStyles];

  #asked: Intent['type'] | null = null;
  #answered: Intent['type'] | null = null;
  #hadFocus = false;

  override willUpdate(changed: PropertyValues): void {
    this.#hadFocus = this.#hasFocus;
    if (!this.hasEnded(changed)) return;
    const isUnchanged = JSON.stringify(changed.get('step')) === JSON.stringify(this.step);
    const speaksForItself =
      !isUnchanged && this.#asked !== null && this.speaksForItself(this.#asked);
    // A call that was called off has brought no step: nobody knows what came of it.
    const isNoteDue = changed.has('step') && this.context.problem === null && !speaksForItself;
    this.#answered = isNoteDue ? this.#asked : null;
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    const text = this.hasEnded(changed) ? this.#answerText() : undefined;
    if (text !== undefined) super.send({ type: 'announce', text });
    // What was focused has gone with what it was for.
    if (this.#hadFocus && !this.#hasFocus) onceHere(() => this.focusHeading());
  }

  get #hasFocus(): boolean {
    return this.shadowRoot?.activeElement != null;
  }

  /** True if the step that a call has changed says itself what came of the call. */
  protected speaksForItself(asked: Intent['type']): boolean {
    return asked === 'refresh';
  }

  protected override send(intent: Intent): void {
    // What is tried again is what was asked for.
    if (intent.type !== 'retry') this.#asked = intent.type;
    super.send(intent);
  }

  /** A sign, the heading with what it means, and whatever follows. */
  protected page(
    sign: TemplateResult,
    { title, text }: { title: string; text: unknown },
    ...rest: unknown[]
  ) {
    return html`<div class="stack">
      ${sign} ${this.titleHeading(title)}
      <p class="lead">${text}</p>
      ${rest}
    </div>`;
  }

  /** The problem of the last call, with its way on. */
  protected problemNotice(): TemplateResult | typeof nothing {
    const { problem, strings } = this.context;
    if (problem === null) return nothing;
    const { tryAgain, reference } = strings.common;
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
      ...problemText(strings.common, problem, true),
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
    const texts: Partial<Record<Intent['type'], string>> = this.context.strings.outcome.answers;
    return this.#answered === null ? undefined : texts[this.#answered];
  }

  protected actions(...buttons: unknown[]): TemplateResult {
    return html`<div class="actions">${buttons}</div>`;
  }

  protected checkAgain(): TemplateResult {
    return this.action(this.context.strings.outcome.checkAgain, { type: 'refresh' }, 'secondary');
  }

  /** The button that leads to the lender. */
  protected goOn(offerUuid: string): TemplateResult {
    const { go } = this.context.strings.outcome.redirect;
    return this.action(html`${go} ${icon('leave')}`, { type: 'go_to_lender', offerUuid });
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
