import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Reader,
  readApr,
  readCents,
  readCount,
  readDate,
  readId,
  readMoney,
  readRate,
  readText,
  readTime,
  readUuid,
} from '../../../../server/bff/lender/sponsor-lending-api/values.ts';

const uuid1 = '6FA459EA-EE8A-11D2-90D4-00C04FD430C8';

const cases: ReadonlyArray<readonly [Reader<unknown>, ReadonlyArray<readonly [unknown, unknown]>]> =
  [
    [
      readMoney,
      [
        ['8400.00', '8400.00'],
        ['8400', '8400.00'],
        [' 8400.5 ', '8400.50'],
        ['08400.500', '8400.50'],
        [8400, '8400.00'],
        [8400.1, '8400.10'],
        ['999999999.99', '999999999.99'],
        ['1000000000.00', null],
        ['10000000000', null],
        ['8,400.00', null],
        ['$8400.00', null],
        ['8400.005', null],
        ['-1.00', null],
        ['', null],
        [Number.NaN, null],
        [null, null],
        [true, null],
        [['8400.00'], null],
      ],
    ],
    [
      readCents,
      [
        ['-1000.00', -100_000],
        [-0.5, -50],
        ['-0.00', 0],
        ['1e3', null],
      ],
    ],
    [
      readApr,
      [
        ['12.99', '12.99'],
        [12.9, '12.90'],
        ['0', '0.00'],
        ['12.990', '12.99'],
        ['12.995', null],
        ['129.90', null],
        ['12.99%', null],
        ['-1.00', null],
      ],
    ],
    [
      readRate,
      [
        ['7.125', '7.125'],
        [7, '7.00'],
        ['7.1250', '7.125'],
        ['7.1251', null],
      ],
    ],
    [
      readUuid,
      [
        [uuid1, uuid1.toLowerCase()],
        ['01890a5d-ac96-774b-bcce-b302099a8057', '01890a5d-ac96-774b-bcce-b302099a8057'],
        ['6fa459eaee8a11d290d400c04fd430c8', null],
        [7, null],
      ],
    ],
    [
      readTime,
      [
        ['2026-03-01T15:04:05Z', '2026-03-01T15:04:05Z'],
        ['2026-03-01T17:04:05.987654+02:00', '2026-03-01T15:04:05Z'],
        ['2026-02-28t23:30:00-0500', '2026-03-01T04:30:00Z'],
        ['2026-03-01 15:04:05+00:00', '2026-03-01T15:04:05Z'],
        ['2026-03-01T15:04:05', null],
        ['2026-02-30T15:04:05Z', null],
        ['2026-03-01T25:04:05Z', null],
        ['2016-12-31T23:59:60Z', null],
        ['2016-12-31 18:59:60.5-05:00', null],
        ['2026-03-01T15:04:05+99:00', null],
        ['2026-03-01', null],
        [1_772_000_000, null],
      ],
    ],
    [
      readDate,
      [
        ['2028-02-29', '2028-02-29'],
        ['2026-02-29', null],
        ['2026-03-01T00:00:00Z', null],
        ['03/01/2026', null],
      ],
    ],
    [
      readId,
      [
        [' a/b ', 'a/b'],
        [7_342_055_188, '7342055188'],
        ['', null],
        ['a\nb', null],
        ['x'.repeat(201), null],
      ],
    ],
    [
      readCount,
      [
        [60, 60],
        ['60', 60],
        ['60.0', 60],
        [60.5, null],
        [-1, null],
      ],
    ],
    [
      readText,
      [
        [' <b>Ada</b> ', '<b>Ada</b>'],
        ['  ', null],
        [5, null],
        ['x'.repeat(5_001), null],
      ],
    ],
  ];

for (const [read, expectations] of cases) {
  describe(`${read.name}()`, () => {
    for (const [value, expected] of expectations) {
      const shown = JSON.stringify(value)?.slice(0, 50);
      it(`reads ${shown} as ${expected}`, () => assert.equal(read(value), expected));
    }
  });
}
