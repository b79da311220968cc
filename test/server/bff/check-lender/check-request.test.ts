import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CheckError, readRequest } from '../../../../server/bff/check-lender/check-request.ts';
import type { Merchant } from '../../../../server/bff/context.ts';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { ArgumentsError } from '../../../../server/platform/arguments.ts';
import { sha256Hex } from '../../../../server/platform/crypto/digest.ts';
import { otherShop, shop } from '../../../helpers/bff.ts';
import { anApplication } from '../../../helpers/shop-page.ts';
import { checkTime } from './lender-check.ts';

const files: Readonly<Record<string, string>> = {
  'ada.json': JSON.stringify(anApplication()),
  'short.json': JSON.stringify(
    anApplication({
      ...{ soft_pull_consent_version: undefined, soft_pull_consent_text_sha256: undefined },
      ...{ soft_pull_consent_at: undefined, esign_consent_version: undefined },
      ...{ esign_consent_at: undefined, privacy_notice_version: undefined },
    }),
  ),
  'unsaid.json': JSON.stringify(anApplication({ soft_pull_consent: undefined })),
  'torn.json': '{"ssn": "900-10-0001"',
  'list.json': '[]',
};

const read = (...args: string[]) =>
  readAs(args, shop, { ...otherShop, amounts: { min: '900.00', max: '1000.00' } });

const readAs = (args: string[], ...merchants: Merchant[]) =>
  readRequest({
    args,
    config: { merchants, texts: sampleTexts },
    readFile: (path) => files[path] ?? assert.fail('ENOENT'),
    clock: { now: () => checkTime },
  });

function assertRefused(args: string[], message: RegExp): void {
  assert.throws(
    () => read(...args),
    (error) => isMendable(error) && message.test(error.message),
  );
}

const isMendable = (error: unknown): error is Error =>
  error instanceof CheckError || error instanceof ArgumentsError;

describe('what follows npm run check-lender --', () => {
  it('may be nothing', () => {
    const { merchant, applicant, loanId, isCharged, cents } = read();
    assert.equal(merchant, shop);
    assert.deepEqual([applicant, loanId, isCharged, cents], [undefined, undefined, false, 840_000]);
  });

  it('is who applies, for how much, and at which merchant', () => {
    const { merchant, applicant, isCharged, cents } = read(
      ...['ada.json', '--charge', '--merchant', 'pk_test_other', '--amount', '950'],
    );
    assert.equal(merchant.publishable_key, 'pk_test_other');
    assert.equal(applicant?.last_name, 'Sample');
    assert.deepEqual([isCharged, cents], [true, 95_000]);
  });

  it('is for the nearest amount that the merchant sells for, where it names none', () => {
    assert.equal(read('--merchant', 'pk_test_other').cents, 100_000);
    const amounts = { min: '9000.00', max: '10000.00' };
    assert.equal(readAs([], { ...shop, amounts }).cents, 900_000);
  });

  it('takes as read the texts in force, where the file does not say which were', () => {
    const { applicant } = read('short.json');
    const said = sampleTexts.current('soft_pull_authorization', 'en', '2026-03-02');
    assert.equal(applicant?.soft_pull_consent_version, said.version);
    assert.equal(applicant?.soft_pull_consent_text_sha256, sha256Hex(said.text));
    assert.equal(applicant?.esign_consent_at, '2026-03-02T15:00:00Z');
  });

  for (const [args, message] of [
    [['unsaid.json'], /^unsaid\.json is no application: soft_pull_consent is consent_required$/],
    [['--what'], /^Unknown option '--what'; use: npm run check-lender -- /],
    [['ada.json', 'bob.json'], /^Unexpected argument 'bob\.json'; use: npm run check-lender -- /],
    [['ada.json', '--loan', 'loan-1'], /^give a FILE to apply with, or the --loan that is there: /],
    [['--charge'], /^--charge needs a FILE or a --loan: /],
    [['--loan', ''], /^--loan is empty: /],
    [['--merchant', 'pk_none'], /^--merchant is wrong: .* has pk_test_shop, pk_test_other$/],
    [['--amount', '8,400'], /^--amount is wrong: write one from 500\.00 to 100000\.00$/],
    [['--amount', '1', '--merchant', 'pk_test_other'], /from 900\.00 to 1000\.00$/],
    [['none.json'], /^none\.json is wrong: it cannot be read$/],
    [['torn.json'], /^torn\.json is wrong: it is not JSON$/],
    [['list.json'], /^list\.json is no application: the whole is invalid/],
  ] as const) {
    it(`is refused: ${args.join(' ')}`, () => {
      assertRefused([...args], message);
    });
  }
});
