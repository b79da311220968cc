import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readingGrade, spanishSyllables } from './reading-grade.ts';

describe('readingGrade()', () => {
  it('is the Flesch-Kincaid grade level in English', () => {
    // 11 words, 2 sentences, 15 syllables: 0.39 × 5.5 + 11.8 × 1.36 − 15.59.
    const text = 'You can try again. The lender will email you a notice.';
    assert.equal(readingGrade(text, 'en').toFixed(2), '2.65');
  });

  it('is Crawford’s grade in Spanish', () => {
    // 10 words, 2 sentences, 17 syllables: −0.205 × 20 + 0.049 × 170 − 3.407.
    const text = 'Puede intentar de nuevo. No se cobró nada por esto.';
    assert.equal(readingGrade(text, 'es').toFixed(2), '0.82');
  });

  it('grows with long words and with long sentences', () => {
    const plain = 'We will email you a notice. It explains why.';
    const legal =
      'A notice explaining the principal considerations underlying this determination will be transmitted electronically to the address previously furnished.';
    assert.ok(readingGrade(legal, 'en') > readingGrade(plain, 'en') + 10);
  });
});

describe('spanishSyllables()', () => {
  const counted = {
    su: 1,
    que: 1,
    muy: 1,
    también: 2,
    país: 2,
    cuenta: 2,
    guitarra: 3,
    lingüística: 4,
    oído: 3,
    ayuda: 3,
    leer: 2,
    financiamiento: 5,
  };
  for (const [word, count] of Object.entries(counted)) {
    it(`finds ${count} in ${word}`, () => assert.equal(spanishSyllables(word), count));
  }
});
