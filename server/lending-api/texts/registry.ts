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
import type { TextEntry } from './text-entry.ts';
import type { TextId } from './text-ids.ts';
import { tilaEn } from './tila-en.ts';
import { tilaEs } from './tila-es.ts';

/** A regulated text exactly as it is shown: immutable, known by (id, version, locale). */
export interface RegulatedText extends TextEntry {
  readonly locale: Locale;
}

/**
 * Every version of every text. What was published is never edited, since evidence names it by
 * version and digest: a change is a new entry with a new version and `effective_from`.
 */
export const regulatedTexts: readonly RegulatedText[] = [
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
];

function inLocale(locale: Locale, groups: readonly (readonly TextEntry[])[]): RegulatedText[] {
  return groups.flat().map((entry) => Object.freeze({ ...entry, locale }));
}

/** The version in force on a date (`YYYY-MM-DD`). Throws a RangeError when there is none. */
export function currentText(id: TextId, locale: Locale, onDate: string): RegulatedText {
  const inForce = regulatedTexts
    .filter((text) => text.id === id && text.locale === locale && text.effective_from <= onDate)
    .sort((a, b) => (a.effective_from < b.effective_from ? 1 : -1));
  const [latest] = inForce;
  if (latest === undefined) throw new RangeError(`No text ${id} in ${locale} on ${onDate}`);
  return latest;
}

/** One published version, or undefined when it is unknown. */
export function findText(id: TextId, version: string, locale: Locale): RegulatedText | undefined {
  return regulatedTexts.find(
    (text) => text.id === id && text.version === version && text.locale === locale,
  );
}

/**
 * The published text that a consent names by version and hex SHA-256, in whatever language it was
 * shown, or undefined.
 */
export function findTextByDigest(
  id: TextId,
  { version, sha256 }: { version: string; sha256: string },
  digest: (text: string) => string,
): RegulatedText | undefined {
  return regulatedTexts.find(
    (text) => text.id === id && text.version === version && digest(text.text) === sha256,
  );
}

/** Whether a version of a text was published in any language. */
export function isPublished(id: TextId, version: string): boolean {
  return regulatedTexts.some((text) => text.id === id && text.version === version);
}

/**
 * Puts values in place of `{placeholders}`. Throws a RangeError for a placeholder without a value,
 * so that no notice leaves with a hole in it.
 * @example fillText('Fee: {late_fee_amount}', { late_fee_amount: '$25.00' }) => 'Fee: $25.00'
 */
export function fillText(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([a-z0-9_]+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`No value for {${name}}`);
    return value;
  });
}
