import type { Locale } from '../contact.ts';
import type { TextEntry } from './text-entry.ts';
import type { TextId } from './text-ids.ts';

export const textLocales: readonly Locale[] = ['en', 'es'];

/** A regulated text exactly as it is shown: immutable, known by (id, version, locale). */
export interface RegulatedText extends TextEntry {
  readonly locale: Locale;
}

/**
 * Every version of every text. What was published is never edited, since evidence names it by
 * version and digest: a change is a new entry with a new version and `effective_from`.
 */
export class RegulatedTexts {
  readonly all: readonly RegulatedText[];
  /** By language and text, newest first. */
  readonly #versions: ReadonlyMap<Locale, ReadonlyMap<TextId, readonly RegulatedText[]>>;

  constructor(texts: readonly RegulatedText[]) {
    this.all = texts.map((text) => Object.freeze({ ...text }));
    const newestFirst = this.all.toSorted((a, b) => (a.effective_from < b.effective_from ? 1 : -1));
    const byLocale = Map.groupBy(newestFirst, ({ locale }) => locale);
    this.#versions = new Map(
      [...byLocale].map(([locale, its]) => [locale, Map.groupBy(its, ({ id }) => id)]),
    );
  }

  /** The version in force on a date (`YYYY-MM-DD`). @throws RangeError if there is none */
  current(id: TextId, locale: Locale, onDate: string): RegulatedText {
    const current = this.#of(id, locale).find((text) => text.effective_from <= onDate);
    if (current === undefined) throw new RangeError(`No text ${id} in ${locale} on ${onDate}`);
    return current;
  }

  /** One published version, or undefined when it is unknown. */
  find(id: TextId, version: string, locale: Locale): RegulatedText | undefined {
    return this.#of(id, locale).find((text) => text.version === version);
  }

  /**
   * The published text that a consent names by version and hex SHA-256, in whatever language it was
   * shown, or undefined.
   */
  findByDigest(
    id: TextId,
    { version, sha256 }: { version: string; sha256: string },
    digest: (text: string) => string,
  ): RegulatedText | undefined {
    return textLocales
      .map((locale) => this.find(id, version, locale))
      .find((text) => text !== undefined && digest(text.text) === sha256);
  }

  /** True if a version of a text was published in any language. */
  isPublished(id: TextId, version: string): boolean {
    return textLocales.some((locale) => this.find(id, version, locale) !== undefined);
  }

  #of(id: TextId, locale: Locale): readonly RegulatedText[] {
    return this.#versions.get(locale)?.get(id) ?? [];
  }
}

/**
 * Puts values in place of `{placeholders}`.
 * @throws RangeError for a placeholder without a value, so that no notice leaves with a hole in it
 * @example fillText('Fee: {late_fee_amount}', { late_fee_amount: '$25.00' }) => 'Fee: $25.00'
 */
export function fillText(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{([a-z0-9_]+)\}/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new RangeError(`No value for {${name}}`);
    return value;
  });
}
