import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en as officeEn } from '../../demo/back-office/strings/en.ts';
import { es as officeEs } from '../../demo/back-office/strings/es.ts';
import { docsPages } from '../../demo/docs/docs-routes.ts';
import { en as documentsEn } from '../../server/lending/documents/strings/en.ts';
import { es as documentsEs } from '../../server/lending/documents/strings/es.ts';
import { sampleLender } from '../../server/lending/domain/lender.ts';
import type { MessageText } from '../../server/lending/domain/messages/funding-messages.ts';
import * as funding from '../../server/lending/domain/messages/funding-messages.ts';
import * as loans from '../../server/lending/domain/messages/loan-messages.ts';
import * as merchants from '../../server/lending/domain/messages/merchant-messages.ts';
import * as preferences from '../../server/lending/domain/messages/preference-messages.ts';
import { en as pagesEn } from '../../server/lending/pages/strings/en.ts';
import { es as pagesEs } from '../../server/lending/pages/strings/es.ts';
import { sampleTexts } from '../../server/lending-api/texts/sample-texts.ts';
import { embedTexts } from '../../widget/embed/load-failure.ts';
import { documentTexts } from '../../widget/frame/frame-document.ts';
import { payTexts } from '../../widget/pay/texts.ts';
import { en as widgetEn } from '../../widget/strings/en.ts';
import { es as widgetEs } from '../../widget/strings/es.ts';
import { aShop } from '../demo/demo-shop.ts';
import {
  type ReadingLanguage,
  readingGrade,
  sentencesOf,
  wordsOf,
} from '../helpers/reading-grade.ts';

const hardestGrade = 8;
const longestSentence = 25;

/** A formula says little of fewer words: shorter texts are measured together. */
const fewestWords = 12;

const link = 'https://lender.example/a';
const merchant_name = 'Hillside';
const last_day = '2026-07-30';
const last_moment = 'March 3, 2026 at 12:00 AM EST';

type MessageModules = typeof funding & typeof loans & typeof merchants & typeof preferences;

/** Whatever writes a message; what carries a regulated text is read by its subject alone. */
type Messages = {
  [Name in Exclude<keyof MessageModules, 'withPreferences' | 'keywordOf'>]: (
    locale: ReadingLanguage,
  ) => (MessageText | string)[];
};

const charge = { merchant_name, consumer_charge_amount_cents: 62_000, last_day: null, link };
const refund = { merchant_name, refund_cents: 20_000, charge_cents: 62_000 };
const record = {
  date: '2026-12-01' as const,
  loan_number: '7342055188',
  merchant_name,
  payment_request_id: '4711',
};
const account = { ...record, texts: sampleTexts };
const eitherWay = [true, false] as const;

