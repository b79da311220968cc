import type { TemplateResult } from 'lit';
import { hero } from '../elements/icons.ts';
import { ResultScreenElement } from './result-screen-element.ts';

/** The consumer declined the terms, the loan was cancelled, or the merchant cancelled it all. */
export class CancelledScreen extends ResultScreenElement<'cancelled'> {
  override render(): TemplateResult {
    const { common, outcome } = this.context.strings;
    return this.page(
      hero('close', 'neutral'),
      outcome.cancelled[this.step.reason],
      this.actions(this.action(common.startAgain, { type: 'restart' }, 'secondary')),
    );
  }
}
