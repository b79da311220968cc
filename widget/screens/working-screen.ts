import { css, html, nothing, type TemplateResult } from 'lit';
import { ResultScreenElement } from './result-screen-element.ts';

/** Past this, the person is told that it is taking longer and that nothing is lost. */
const usuallyWithinMs = 30_000;

/** The lender is being asked. */
export class WorkingScreen extends ResultScreenElement<'working'> {
  static override styles = [
    ...ResultScreenElement.styles,
    css`
      .wait {
        display: grid;
        justify-items: center;
        gap: 1rem;
        padding-block: 1.5rem;
        text-align: center;
      }

      .ring {
        inline-size: 4rem;
        block-size: 4rem;
        border: 4px solid var(--_border);
        border-block-start-color: var(--_accent-strong);
      }

      p {
        max-inline-size: 34rem;
      }

      @media (forced-colors: active) {
        .ring {
          border-color: GrayText;
          border-block-start-color: Highlight;
        }
      }
    `,
  ];

  #isSlow = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    // What has just been sent says no time; a clock that is behind has waited for nothing.
    const waitedMs = Math.max(0, Date.now() - Date.parse(this.step.since)) || 0;
    if (waitedMs >= usuallyWithinMs) {
      this.#isSlow = true;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#isSlow = true;
      this.requestUpdate();
      this.send({ type: 'announce', text: this.context.strings.outcome.working.slow });
    }, usuallyWithinMs - waitedMs);
  }

  connectedMoveCallback(): void {
    // Without it, `moveBefore()` of what it stands in begins the waiting time again.
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  /** What is still being sent cannot be looked at. */
  #checkAgain(): TemplateResult | typeof nothing {
    return this.context.busy === 'asking' ? nothing : this.checkAgain();
  }

  override render(): TemplateResult {
    const { title, text, usually, slow } = this.context.strings.outcome.working;
    return html`<div class="wait">
      <div class="spinner ring" aria-hidden="true"></div>
      ${this.titleHeading(title)}
      <p class="lead">${this.#isSlow ? slow : text}</p>
      ${this.problemNotice()} ${this.#isSlow ? this.#checkAgain() : html`<p class="small">${usually}</p>`}
      ${this.answerNote()}
    </div>`;
  }
}
