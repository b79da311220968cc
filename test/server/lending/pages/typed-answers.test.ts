import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digitsOf } from '../../../../server/lending/domain/formats.ts';
import { wireValue } from '../../../../server/lending/pages/apply/form-fields.ts';

describe('digits, however they were grouped', () => {
  for (const [typed, digits] of [
    ['7342055188', '7342055188'],
    ['7342 055-188', '7342055188'],
    ['7342.055.188', '7342055188'],
    ['7342055\u2013188', '7342055188'],
    ['\u202a7342055\u2011188\u202c', '7342055188'],
    ['123\u00a0456', '123456'],
    ['00\u200b01', '0001'],
    ['734205518B', '734205518B'],
    ['7342/055188', '7342/055188'],
    ['\u0661\u0662\u0663\u0664', '\u0661\u0662\u0663\u0664'],
    [' \u2013 ', ''],
    ['', ''],
  ] as const) {
    it(`${JSON.stringify(typed)} => ${JSON.stringify(digits)}`, () => {
      assert.equal(digitsOf(typed), digits);
    });
  }
});

describe('a typed answer, as the API wants it', () => {
  for (const [field, typed, wire] of [
    ['zip_code', '80203', '80203'],
    ['zip_code', ' 80203- ', '80203'],
    ['zip_code', '802031234', '80203-1234'],
    ['zip_code', '80203 1234', '80203-1234'],
    ['zip_code', '80203\u20131234', '80203-1234'],
    ['zip_code', '\u202a80203-1234\u202c', '80203-1234'],
    ['zip_code', '80203-12', '80203-12'],
    ['zip_code', '8O203', '8O203'],
    ['date_of_birth', '4/28/1986', '1986-04-28'],
    ['date_of_birth', '04281986', '1986-04-28'],
    ['date_of_birth', '04 - 28 - 1986', '1986-04-28'],
    ['date_of_birth', '4/28/86', '4/28/86'],
    ['ssn', '900-10-0001', '900100001'],
    ['ssn', '900\u201310\u20130001', '900100001'],
    ['ssn', '9OO-10-0001', '9OO-10-0001'],
    ['annual_income', '$84,000.', '84000'],
    ['annual_income', '$ 1,084,000.50', '1084000.50'],
    ['annual_income', '12.5.', '12.5.'],
    ['annual_income', '42000,50', '42000,50'],
    ['annual_income', '42.000,50', '42.000,50'],
    ['annual_income', '1250,5', '1250,5'],
    ['monthly_housing_payment', '1250.', '1250'],
    ['monthly_housing_payment', '.', '.'],
    ['phone', '(555) 555-0123', '+15555550123'],
    ['phone', '+1 555 555 0123', '+15555550123'],
    ['phone', '+65 6123 4567', '+65 6123 4567'],
    ['phone', '+47 412 34 567', '+47 412 34 567'],
  ] as const) {
    it(`${field} ${JSON.stringify(typed)} => ${JSON.stringify(wire)}`, () => {
      assert.equal(wireValue(field, typed), wire);
    });
  }
});