const messages: Messages = {
  chargeRequestSms: (locale) => [funding.chargeRequestSms({ ...charge, locale })],
  chargeRequestEmail: (locale) => [funding.chargeRequestEmail({ ...charge, locale })],
  refundEmail: (locale) =>
    eitherWay.map((is_charge_unsent) =>
      funding.refundEmail({ ...record, ...refund, is_charge_unsent, locale }),
    ),
  refundAcceptedEmail: (locale) =>
    eitherWay.map((is_charge_unsent) =>
      funding.refundAcceptedEmail(
        { ...refund, is_charge_unsent, payment_request_id: '4711' },
        locale,
      ),
    ),
  chargeFailedEmail: (locale) =>
    eitherWay.map((is_returned) =>
      funding.chargeFailedEmail({ ...record, ...charge, is_returned, locale }),
    ),
  refundFailedEmail: (locale) => [funding.refundFailedEmail({ ...record, ...refund, locale })],
  refundNotMadeEmail: (locale) =>
    eitherWay.map((is_charge_returned) =>
      funding.refundNotMadeEmail(
        { ...refund, is_charge_returned, payment_request_id: '4711' },
        locale,
      ),
    ),
  accountCancelledEmail: (locale) => [
    funding.accountCancelledEmail({ ...account, locale }).subject,
  ],
  accountOnHoldEmail: (locale) => [funding.accountOnHoldEmail({ ...account, locale }).subject],
  creditLineIncreasedEmail: (locale) => [
    funding.creditLineIncreasedEmail({
      ...account,
      locale,
      previous_limit_cents: 500_000,
      new_limit_cents: 600_000,
      documents: '',
    }).subject,
  ],
  chargeReceiptEmail: (locale) => [
    funding.chargeReceiptEmail({
      ...account,
      locale,
      by: 'consumer',
      consumer_charge_amount_cents: 62_000,
      payment_request_id: '4711',
      available_spend_cents: 0,
    }).subject,
  ],
  portalInvitationEmail: (locale) => [
    loans.portalInvitationEmail({ locale, merchant_name, last_day, link }),
  ],
  reviewEndedEmail: (locale) =>
    (['approved', 'declined', 'expired', 'code_not_given', 'withdrawn'] as const).map((result) =>
      loans.reviewEndedEmail({ locale, merchant_name, result, link }),
    ),
  invitationSms: (locale) => [
    loans.invitationSms({ locale, first_name: 'Dana', merchant_name, last_day, link }),
  ],
  invitationEmail: (locale) => [
    loans.invitationEmail({ locale, first_name: 'Dana', merchant_name, last_day, link }),
  ],
  identityLockedEmail: (locale) =>
    (['same_page', 'mailed_link'] as const).map((nextStep) =>
      loans.identityLockedEmail({
        locale,
        isLoan: nextStep === 'same_page',
        until: last_moment,
        nextStep,
      }),
    ),
  mailedLinkEmail: (locale) =>
    eitherWay.map((isLocked) =>
      loans.mailedLinkEmail({
        locale,
        merchant_name,
        isPortalLocked: isLocked,
        lockedUntil: isLocked ? last_moment : null,
        link,
      }),
    ),
  oneTimeCodeMessage: (locale) => [loans.oneTimeCodeMessage(locale, '123456')],
  loanDocumentsEmail: (locale) =>
    eitherWay.map((isAwaited) =>
      loans.loanDocumentsEmail({
        locale,
        loan_number: account.loan_number,
        merchant_name,
        purchase_window_end_date: '2026',
        documents: '',
        portal: { url: link, isAwaited },
      }),
    ),
  noOffersMessage: (locale) =>
    (['Declined', 'Pending: Verification'] as const).flatMap((application_status) =>
      (['none', 'queued', 'sent'] as const).map((adverse_action_notice) =>
        loans.noOffersMessage(locale, { application_status, adverse_action_notice }),
      ),
    ),
  merchantInvitationEmail: () => [
    merchants.merchantInvitationEmail({ business_name: merchant_name, first_name: 'Dana' }, link),
  ],
  bankAccountReplacedEmail: (locale) => [merchants.bankAccountReplacedEmail(merchant_name, locale)],
  payoutReturnedEmail: (locale) => [merchants.payoutReturnedEmail(merchant_name, locale)],
  onboardingCodeSms: (locale) => [merchants.onboardingCodeSms(locale, '123456')],
  merchantTermsEmail: (locale) => [
    merchants.merchantTermsEmail({
      locale,
      business_name: merchant_name,
      accepted: last_moment,
      terms: '',
    }),
  ],
  merchantReviewedEmail: (locale) =>
    (['approved', 'declined'] as const).map((result) =>
      merchants.merchantReviewedEmail({ locale, business_name: merchant_name, result }),
    ),
  smsStoppedSms: (locale) => [preferences.smsStoppedSms(locale)],
  smsHelpSms: (locale) => [preferences.smsHelpSms(locale)],
  portalActiveEmail: (locale) =>
    eitherWay.flatMap((canBeCharged) =>
      eitherWay.map((maySponsorApprove) => {
        const wantsAutopay = true;
        return preferences.portalActiveEmail(locale, {
          merchant_name,
          wantsAutopay,
          canBeCharged,
          maySponsorApprove,
          link,
        });
      }),
    ),
};

/** These go out before a language is known. */
const inEnglishOnly = ['merchantInvitationEmail'];

/** The documents without the labels of what a law prescribes. */
const trees = {
  en: {
    widget: widgetEn,
    embed: embedTexts.en,
    frame: documentTexts.en,
    pay: payTexts.en,
    pages: pagesEn,
    chargeStatement: documentsEn.chargeStatement,
    backOffice: officeEn,
  },
  es: {
    widget: widgetEs,
    embed: embedTexts.es,
    frame: documentTexts.es,
    pay: payTexts.es,
    pages: pagesEs,
    chargeStatement: documentsEs.chargeStatement,
    backOffice: officeEs,
  },
} as const;

