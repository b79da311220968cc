import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CheckError } from '../../../../server/bff/check-lender/check-error.ts';
import { readRequest } from '../../../../server/bff/check-lender/check-request.ts';
import { otherShop, shop } from '../../../helpers/bff.ts';
import { anApplication } from '../../../helpers/shop-page.ts';
import { checkTime } from './lender-check.ts';

const files: Readonly<Record<string, string>> = {
  'ada.json': JSON.stringify(anApplication()),
  'torn.json': '{"ssn": "900-10-0001"',
  'list.json': '[]',
};

const read = (...args: string[]) =>
  readRequest({
    args,
    config: { merchants: [shop, { ...otherShop, amounts: { min: '900.00', max: '1000.00' } }] },
    readFile: (path) => files[path] ?? assert.fail('ENOENT'),
    now: checkTime,
  });

function assertRefused(args: string[], message: RegExp): void {
  assert.throws(
    () => read(...args),
    (error) => error instanceof CheckError && message.test(error.message),
  );
}

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

  for (const [args, message] of [
    [['--what'], /^use: npm run check-lender -- /],
    [['ada.json', 'bob.json'], /^one FILE at most: /],
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
