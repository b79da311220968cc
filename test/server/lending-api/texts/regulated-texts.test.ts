import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { loanApplicationDetail } from '../../../../server/lending-api/loan-applications.ts';
import { fillText } from '../../../../server/lending-api/texts/regulated-texts.ts';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import {
  checkoutTextIds,
  lenderTextIds,
  messageTextIds,
} from '../../../../server/lending-api/texts/text-ids.ts';
import { publishedTexts } from './published-texts.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const placeholders = (text: string) => new Set(text.match(/\{[a-z0-9_]+\}/g) ?? []);

const everyId = [...checkoutTextIds, ...lenderTextIds, ...messageTextIds];

describe('the sample texts', () => {
  it('has every text from its first day', () => {
    for (const id of everyId) {
      assert.equal(sampleTexts.current(id, 'en', '2026-01-01').version, '2026-01');
    }
  });

  for (const english of sampleTexts.all.filter(({ locale }) => locale === 'en')) {
    const { id, version } = english;
    it(`has ${id} ${version} in English and Spanish, with the same day and placeholders`, () => {
      const spanish = sampleTexts.find(id, version, 'es');
      assert.ok(spanish);
      assert.equal(spanish.effective_from, english.effective_from);
      assert.notEqual(spanish.text, english.text);
      assert.deepEqual(placeholders(spanish.text), placeholders(english.text));
    });
  }

  it('keeps every published text as it was', () => {
    const digests = Object.fromEntries(
      sampleTexts.all.map((text) => [
        `${text.id} ${text.version} ${text.locale}`,
        sha256(text.text),
      ]),
    );
    assert.deepEqual(digests, publishedTexts);
  });

  it('asks for the credit report by a grant of written instructions', () => {
    const { text } = sampleTexts.current('soft_pull_authorization', 'en', '2026-06-01');
    assert.match(text, /I authorize .* to procure my consumer report/);
    assert.match(text, /written instructions under the Fair Credit Reporting Act/);
    assert.match(text, /solely to prequalify/);
  });

  it('has the usual words of American Spanish from December 2026 on', () => {
    const spanish = (id: (typeof everyId)[number]) =>
      sampleTexts.current(id, 'es', '2026-12-01').text;
    const unusual = /eximen|préstamo cerrado|mejoras del hogar|\b(pedidos|formal)\b|Estimado\/a/;
    for (const id of everyId) assert.doesNotMatch(spanish(id), unusual, id);
    for (const id of ['hard_inquiry_line', 'no_hard_inquiry_line', 'hard_pull_consent'] as const) {
      assert.match(spanish(id), /consulta de crédito dura \(hard inquiry\)/);
    }
  });

  it('has one word for one thing in Spanish, and none for men alone, from 2027 on', () => {
    const said = [
      ['offer_not_final_line', /los términos del prestamista/],
      ['no_hard_inquiry_line', /agencias de informes del consumidor/],
      ['merchant_terms', /Las comisiones son/],
      ['state_notice_ca', /Una persona casada/],
    ] as const;
    for (const [id, words] of said) {
      assert.match(sampleTexts.current(id, 'es', '2027-01-01').text, words);
      const [before, after] = ['2026-12-31', '2027-01-01'].map((day) =>
        sampleTexts.current(id, 'en', day),
      );
      assert.equal(after?.text, before?.text);
    }
    const { text } = sampleTexts.current('account_cancelled', 'es', '2027-01-01');
    assert.match(text, /cualquier solicitud de cargo/);
  });

  it('promises no approval of one’s own where the merchant may give it', () => {
    const unless = { en: /unless .* approves .* for you/, es: /a menos que .* apruebe por usted/ };
    for (const id of ['loan_agreement', 'credit_line_increased'] as const) {
      for (const locale of ['en', 'es'] as const) {
        assert.match(sampleTexts.current(id, locale, '2026-12-01').text, unless[locale]);
      }
    }
  });

  it('says in the privacy notice of 2027 on what the merchant is shown of an application', () => {
    const said = [
      ['consumer_first_name', /your name/, /su nombre/],
      ['email', /contact details/, /datos de contacto/],
      ['maximum_approved_amount', /for how much/, /por cuánto/],
      ['offers', /on what terms/, /en qué términos/],
      ['transactions', /loan’s amount, charges and status/, /los cargos y el estado del préstamo/],
    ] as const;
    const notice = (locale: 'en' | 'es') =>
      sampleTexts.current('privacy_notice', locale, '2027-01-01').text;
    for (const [field, en, es] of said) {
      assert.ok(field in loanApplicationDetail.shape, field);
      assert.match(notice('en'), en);
      assert.match(notice('es'), es);
    }
    assert.match(notice('en'), /company that runs the merchant’s checkout/);
    assert.match(notice('es'), /compañía que opera el pago en línea del comercio/);
  });

  it('says in the agreement of 2027 on what can end or stop advances, and how to cancel', () => {
    const said = {
      en: [/charge that it calls final/, /put the loan on hold/, /merchant may also cancel/],
      es: [
        /cargo que llama final/,
        /poner el préstamo en pausa/,
        /comercio también puede cancelar/,
      ],
    };
    const phone = /10\..*1-800-555-0142/;
    for (const locale of ['en', 'es'] as const) {
      const { text } = sampleTexts.current('loan_agreement', locale, '2027-01-01');
      for (const words of [...said[locale], phone]) assert.match(text, words);
    }
  });

  it('says in the Truth in Lending box of 2027 on when a late charge is owed, as the contract does', () => {
    const late = { en: /within 15 days after it is due/, es: /dentro de los 15 días posteriores/ };
    for (const id of ['tila_late_charge', 'loan_agreement'] as const) {
      for (const locale of ['en', 'es'] as const) {
        assert.match(sampleTexts.current(id, locale, '2027-01-01').text, late[locale], id);
      }
    }
  });

  it('marks what the sandbox lender says as a sample', () => {
    const marked = ['soft_pull_authorization', 'loan_agreement', 'adverse_action_notice'] as const;
    for (const id of marked) {
      for (const locale of ['en', 'es'] as const) {
        const { text } = sampleTexts.current(id, locale, '2026-06-01');
        assert.match(text, /SAMPLE – NOT FOR PRODUCTION USE/);
      }
    }
  });
});

