import { expect } from '@open-wc/testing';
import {
  formatDate,
  formatTime,
  formatTypedDate,
  hasShortYear,
  localDay,
  parseTypedDate,
  wireTime,
} from '../../../widget/format/date.ts';
import {
  formatLoanNumber,
  formatTypedPhone,
  formatTypedSsn,
  formatTypedZipCode,
  parseDigits,
  parsePhone,
} from '../../../widget/format/digits.ts';
import { formatMoney, formatTypedMoney, parseMoney } from '../../../widget/format/money.ts';

type Table = readonly (readonly [input: string, output: string])[];

function check(name: string, convert: (input: string) => string, table: Table): void {
  describe(name, () => {
    for (const [input, output] of table) {
      it(`${JSON.stringify(input)} => ${JSON.stringify(output)}`, () => {
        expect(convert(input)).to.equal(output);
      });
    }
  });
}

check('formatMoney()', formatMoney, [
  ['8400.00', '$8,400.00'],
  ['8400.5', '$8,400.50'],
  ['8400', '$8,400.00'],
  ['100', '$100.00'],
  ['0.07', '$0.07'],
  // More digits than a float holds: the text must not pass through one.
  ['999999999.99', '$999,999,999.99'],
]);

describe('formatMoney() beside Intl.NumberFormat', () => {
  for (const language of ['en-US', 'es-US']) {
    it(`writes amounts of every length alike, ${language}`, () => {
      const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
      for (const money of [
        '1',
        '12',
        '123',
        '1234',
        '12345',
        '123456',
        '1234567',
        '123456789.99',
      ]) {
        expect(formatMoney(money)).to.equal(dollars.format(Number(money)));
      }
    });
  }
});

check('formatLoanNumber()', formatLoanNumber, [
  ['7342055188', '7342 055 188'],
  ['LN-2026-0042', 'LN-2026-0042'],
  ['73420551', '73420551'],
]);

check('parseMoney()', parseMoney, [
  ['84000', '84000'],
  ['$84,000', '84000'],
  [' 1,250.50 ', '1250.50'],
  ['84,000.', '84000'],
  ['$84000.', '84000'],
  ['12.5.', '12.5.'],
  ['.', '.'],
  ['12,50', '12,50'],
  ['1.250,00', '1.250,00'],
  ['lots', 'lots'],
  // As a Japanese keyboard types it.
  ['＄８４，０００．５０', '84000.50'],
]);

check('formatTypedMoney()', formatTypedMoney, [
  ['84000', '84,000.00'],
  ['$1,250.5', '1,250.50'],
  ['84,000.', '84,000.00'],
  ['0', '0.00'],
  ['12.345', '12.345'],
  ['', ''],
]);

check('parseTypedDate()', parseTypedDate, [
  ['4/12/1985', '1985-04-12'],
  ['04-12-1985', '1985-04-12'],
  ['04 12 1985', '1985-04-12'],
  ['04121985', '1985-04-12'],
  ['1985-04-12', '1985-04-12'],
  // As a Japanese keyboard and typesetters have it.
  ['４／１２／１９８５', '1985-04-12'],
  ['\u200e4\u201312\u20131985', '1985-04-12'],
  ['4/12/85', '4/12/85'],
  ['April 12', 'April 12'],
]);

check('formatTypedDate()', formatTypedDate, [
  ['4/12/1985', '04/12/1985'],
  ['1985-04-12', '04/12/1985'],
  ['04121985', '04/12/1985'],
  ['soon', 'soon'],
]);

check('hasShortYear()', (typed) => String(hasShortYear(typed)), [
  ['4/12/85', 'true'],
  [' 04-12-85 ', 'true'],
  ['041285', 'true'],
  ['４／１２／８５', 'true'],
  ['4/12/1985', 'false'],
  ['04121985', 'false'],
  ['4/12', 'false'],
  ['', 'false'],
]);

check('formatDate()', (date) => formatDate(date, 'en'), [
  ['2026-03-01', 'March 1, 2026'],
  ['2026-12-31', 'December 31, 2026'],
]);

check('parsePhone()', parsePhone, [
  ['(555) 555-0123', '+15555550123'],
  ['555.555.0123', '+15555550123'],
  ['+1 555 555 0123', '+15555550123'],
  ['1-555-555-0123', '+15555550123'],
  // As contact cards and typesetters have it.
  ['\u202a(555)\u00a0555\u20110123\u202c', '+15555550123'],
  ['（５５５）５５５－０１２３', '+15555550123'],
  ['555-0123', '555-0123'],
  ['2 555 555 0123', '2 555 555 0123'],
  ['1 555 555 01234', '1 555 555 01234'],
  ['+44 20 7946 0958', '+44 20 7946 0958'],
  // Ten digits with the other country's code.
  ['+65 6123 4567', '+65 6123 4567'],
  ['+47 412 34 567', '+47 412 34 567'],
  ['call me', 'call me'],
]);

check('formatTypedPhone()', formatTypedPhone, [
  ['5555550123', '(555) 555-0123'],
  ['555', '555'],
]);

check('parseDigits()', parseDigits, [
  ['900-10-0001', '900100001'],
  ['900 10 0001', '900100001'],
  ['900\u201310\u20130001', '900100001'],
  ['900100001', '900100001'],
  ['９００１００００１', '900100001'],
  ['9OO-10-0001', '9OO-10-0001'],
]);

check('formatTypedSsn()', formatTypedSsn, [
  ['900100001', '900-10-0001'],
  ['90010', '90010'],
]);

check('formatTypedZipCode()', formatTypedZipCode, [
  ['80203', '80203'],
  [' 80203- ', '80203'],
  ['802031234', '80203-1234'],
  ['80203 1234', '80203-1234'],
  ['80203\u20131234', '80203-1234'],
  ['\u202a80203-1234\u202c', '80203-1234'],
  ['80203-12', '80203-12'],
  ['8O203', '8O203'],
  ['', ''],
]);

describe('times', () => {
  it('are shown in the reader’s own zone, and named', () => {
    expect(formatTime('2026-03-01T15:04:00Z', 'en')).to.match(/7:04\sAM PST/);
  });

  it('go out in UTC without fractions', () => {
    expect(wireTime(Date.parse('2026-03-01T15:04:05.678Z'))).to.equal('2026-03-01T15:04:05Z');
  });

  it('give the day where the reader is', () => {
    expect(localDay(Date.parse('2026-01-06T05:00:00Z'))).to.equal('2026-01-05');
  });
});
