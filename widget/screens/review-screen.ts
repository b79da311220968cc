import { html, type TemplateResult } from 'lit';
import { hero } from '../elements/icons.ts';
import { lenderContact } from './lender-contact.ts';
import { ResultScreenElement } from './result-screen-element.ts';

/** A person at the lender looks at the application or, after the choice, its page waits for a code. */
export class ReviewScreen extends ResultScreenElement<'review'> {
  override render(): TemplateResult {
    const { strings } = this.context;
    const { review } = strings.outcome;
    const { lender, selected_offer_uuid: chosen } = this.step;
    return this.page(
      hero('clock'),
      review,
      html`<p>${review.next}</p>`,
      lenderContact(lender, strings),
      this.problemNotice(),
      this.actions(chosen && this.goOn(chosen), this.checkAgain()),
      this.answerNote(),
    );
  }
}
