import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { HttpInputError } from '../../../../server/platform/http/http-input-error.ts';
import { parseStrictJson } from '../../../../server/platform/http/parse-strict-json.ts';

/** `nestedIn('[', 2) => '[[1]]'` */
function nestedIn(opening: string, times: number): string {
  const closing = opening.replaceAll(/[^[{]/g, '').replaceAll('[', ']').replaceAll('{', '}');
  return `${opening.repeat(times)}1${Array.from(closing).reverse().join('').repeat(times)}`;
}

function withKeys(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i]));
}

const refused = [
  ['malformed', ''],
  ['malformed', '{'],
  ['malformed', '{"a":1,}'],
  ['malformed', "{'a':1}"],
  ['malformed', '{"a":01}'],
  ['malformed', '{"a":NaN}'],
  ['malformed', '{"a":1} {"a":2}'],
  ['malformed', '"\u0001"'],
  ['duplicate_key', '{"a":1,"a":2}'],
  ['duplicate_key', '{"a":1,"a":1}'],
  ['duplicate_key', '{"a":1,"\\u0061":2}'],
  ['duplicate_key', '[{"b":{"a":1,"c":[{}],"a" \n: 2}}]'],
  ['forbidden_key', '{"__proto__":{"isAdmin":true}}'],
  ['forbidden_key', '{"\\u005f_proto__":1}'],
  ['forbidden_key', '{"a":[{"constructor":{"prototype":1}}]}'],
  ['forbidden_key', '{"constructor":1}'],
  ['forbidden_key', '{"prototype":1}'],
  ['too_deep', '[[[[[[[[[1]]]]]]]]]'],
  ['too_deep', nestedIn('{"a":', 9)],
  ['too_deep', nestedIn('[{"a":', 5)],
  ['too_deep', nestedIn('{"a":', 100_000)],
  ['too_deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['too_many_keys', JSON.stringify(withKeys(101))],
  ['lossy_number', '{"a":90071992547409931}'],
  ['lossy_number', '{"a":-9007199254740993}'],
  ['invalid_text', '{"a":"b\\u0000c"}'],
  ['invalid_text', '{"a\\u0000":1}'],
  ['invalid_text', '{"a":"\\ud800"}'],
] as const;

describe('parseStrictJson() [asvs:strict-json]', () => {
  for (const [problem, text] of refused) {
    it(`refuses ${text.slice(0, 60)} as ${problem}`, () => {
      assert.throws(
        () => parseStrictJson(text),
        (error) => error instanceof HttpInputError && error.problem === problem,
      );
    });
  }

  for (const [text, value] of [
    ['{"a":8400.10}', { a: 8400.1 }],
    ['{"a":[1.10,2,-0.5,9999999999999.99]}', { a: [1.1, 2, -0.5, 9_999_999_999_999.99] }],
    ['{"a":[1e3,1.100,12345678901234.5]}', { a: [Number.NaN, Number.NaN, Number.NaN] }],
    ['[9007199254740991,-1,0]', [9007199254740991, -1, 0]],
    ['{"a":"x\\\\","b":"{[\\"1.5"}', { a: 'x\\', b: '{["1.5' }],
    ['{"a":"\\\\u0000"}', { a: '\\u0000' }],
    ['{"a":"\\ud83d\\ude00"}', { a: '😀' }],
    ['{"a":{"b":1},"b":{"a":1}}', { a: { b: 1 }, b: { a: 1 } }],
    ['["a","a"]', ['a', 'a']],
    ['{"a":"https://b.example:8443/?c=\\"d\\":1"}', { a: 'https://b.example:8443/?c="d":1' }],
    [' null ', null],
    ['12.50', 12.5],
  ] as const) {
    it(`reads ${text}`, () => assert.deepEqual(parseStrictJson(text), value));
  }

  it('reads what is just so deep and has just so many keys', () => {
    for (const text of [nestedIn('[', 8), nestedIn('{"a":', 8), JSON.stringify(withKeys(100))]) {
      assert.deepEqual(parseStrictJson(text), JSON.parse(text));
    }
  });

  it('keeps numbers that a double cannot hold as they were written', () => {
    const limits = { depth: 8, keysPerObject: 100, keepsNumbers: true };
    const text = '[7.125,8400.10,1e3,12,9007199254740991,90071992547409931,-12345678901234567890]';
    assert.deepEqual(parseStrictJson(text, limits), [
      '7.125',
      8400.1,
      '1e3',
      12,
      9_007_199_254_740_991,
      '90071992547409931',
      '-12345678901234567890',
    ]);
  });

  it('reads whatever JSON.stringify writes', () => {
    const fields = fc.string({ unit: 'binary' }).map((key) => `k${key.replaceAll('\0', '')}`);
    const texts = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        texts,
        fc.maxSafeInteger().map((n) => n + 0),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 5 }),
        fc.dictionary(fields, tie('tree'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        assert.deepEqual(parseStrictJson(JSON.stringify(value, null, 1)), plain);
      }),
    );
  });
});
