import { html, type TemplateResult } from 'lit';
import { hero } from '../elements/icons.ts';
import { lenderContact } from './lender-contact.ts';
import { ResultScreenElement } from './result-screen-element.ts';

/** A person at the lender looks at the application. */
export class ReviewScreen extends ResultScreenElement<'review'> {
  override render(): TemplateResult {
    const { strings } = this.context;
    const { review } = strings.outcome;
    return this.page(
      hero('clock'),
      review,
      html`<p>${review.next}</p>`,
      lenderContact(this.step.lender, strings),
      this.problemNotice(),
      this.actions(this.checkAgain()),
      this.answerNote(),
    );
  }
}
