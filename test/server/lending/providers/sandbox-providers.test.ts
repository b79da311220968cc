import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { personas } from '../../../../server/lending/providers/personas.ts';
import { BureauUnavailableError } from '../../../../server/lending/providers/providers.ts';
import { sandboxProvidersThatWait } from '../../../../server/lending/providers/sandbox-providers.ts';

const waits: number[] = [];
const { bureau, applicants, addresses, underwriting, processor, bankRails, messenger } =
  sandboxProvidersThatWait(async (milliseconds) => {
    waits.push(milliseconds);
  });

const inquiry = (ssn: string, attempt = 1) =>
  bureau.softInquiry({
    inquiry_id: 'i1',
    attempt,
    ssn,
    date_of_birth: '1980-01-01',
    first_name: 'Avery',
    last_name: 'Sample',
    address_1: '1 Main Street',
    city: 'Columbus',
    state: 'OH',
    zip_code: '43004',
  });

describe('the sandbox bureau', () => {
  it('answers the same inquiry with the same report', async () => {
    assert.deepEqual(await inquiry('900100101'), await inquiry('900100101'));
    assert.equal((await inquiry('900100101')).score?.value, 560);
  });

  it('is down for 900-10-0201, whatever the attempt', async () => {
    await assert.rejects(inquiry('900100201', 1), BureauUnavailableError);
    await assert.rejects(inquiry('900100201', 2), BureauUnavailableError);
  });

  it('is down for the first attempt of 900-10-0204 only', async () => {
    await assert.rejects(inquiry('900100204', 1), BureauUnavailableError);
    assert.equal((await inquiry('900100204', 2)).score?.value, 780);
  });

  it('fails for 900-10-0203 otherwise than by being down', async () => {
    await assert.rejects(
      inquiry('900100203'),
      (error) => !(error instanceof BureauUnavailableError),
    );
  });

  it('takes 25 seconds for 900-10-0202', async () => {
    await inquiry('900100202');
    assert.deepEqual(waits, [25_000]);
  });

  it('knows other numbers as prime or near-prime, always the same', async () => {
    const scores = new Set<number | undefined>();
    for (let serial = 1; serial <= 40; serial += 1) {
      const ssn = `90011${String(serial).padStart(4, '0')}`;
      const report = await inquiry(ssn);
      assert.deepEqual(await inquiry(ssn), report);
      scores.add(report.score?.value);
    }
    assert.deepEqual([...scores].sort(), [655, 780]);
  });
});

/** Areas 000, 666 and 900 to 999, group 00 and serial 0000 were never issued. */
const issuable = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/;

describe('the gate for social security numbers', () => {
  for (const [ssn, isTaken] of [
    ['900100001', true],
    ['900010000', true],
    ['900499999', true],
    ['900000001', false],
    ['900500001', false],
    ['901100001', false],
    ['000121234', false],
    ['666121234', false],
    ['123001234', false],
    ['123450000', false],
    ['123456789', false],
    ['899999999', false],
  ] as const) {
    it(`takes ${ssn} ${isTaken ? '' : 'not '}in the sandbox`, () => {
      assert.equal(applicants.acceptsSsn(ssn), isTaken);
    });
  }

  it('never takes a number that somebody may have', () => {
    const nine = fc.integer({ min: 0, max: 999_999_999 }).map((n) => String(n).padStart(9, '0'));
    fc.assert(fc.property(nine, (ssn) => !(applicants.acceptsSsn(ssn) && issuable.test(ssn))));
    assert.ok(personas.every(({ ssn }) => applicants.acceptsSsn(ssn)));
  });
});

describe('the person', () => {
  const person = { ssn: '900100001', date_of_birth: '1980-01-01', email: 'Avery@example.test' };
  const other = { ...person, email: 'blake@example.test' };

  it('is told apart by e-mail in the sandbox, whatever its case', () => {
    assert.notEqual(applicants.personKey(person), applicants.personKey(other));
    assert.equal(
      applicants.personKey(person),
      applicants.personKey({ ...person, email: 'avery@EXAMPLE.test' }),
    );
  });
});

