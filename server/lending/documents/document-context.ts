import type { Locale } from '../../lending-api/contact.ts';
import type { RegulatedTexts } from '../../lending-api/texts/regulated-texts.ts';
import { longMoment } from '../domain/formats.ts';
import { type LenderDetails, sampleLender } from '../domain/lender.ts';
import { formatLoanNumber } from '../domain/loan.ts';
import { type DocumentStrings, en } from './strings/en.ts';
import { es } from './strings/es.ts';

/** What a document is rendered with. */
export interface DocumentContext {
  readonly locale: Locale;
  readonly strings: DocumentStrings;
  readonly format: Format;
  readonly texts: RegulatedTexts;
  readonly lender: LenderDetails;
}

export const documentStrings: Readonly<Record<Locale, DocumentStrings>> = { en, es };

/** The context of a document in a language. */
export function documentContextFor(
  { texts }: { readonly texts: RegulatedTexts },
  locale: Locale,
): DocumentContext {
  return {
    locale,
    strings: documentStrings[locale],
    format: formatFor(locale),
    texts,
    lender: sampleLender,
  };
}

const languageTags = { en: 'en-US', es: 'es-US' } as const satisfies Record<Locale, string>;

/** Writes amounts, days and times as people of a language read them. */
export interface Format {
  readonly locale: Locale;
  /** 840000 => '$8,400.00' */
  cents(cents: number): string;
  /** '8400.00' => '$8,400.00' */
  money(decimal: string): string;
  /** '2026-03-02' => 'March 2, 2026' */
  date(calendarDate: string): string;
  /** Epoch ms => 'March 2, 2026 at 10:00 AM EST', in New York. */
  dateTime(at: number): string;
  /** '+16145550170' => '(614) 555-0170' */
  phone(number: string): string;
  /** '7342055188' => '7342 055 188' */
  loanNumber(digits: string): string;
}

const formats: Partial<Record<Locale, Format>> = {};

/** The same one at each call: its formatters are expensive to create. */
function formatFor(locale: Locale): Format {
  formats[locale] ??= makeFormat(locale);
  return formats[locale];
}

function makeFormat(locale: Locale): Format {
  const tag = languageTags[locale];
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency: 'USD' });
  const day = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    locale,
    cents: (cents) => money.format(cents / 100),
    money: (decimal) => money.format(Number(decimal)),
    date: (calendarDate) => day.format(new Date(`${calendarDate}T00:00:00Z`)),
    dateTime: (at) => longMoment(at, locale),
    phone: (number) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3'),
    loanNumber: formatLoanNumber,
  };
}
