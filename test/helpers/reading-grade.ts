import { fleschKincaid } from 'flesch-kincaid';
import { syllable } from 'syllable';

export type ReadingLanguage = 'en' | 'es';

type Counts = {
  sentence: number;
  word: number;
  syllable: number;
};

/**
 * The US school grade in which a text can be read: by the Flesch-Kincaid grade level for English,
 * by Crawford's formula for Spanish.
 * @example readingGrade('You can try again. The lender will email you a notice.', 'en') => 2.65
 */
export function readingGrade(text: string, language: ReadingLanguage): number {
  const counts = count(text, language);
  return language === 'en' ? fleschKincaid(counts) : crawford(counts);
}

export function wordsOf(text: string, language: ReadingLanguage): string[] {
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
  return [...segments].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/** A paragraph ends a sentence, too. */
export function sentencesOf(text: string, language: ReadingLanguage): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return text
    .split(/\n+/)
    .flatMap((paragraph) => [...segmenter.segment(paragraph)])
    .map(({ segment }) => segment.trim())
    .filter((sentence) => sentence !== '');
}

function count(text: string, language: ReadingLanguage): Counts {
  const words = wordsOf(text, language);
  const syllables = language === 'en' ? syllable : spanishSyllables;
  return {
    sentence: sentencesOf(text, language).length,
    word: words.length,
    // A number has no letters and is counted as one syllable.
    syllable: words.reduce((sum, word) => sum + Math.max(1, syllables(word)), 0),
  };
}

/**
 * Alan N. Crawford, "Fórmula y gráfico para determinar la comprensibilidad de textos del nivel
 * primario en castellano", Lectura y Vida 6(4), 1985.
 */
function crawford({ sentence, word, syllable }: Counts): number {
  return -0.205 * ((100 * sentence) / word) + 0.049 * ((100 * syllable) / word) - 3.407;
}

/**
 * A syllable for each strong vowel and each stressed weak one; weak vowels alone make one together.
 * @example spanishSyllables('financiamiento') => 5
 * @example spanishSyllables('país') => 2
 */
export function spanishSyllables(word: string): number {
  const sounds = word
    .toLowerCase()
    .replaceAll(/([qg])u(?=[eiéí])/g, '$1')
    .replaceAll(/y(?=[aeiouáéíóú])/g, ' ')
    .replaceAll('y', 'i');
  const vowels = sounds.match(/[aeiouáéíóúü]+/g) ?? [];
  return vowels.reduce((sum, run) => sum + Math.max(1, run.match(/[aeoáéíóú]/g)?.length ?? 0), 0);
}
