import { html, nothing, type TemplateResult } from 'lit';
import { hero } from '../elements/icons.ts';
import { lenderContact } from './lender-contact.ts';
import { ResultScreenElement } from './result-screen-element.ts';

/** A person at the lender looks at the application or, after the choice, its page waits for a code. */
export class ReviewScreen extends ResultScreenElement<'review'> {
  override render(): TemplateResult {
    const { strings, isByCode } = this.context;
    const { review } = strings.outcome;
    const { lender, consumer_invitation_link: link, selected_offer_uuid: chosen } = this.step;
    // A return code gets no new link.
    const canGoOn = link !== undefined || !isByCode;
    return this.page(
      hero('clock'),
      review,
      html`<p>${review.next}</p>`,
      lenderContact(lender, strings),
      this.problemNotice(),
      this.actions(canGoOn ? chosen && this.goOn(chosen) : nothing, this.checkAgain()),
      this.answerNote(),
    );
  }
}
