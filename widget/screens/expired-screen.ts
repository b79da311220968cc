import type { TemplateResult } from 'lit';
import { hero } from '../elements/icons.ts';
import { ResultScreenElement } from './result-screen-element.ts';

/** Time has run out; a new application is one press away. */
export class ExpiredScreen extends ResultScreenElement<'expired'> {
  override render(): TemplateResult {
    const { common, outcome } = this.context.strings;
    return this.page(
      hero('clock', 'warning'),
      outcome.expired[this.step.reason],
      this.actions(this.action(common.startAgain, { type: 'restart' })),
    );
  }
}
