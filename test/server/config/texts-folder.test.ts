import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../../server/config/environment.ts';
import { readTextsFolder } from '../../../server/config/texts-folder.ts';
import { sampleTexts } from '../../../server/lending-api/texts/sample-texts.ts';
import {
  checkoutTextIds,
  lenderTextIds,
  messageTextIds,
} from '../../../server/lending-api/texts/text-ids.ts';
import { ownTexts } from '../../helpers/own-texts.ts';
import { configReader, merchants, outside, worldWith } from './read-test-config.ts';

const shownIds = [...checkoutTextIds, ...messageTextIds];
const text = (content: string) => `effective_from: 2026-01-01\n\n${content}`;
const path = 'privacy_notice/en/2026-01.txt';

describe('TEXTS_FOLDER', () => {
  const { read } = configReader();
  const textsOf = (texts: Record<string, string>, variables: Record<string, string> = outside) =>
    read(variables, merchants, texts).texts;
  const refused = (texts: Record<string, string>, fault: string) =>
    assert.throws(
      () => textsOf(texts),
      (error: Error) => {
        assert.ok(error instanceof ConfigError);
        assert.equal(error.message, `TEXTS_FOLDER is wrong: ${fault}`);
        return true;
      },
    );

  it('is left out in the sandbox, whose texts are samples', () => {
    assert.equal(read({}).texts, sampleTexts);
  });

  it('takes the place of the samples, by id, language and version', () => {
    const texts = textsOf({
      ...ownTexts(),
      [path]: '\uFEFFeffective_from: 2026-01-15\r\n\r\nWhat we do.\r\n\r\nWith what.\r\n',
    });
    assert.deepEqual(texts.find('privacy_notice', '2026-01', 'en'), {
      id: 'privacy_notice',
      locale: 'en',
      version: '2026-01',
      effective_from: '2026-01-15',
      text: 'What we do.\n\nWith what.',
    });
    assert.equal(texts.all.length, shownIds.length * 2);
    assert.deepEqual(
      texts.all.filter(({ text }) => sampleTexts.all.some((sample) => sample.text === text)),
      [],
    );
  });

  it('may hold later versions, each in force from its day', () => {
    const texts = textsOf({
      ...ownTexts(),
      'privacy_notice/en/v2_2026.txt': 'effective_from: 2026-09-01\n\nThe second.',
    });
    assert.equal(texts.current('privacy_notice', 'en', '2026-08-31').version, '2026-01');
    assert.equal(texts.current('privacy_notice', 'en', '2026-09-01').version, 'v2_2026');
  });

  it('may hold files that are not texts: hidden ones, and some beside the folders', () => {
    const texts = {
      ...ownTexts(),
      '.git/HEAD': 'x',
      'README.md': 'x',
      'privacy_notice/README.md': 'x',
      'privacy_notice/en/.a': 'x',
    };
    assert.equal(textsOf(texts).all.length, shownIds.length * 2);
  });

  it('stops the start by name of every text that a screen needs and that is not there', () => {
    const { [path]: _, ...texts } = ownTexts(shownIds.filter((id) => id !== 'sms_consent'));
    refused(
      texts,
      'texts has no version in force today of privacy_notice (en), sms_consent (en, es); ' +
        'put each at <id>/<locale>/<version>.txt',
    );
  });

  it('stops it while the only version is not in force yet', () => {
    refused(
      { ...ownTexts(), [path]: 'effective_from: 2026-03-03\n\nThe first.' },
      'texts has no version in force today of privacy_notice (en); ' +
        'put each at <id>/<locale>/<version>.txt',
    );
  });

  it('starts on the day from which the only version is in force', () => {
    const texts = textsOf({ ...ownTexts(), [path]: 'effective_from: 2026-03-02\n\nThe first.' });
    assert.equal(texts.current('privacy_notice', 'en', '2026-03-02').text, 'The first.');
  });

  it('takes a version of 40 characters, and none of 41', () => {
    const version = `2026.03-${'x'.repeat(32)}`;
    const day = 'effective_from: 2026-02-01\n\nText.';
    const named = (name: string) => ({ ...ownTexts(), [`sms_consent/en/${name}.txt`]: day });
    assert.ok(textsOf(named(version)).find('sms_consent', version, 'en'));
    assert.throws(() => textsOf(named(`${version}x`)), /of 40 letters, digits, dots, - or _ at/);
  });

  it('stops it when the folder cannot be read', () => {
    refused({}, "texts: ENOENT: no such file or directory, open 'texts'");
  });

  const noTerms = 'begin it with a line such as effective_from: 2026-03-01';
  const wrong: [string, string, string][] = [
    ['is empty', ' \n', 'it is empty'],
    ['is not UTF-8', text('a \uFFFD b'), 'it is not UTF-8'],
    ['does not say since when', 'What we do.', noTerms],
    ['names no day that there is', 'effective_from: 2026-02-30\n\nText.', noTerms],
    [
      'ends after its first line',
      'effective_from: 2026-01-01\n',
      'it has no text below its first line',
    ],
    [
      'is still marked as a sample',
      text(sampleTexts.current('privacy_notice', 'es', '2026-03-02').text),
      'it is marked as a sample',
    ],
    [
      'names the sample bank',
      text('Call Sample Lending Bank.'),
      'it names the sample bank; name the lender',
    ],
    [
      'gives its phone',
      text('Call toll-free 1-800-555-0142.'),
      'it names the sample bank; name the lender',
    ],
    ['has a placeholder', text('Dear {name}'), '{name} would not be filled; it can have none'],
  ];
  for (const [name, content, fault] of wrong) {
    it(`refuses by name a text that ${name}`, () => {
      refused({ ...ownTexts(), [path]: content }, `texts/${path}: ${fault}`);
    });
  }

  it('lets a text have the placeholders that its sample has, and no other', () => {
    const message = 'as_low_as_terms_one_payment_amount/es/2026-01.txt';
    const texts = textsOf({ ...ownTexts(), [message]: text('{amount}: {apr}%') });
    const shown = texts.current('as_low_as_terms_one_payment_amount', 'es', '2026-03-02');
    assert.equal(shown.text, '{amount}: {apr}%');
    assert.throws(
      () => textsOf({ ...ownTexts(), [message]: text('{amount}: {APR}%') }),
      /2026-01\.txt: \{APR\} would not be filled; it can have \{amount\}, /,
    );
  });

  it('refuses by name what is in no place for a text', () => {
    refused({ ...ownTexts(), 'privacy/en/1.txt': 'x' }, 'texts/privacy: no text has this id');
    refused(
      { ...ownTexts(), 'sms_consent/fr/1.txt': 'x' },
      'texts/sms_consent/fr: no language that is shown; name it en or es',
    );
    refused(
      { ...ownTexts(), 'sms_consent/en/1.md': 'x' },
      'texts/sms_consent/en/1.md: name it <version>.txt, of 40 letters, digits, dots, - or _ at most',
    );
  });

  it('refuses two versions of one day', () => {
    refused(
      { ...ownTexts(), 'sms_consent/en/b.txt': text('Another.') },
      'texts/sms_consent/en: 2026-01 and b are both in force from 2026-01-01; give each its own day',
    );
  });

  it('names everything that is wrong at once', () => {
    const texts = { ...ownTexts(), [path]: '', 'sms_consent/es/2026-01.txt': 'No day.' };
    refused(texts, `texts/${path}: it is empty; texts/sms_consent/es/2026-01.txt: ${noTerms}`);
  });

  describe('of the embedded lender’s own pages', () => {
    const sandbox = { TEXTS_FOLDER: 'texts' };

    it('has samples in the sandbox where it has none of its own', () => {
      const texts = textsOf({ ...ownTexts(), ...ownTexts(['loan_agreement']) }, sandbox);
      const current = (id: 'loan_agreement' | 'holder_notice') =>
        texts.current(id, 'en', '2026-03-02');
      assert.equal(current('loan_agreement').text, 'loan_agreement/en/2026-01.txt');
      assert.deepEqual(
        current('holder_notice'),
        sampleTexts.current('holder_notice', 'en', '2026-03-02'),
      );
    });

    it('has a text in every language or in none', () => {
      const { 'loan_agreement/es/2026-01.txt': _, ...half } = ownTexts(['loan_agreement']);
      assert.throws(
        () => textsOf({ ...ownTexts(), ...half }, sandbox),
        /^ConfigError: TEXTS_FOLDER is wrong: texts has no version .* loan_agreement \(es\);/,
      );
    });

    it('stops the start in production while it would show samples', () => {
      const production = {
        ...outside,
        LENDING_BASE_URL: '',
        LENDING_PUBLIC_URL: 'https://lending.example',
        LENDING_ENVIRONMENT: 'production',
        SPONSORS_FILE: 'sponsors.json',
      };
      assert.throws(
        () => textsOf(ownTexts(), production),
        /^ConfigError: TEXTS_FOLDER is wrong: texts has no version .* tila_apr \(en, es\), /,
      );
    });

    it('has no sample where all are needed', () => {
      const needed = (texts: Record<string, string>) =>
        readTextsFolder('texts', worldWith('', texts), 'needed');
      assert.throws(() => needed(ownTexts()), /no version in force today of tila_apr \(en, es\), /);
      const all = { ...ownTexts(), ...ownTexts(lenderTextIds) };
      assert.equal(needed(all).all.length, (shownIds.length + lenderTextIds.length) * 2);
    });
  });
});