describe('magic values', () => {
  it('refuse an undeliverable address', async () => {
    const address = { address_1: '1 Undeliverable Way', city: 'X', state: 'OH', zip_code: '43004' };
    assert.equal(await addresses.isDeliverable(address), false);
    assert.equal(await addresses.isDeliverable({ ...address, address_1: '2 Main' }), true);
  });

  for (const [name, result] of [
    ['Hillside', 'approved'],
    ['DECLINE Roofing', 'declined'],
    ['REVIEW Roofing', 'review'],
    ['SUSPEND Roofing', 'approved_then_suspended'],
  ] as const) {
    it(`make the underwriting of ${name} ${result}`, async () =>
      assert.equal(await underwriting.assess({ business_name: name }), result));
  }

  for (const [kind, identifier, submitted, settled] of [
    ['charge', null, 'accepted', 'settled'],
    ['charge', 'order-17', 'accepted', 'settled'],
    ['charge', 'sbx:processor_fail', 'rejected', 'settled'],
    ['charge', 'sbx:processor_fail#order-17', 'rejected', 'settled'],
    ['charge', 'sbx:exclude', 'excluded', 'settled'],
    ['charge', 'sbx:slow#x', 'undecided', 'settled'],
    ['charge', 'sbx:reverse', 'accepted', 'settled_then_returned'],
    ['charge', 'xsbx:slow', 'accepted', 'settled'],
    ['refund', 'sbx:processor_fail', 'rejected', 'settled'],
    ['refund', 'sbx:slow', 'undecided', 'settled'],
    ['refund', 'sbx:exclude', 'accepted', 'settled'],
    ['refund', 'sbx:reverse', 'accepted', 'settled'],
  ] as const) {
    it(`let the processor answer a ${kind} ${identifier} with ${submitted}, then ${settled}`, async () => {
      const payment = { id: 'p1', kind, amount_cents: 100, payment_identifier: identifier };
      assert.equal((await processor.submit(payment)).outcome, submitted);
      assert.equal((await processor.settle(payment)).outcome, settled);
    });
  }

  for (const [identifier, answer] of [
    ['sbx:consumer_approve', 'approve'],
    ['sbx:consumer_reject#order-17', 'reject'],
    ['sbx:slow', null],
    [null, null],
  ] as const) {
    it(`let the consumer answer ${identifier} with ${answer}`, () =>
      assert.equal(applicants.answerToCharge(identifier), answer));
  }

  it('send two verifying deposits to the account that everybody knows', async () => {
    const known = {
      id: 'first',
      ach_routing_number: '110000000',
      ach_account_number: '000123456789',
    };
    assert.deepEqual((await bankRails.sendMicroDeposits(known)).amounts_cents, [32, 45]);
    const other = { ...known, id: 'second', ach_account_number: '12345678' };
    const { amounts_cents, return_code } = await bankRails.sendMicroDeposits(other);
    assert.ok(amounts_cents.every((cents) => cents >= 1 && cents <= 99));
    assert.equal(return_code, null);
    assert.deepEqual((await bankRails.sendMicroDeposits(other)).amounts_cents, amounts_cents);
  });

  it('return deposits, let them expire and return payouts', async () => {
    const account = (ach_account_number: string) => ({
      id: ach_account_number,
      ach_routing_number: '021000021',
      ach_account_number,
    });
    assert.equal((await bankRails.sendMicroDeposits(account('000000000013'))).return_code, 'R03');
    assert.equal((await bankRails.sendMicroDeposits(account('000000000014'))).valid_ms, 0);
    assert.deepEqual(
      await bankRails.payOut({ ...account('000111111116'), id: 'a', amount_cents: 100 }),
      {
        outcome: 'returned',
        return_code: 'R02',
      },
    );
  });

  for (const [phone, reach] of [
    ['+16145550100', 'reachable'],
    ['+15005550004', 'opted_out'],
    ['+15005550001', 'invalid'],
    ['+15005550009', 'undeliverable'],
  ] as const) {
    it(`make ${phone} ${reach}`, async () => assert.equal(await messenger.smsReach(phone), reach));
  }

  it('let one address bounce', async () => {
    const message = { id: 'm1', channel: 'email', subject: 's', text: 't' } as const;
    assert.equal(await messenger.send({ ...message, to: 'Bounce@example.test' }), 'bounced');
    assert.equal(await messenger.send({ ...message, to: 'avery@example.test' }), 'sent');
  });
});
