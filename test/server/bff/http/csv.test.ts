import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvOf } from '../../../../server/bff/http/csv.ts';

const cellOf = (value: string | number | null) =>
  csvOf(['a'], [{ a: value }]).slice('a\r\n'.length);

describe('csvOf()', () => {
  it('writes a line for the columns and one for each row', () => {
    assert.equal(csvOf(['b', 'a'], [{ a: 'one', b: 2 }]), 'b,a\r\n2,one\r\n');
    assert.equal(csvOf(['a'], []), 'a\r\n');
  });

  for (const [value, written] of [
    ['plain', 'plain'],
    [null, ''],
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1 555 0100', "'+1 555 0100"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    // A number is harmless, and a sum needs it.
    ['-400.00', '-400.00'],
  ] as const) {
    it(`writes ${JSON.stringify(value)} as ${JSON.stringify(written)}`, () => {
      assert.equal(cellOf(value), `${written}\r\n`);
    });
  }
});