/** Stands for any value that a text is made with: a name, an amount, a number of months. */
const anyValue = Object.assign(new String(merchant_name), {
  amount: '$620.00',
  refunded: '$200.00',
  merchant: merchant_name,
});

function addTexts(value: unknown, path: string, texts: Map<string, string>): void {
  if (typeof value === 'string') texts.set(path, value);
  else if (typeof value === 'function') texts.set(path, value(anyValue, anyValue, anyValue));
  else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) addTexts(child, `${path}.${key}`, texts);
  }
}

/** Every text of a language by its path. */
function textsIn(language: ReadingLanguage): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, tree] of Object.entries(trees[language])) addTexts(tree, name, texts);
  for (const [name, write] of Object.entries(messages)) {
    if (language !== 'en' && inEnglishOnly.includes(name)) continue;
    addTexts(write(language), name, texts);
  }
  for (const channel of ['sms', 'email'] as const) {
    for (const hasApplied of eitherWay) {
      const options = { locale: language, channel, hasApplied, link };
      const { text } = preferences.withPreferences({ subject: '', text: '' }, options);
      texts.set(`withPreferences.${channel}.${hasApplied}`, text);
    }
  }
  // Nobody reads an address word by word.
  for (const [path, text] of texts) texts.set(path, text.replaceAll(link, '').trim());
  return texts;
}

function tooHard(texts: ReadonlyMap<string, string>, language: ReadingLanguage): string[] {
  const isLong = (text: string) => wordsOf(text, language).length >= fewestWords;
  const short = [...texts.values()].filter((text) => !isLong(text)).join('\n');
  return [...texts, ['all short texts', short] as const]
    .filter(([, text]) => isLong(text))
    .map(([path, text]) => ({ path, grade: readingGrade(text, language) }))
    .filter(({ grade }) => grade > hardestGrade)
    .map(({ path, grade }) => `${path}: ${grade.toFixed(1)}`);
}

function tooLong(texts: ReadonlyMap<string, string>, language: ReadingLanguage): string[] {
  return [...texts].flatMap(([path, text]) =>
    sentencesOf(text, language)
      .filter((sentence) => wordsOf(sentence, language).length > longestSentence)
      .map((sentence) => `${path}: ${sentence}`),
  );
}

/** The paragraphs of a page, its code as one word. */
function paragraphsOf(page: string): string {
  const [, body = ''] = page.split('<body');
  return [...body.matchAll(/<(p|li|td|dd|h\d)\b[^>]*>(.*?)<\/\1>/gs)]
    .map(([, , paragraph = '']) => paragraph.replaceAll(/<code.*?<\/code>/gs, 'code'))
    .map((paragraph) => paragraph.replaceAll(/<[^>]+>/g, ''))
    .join('\n');
}

describe('what a person reads', () => {
  for (const [language, name] of [
    ['en', 'English'],
    ['es', 'Spanish'],
  ] as const) {
    it(`needs no more than eight years of school in ${name}`, () => {
      assert.deepEqual(tooHard(textsIn(language), language), []);
    });

    it(`has no sentence of more than 25 words in ${name}`, () => {
      assert.deepEqual(tooLong(textsIn(language), language), []);
    });
  }

  it('names the lender in every message, so that nobody wonders who writes', () => {
    for (const [name, write] of Object.entries(messages)) {
      for (const message of [...write('en'), ...write('es')]) {
        if (typeof message === 'string') continue;
        assert.ok(message.text.includes(sampleLender.name), `${name}: ${message.text}`);
      }
    }
  });

  it('calls a hard inquiry "dura" in Spanish, as the regulated texts do', () => {
    for (const [path, text] of textsIn('es')) assert.doesNotMatch(text, /\bformal\b/, path);
  });
});

describe('what a merchant reads', () => {
  for (const path of ['/', '/prices', '/screens', ...docsPages.map((page) => page.path)]) {
    it(`needs no more than eight years of school: ${path}`, async () => {
      const text = paragraphsOf(await (await aShop().request(path)).text());
      assert.ok(wordsOf(text, 'en').length >= fewestWords);
      const grade = readingGrade(text, 'en');
      assert.ok(grade <= hardestGrade, grade.toFixed(1));
    });
  }
});
