import { html, nothing, type TemplateResult } from 'lit';
import { busyButton } from '../elements/busy-button.ts';
import { heading } from '../elements/heading.ts';
import { hero } from '../elements/icons.ts';
import { problemText } from '../strings/problem-text.ts';
import type { FirstStrings } from '../strings/strings.ts';
import type { ShownProblem } from './screen-context.ts';
import { BaseScreen, type Intent } from './screen-element.ts';

/** Codes, and how far a checkout is, with which another can be begun. */
const startsAgain: readonly string[] = [
  'not_found',
  'unauthorized',
  'token_expired',
  'order_in_use',
  'chosen',
  'ended',
];

/** The checkout could not be opened or went away: what happened, and a way on where there is one. */
export class ProblemScreen extends BaseScreen {
  static override properties = {
    problem: { attribute: false },
    strings: { attribute: false },
    headingLevel: { attribute: false },
  };

  declare problem: ShownProblem;
  declare strings: FirstStrings['common'];
  declare headingLevel: number;

  override render(): TemplateResult {
    const { code, correlationId, retryable, reached } = this.problem;
    const { reference, tryAgain, startAgain } = this.strings;
    const { title, text } = problemText(this.strings, this.problem);
    const canStartAgain = [code, reached].some((each) => each && startsAgain.includes(each));
    return html`<div class="stack">
      ${hero('alert', 'warning')} ${heading(this.headingLevel, title)}
      <p class="lead">${text}</p>
      ${correlationId ? html`<p class="small">${reference(correlationId)}</p>` : nothing}
      <div class="actions">
        ${retryable ? this.#button(tryAgain, { type: 'retry' }) : nothing}
        ${canStartAgain ? this.#button(startAgain, { type: 'restart' }) : nothing}
      </div>
    </div>`;
  }

  #button(label: string, intent: Intent): TemplateResult {
    return busyButton({ label, onClick: () => this.send(intent) });
  }
}
