/* `ar-XB`: English in disguise, for seeing what a language from right to left does to the screens. */

/** Plain letters and what they are disguised as; vowels are doubled, so that words grow longer. */
const disguises: Readonly<Record<string, string>> = {
  ...{ a: 'áá', e: 'éé', i: 'íí', o: 'óó', u: 'úú', c: 'ç', d: 'ð', n: 'ñ', s: 'š', y: 'ý' },
  ...{ A: 'Á', E: 'É', I: 'Í', O: 'Ó', U: 'Ú', C: 'Ç', D: 'Ð', N: 'Ñ', S: 'Š', Y: 'Ý' },
};

const startOfWord = '\u202E';
const endOfWord = '\u202C';
const startOfValue = '\u2068';
const endOfValue = '\u2069';

/** What stands between the marks of a value comes first, so that no word is found in it. */
const valueOrWord = /\u2068[^\u2069]*\u2069|\p{L}[\p{L}’]*/gu;

/**
 * Text as it would look in a language that is longer, accented and written from right to left:
 * `'Next' => 'Ñééxt'`, in marks that turn it around. Values, digits and signs stay as they are.
 */
export function disguise(text: string): string {
  return text.replace(valueOrWord, (found) =>
    found.startsWith(startOfValue) ? found : disguisedWord(found),
  );
}

function disguisedWord(word: string): string {
  const letters = word.replace(/[a-z]/gi, (letter) => disguises[letter] ?? letter);
  return `${startOfWord}${letters}${endOfWord}`;
}

/** The same object with every text in it disguised, those that functions make among them. */
export function disguised<Texts>(texts: Texts): Texts {
  return disguisedValue(texts) as Texts;
}

function disguisedValue(value: unknown): unknown {
  if (typeof value === 'string') return disguise(value);
  if (typeof value === 'function') {
    return (...values: unknown[]) => disguise(String(value(...values.map(apart))));
  }
  if (Array.isArray(value)) return value.map(disguisedValue);
  const entries = Object.entries(value as object);
  return Object.fromEntries(entries.map(([key, child]) => [key, disguisedValue(child)]));
}

/** A value keeps the direction that it has by itself, whatever it stands in. */
function apart(value: unknown): unknown {
  return typeof value === 'string' ? `${startOfValue}${value}${endOfValue}` : value;
}
