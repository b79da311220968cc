import { nothing, type TemplateResult } from 'lit';
import { hero } from '../elements/icons.ts';
import { notice } from '../elements/notice.ts';
import { lenderContact } from './lender-contact.ts';
import { ResultScreenElement } from './result-screen-element.ts';

/** There are no offers. The reasons are the consumer's alone: they come by e-mail. */
export class NoOffersScreen extends ResultScreenElement<'no_offers'> {
  override render(): TemplateResult {
    const { strings } = this.context;
    const { title, text, notice: texts, none, paper } = strings.outcome.noOffers;
    const noticed = texts[this.step.notice];
    return this.page(
      hero('paper', 'neutral'),
      { title, text: noticed === undefined ? none : text },
      noticed === undefined ? nothing : notice({ title: noticed, text: paper }),
      lenderContact(this.step.lender, strings),
    );
  }
}
