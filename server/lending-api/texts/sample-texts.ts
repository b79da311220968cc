import type { Locale } from '../contact.ts';
import { accountEn } from './account-en.ts';
import { accountEs } from './account-es.ts';
import { adverseActionEn } from './adverse-action-en.ts';
import { adverseActionEs } from './adverse-action-es.ts';
import { consentsEn } from './consents-en.ts';
import { consentsEs } from './consents-es.ts';
import { creditScoreEn } from './credit-score-en.ts';
import { creditScoreEs } from './credit-score-es.ts';
import { loanTermsEn } from './loan-terms-en.ts';
import { loanTermsEs } from './loan-terms-es.ts';
import { messagesEn } from './messages-en.ts';
import { messagesEs } from './messages-es.ts';
import { noticesEn } from './notices-en.ts';
import { noticesEs } from './notices-es.ts';
import { type RegulatedText, RegulatedTexts } from './regulated-texts.ts';
import type { TextEntry } from './text-entry.ts';
import { tilaEn } from './tila-en.ts';
import { tilaEs } from './tila-es.ts';

/** The sandbox's texts, none of which is for production. */
export const sampleTexts = new RegulatedTexts([
  ...inLocale('en', [
    consentsEn,
    noticesEn,
    tilaEn,
    loanTermsEn,
    creditScoreEn,
    adverseActionEn,
    accountEn,
    messagesEn,
  ]),
  ...inLocale('es', [
    consentsEs,
    noticesEs,
    tilaEs,
    loanTermsEs,
    creditScoreEs,
    adverseActionEs,
    accountEs,
    messagesEs,
  ]),
]);

function inLocale(locale: Locale, groups: readonly (readonly TextEntry[])[]): RegulatedText[] {
  return groups.flat().map((entry) => ({ ...entry, locale }));
}