describe('current()', () => {
  it('is the version in force on the day', () => {
    const version = (onDate: string) => sampleTexts.current('portal_terms', 'es', onDate).version;
    assert.deepEqual(['2026-11-19', '2026-11-20'].map(version), ['2026-01', '2026-11']);
  });

  it('promises no change of address in the Payment Portal, which has no such thing', () => {
    for (const [locale, portal] of [
      ['en', /Payment Portal/],
      ['es', /Portal de Pagos/],
    ] as const) {
      const esign = (onDate: string) => sampleTexts.current('esign_consent', locale, onDate).text;
      assert.match(esign('2026-11-20'), portal);
      assert.doesNotMatch(esign('2026-11-21'), portal);
    }
  });

  it('has nothing before a text was in force', () => {
    assert.throws(() => sampleTexts.current('holder_notice', 'en', '2025-12-31'), RangeError);
  });
});

describe('find()', () => {
  it('finds a published version and no other', () => {
    assert.equal(sampleTexts.find('cip_notice', '2026-01', 'en')?.id, 'cip_notice');
    assert.equal(sampleTexts.find('cip_notice', '1999-01', 'en'), undefined);
    assert.equal(sampleTexts.isPublished('cip_notice', '2026-01'), true);
    assert.equal(sampleTexts.isPublished('cip_notice', '1999-01'), false);
  });
});

describe('findByDigest()', () => {
  const { text, version } = sampleTexts.current('soft_pull_authorization', 'es', '2026-06-01');

  it('finds the language that was shown', () => {
    const claim = { version, sha256: sha256(text) };
    assert.equal(sampleTexts.findByDigest('soft_pull_authorization', claim, sha256)?.locale, 'es');
  });

  it('knows no text by another digest or another version', () => {
    const changed = { version, sha256: sha256(`${text} `) };
    const unknown = { version: '1999-01', sha256: sha256(text) };
    assert.equal(sampleTexts.findByDigest('soft_pull_authorization', changed, sha256), undefined);
    assert.equal(sampleTexts.findByDigest('soft_pull_authorization', unknown, sha256), undefined);
  });
});

describe('fillText()', () => {
  it('puts values in place of placeholders', () => {
    assert.equal(fillText('{a} of {b}', { a: '$1.00', b: '$2.00' }), '$1.00 of $2.00');
  });

  it('refuses to leave a hole', () => {
    assert.throws(() => fillText('{a} of {b}', { a: '$1.00' }), RangeError);
  });
});
