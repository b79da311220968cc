import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { loanNumber } from '../../server/lending/domain/loan.ts';
import { canaryAccount, canaryApplicant } from './canaries.ts';
import { LeakScanner } from './leak-scanner.ts';

const people = Array.from({ length: 50 }, (_, n) => canaryApplicant(n));
const [, , person = canaryApplicant(2)] = people;
const scanner = new LeakScanner(people);
const noise = (): string => randomBytes(500).toString('base64');
const digits = person.ssn.replaceAll('-', '');

describe('the scanner of leaks', () => {
  const leaks = [
    ['ssn', `"ssn":"${person.ssn}"`],
    ['ssn', `ssn${digits}1985-04-12`],
    ['ssn', Buffer.from(`id ${digits}/${'x'.repeat(20)}`).toString('hex')],
    ['ssn', Buffer.from(`{"ssn":"${person.ssn}"}`).toString('base64')],
    ['birth_date', `born ${person.date_of_birth}`],
    ['birth_date', `born ${person.date_of_birth.split('-').toReversed().join('.')}`],
    ['birth_date', `born ${person.date_of_birth.replaceAll('-', '')}`],
    ['income', person.annual_income],
    ['name', person.last_name.toUpperCase()],
    ['email', encodeURIComponent(person.email)],
    ['email', `"${person.email.replace('@', '\\u0040')}"`],
    ['email', Buffer.from(`to=${person.email}&`).toString('base64url')],
    ['phone', `(${person.phone.slice(2, 5)}) ${person.phone.slice(5, 8)}-${person.phone.slice(8)}`],
  ] as const;

  for (const [kind, leak] of leaks) {
    it(`finds ${kind} written as ${leak.replaceAll(/\w/g, 'x')}`, () => {
      assert.deepEqual(scanner.inText(`${noise()} ${leak} ${noise()}`), [kind]);
    });
  }

  it('finds an income that SQLite keeps as an integer of cents', () => {
    const cents = Buffer.alloc(6);
    cents.writeUIntBE(Math.round(Number(person.annual_income) * 100), 0, 6);
    assert.deepEqual(scanner.inBytes(Buffer.concat([randomBytes(99), cents])), ['income']);
  });

  it('takes the cents of one of a crowd for chance, and of two for a leak', () => {
    const crowd = Array.from({ length: 200 }, (_, n) => canaryApplicant(n));
    const inCents = ({ annual_income }: typeof person) => {
      const cents = Buffer.alloc(6);
      cents.writeUIntBE(Math.round(Number(annual_income) * 100), 0, 6);
      return cents;
    };
    const kept = crowd.slice(0, 2).map(inCents);
    const sealed = new LeakScanner(crowd);
    assert.deepEqual(sealed.inBytes(Buffer.concat([...kept.slice(1), randomBytes(99)])), []);
    assert.deepEqual(sealed.inBytes(Buffer.concat([...kept, randomBytes(99)])), ['income']);
  });

  it('finds the number of a bank account', () => {
    const books = new LeakScanner([], [canaryAccount(7)]);
    assert.deepEqual(books.inText(`account ${canaryAccount(7)}`), ['account']);
    assert.deepEqual(books.inText(`account ${canaryAccount(8)}`), []);
  });

  it('takes no digits of the present time for an income', () => {
    const now = String(Date.now());
    const earning = new LeakScanner([{ ...person, annual_income: `${now.slice(0, 9)}.00` }]);
    assert.deepEqual(earning.inText(`"at":${now},`), []);
    assert.deepEqual(earning.inText(`"at":${now.slice(0, 9)},`), ['income']);
  });

  it('takes no nine digits of the lender’s own numbers for somebody’s', () => {
    const own = loanNumber(digits);
    assert.deepEqual(
      scanner.inText(`"loanNumber":"${own}","payment_identifier":"PR-1${digits}"`),
      [],
    );
    const another = `${digits}${(Number(own.at(-1)) + 1) % 10}`;
    assert.deepEqual(scanner.inText(`"loanNumber":"${another}"`), ['ssn']);
  });

  it('takes no eight digits of a longer number for a date', () => {
    const born = person.date_of_birth.replaceAll('-', '');
    assert.deepEqual(scanner.inText(`at 17${born}00`), []);
  });

  it('finds nothing in noise, nor nine digits inside a digest', () => {
    assert.deepEqual(scanner.inText(noise()), []);
    assert.deepEqual(scanner.inText(`"${'ab12'.repeat(7)}${digits}${'cd34'.repeat(7)}"`), []);
  });
});
