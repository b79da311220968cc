import type { TemplateResult } from 'lit';
import { hero } from '../elements/icons.ts';
import { lenderContact, loanNumber } from './lender-contact.ts';
import { ResultScreenElement } from './result-screen-element.ts';

/** The lender has the application, or may have it, and only the lender can say what came of it. */
export class AskLenderScreen extends ResultScreenElement<'ask_lender'> {
  override render(): TemplateResult {
    const { step } = this;
    const { strings } = this.context;
    const { title, next, ...reasons } = strings.outcome.askLender;
    return this.page(
      hero('phone'),
      { title, text: `${reasons[step.reason]} ${next}` },
      lenderContact(step.lender, strings, [
        strings.outcome.accepted.loanNumber,
        loanNumber(step.loan_number),
      ]),
      this.problemNotice(),
      this.actions(this.checkAgain()),
      this.answerNote(),
    );
  }
}
