import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  refundPhase,
  refusalOfRefund,
  unrefunded,
} from '../../../../../server/lending/domain/funding/refund-rules.ts';
import type { TransactionStatus } from '../../../../../server/lending-api/statuses.ts';

const split = (charge: number, merchant: number, platform: number, sponsor: number) => ({
  consumer_charge_amount_cents: charge,
  net_to_merchant_amount_cents: merchant,
  net_platform_fee_cents: platform,
  net_to_sponsor_amount_cents: sponsor,
});

const whole = split(100_000, 94_000, 4_000, 2_000);
const third = split(33_333, 31_333, 1_333, 667);
const rest = split(33_334, 31_334, 1_334, 666);

/** Monday 2026-03-02, 10:00 in New York; the batch leaves at 17:00. */
const morning = Date.UTC(2026, 2, 2, 15);
const cutOff = Date.UTC(2026, 2, 2, 22);

const charge = (status: TransactionStatus, change = {}) => ({
  ...whole,
  transaction_description: 109 as const,
  status,
  status_at: morning,
  ...change,
});
const settled = (amounts = third) => ({
  ...amounts,
  status: 'Transferred' as const,
  settled_at: morning,
});
const failed = { ...third, status: 'Failed' as const, settled_at: null };
const inFlight = { ...third, status: 'Submitted' as const, settled_at: null };

describe('unrefunded()', () => {
  it('is each part less what stands of earlier refunds, to the last cent', () => {
    assert.deepEqual(unrefunded(whole, []), whole);
    assert.deepEqual(unrefunded(whole, [settled(), inFlight]), rest);
    assert.deepEqual(unrefunded(whole, [settled(), settled(), settled(rest)]), split(0, 0, 0, 0));
  });

  it('counts a refund that failed as none', () => {
    assert.deepEqual(unrefunded(whole, [failed]), whole);
  });
});

describe('refundPhase()', () => {
  for (const [status, phase] of [
    ['Pending', 'not_sent'],
    ['Submitted', 'in_processing'],
    ['Successful', 'in_processing'],
    ['Transferred', 'settled'],
    ['Failed', 'over'],
    ['Reversed', 'over'],
    ['Excluded', 'over'],
  ] as const) {
    it(`${status}: ${phase}`, () => assert.equal(refundPhase(charge(status), morning), phase));
  }

  it('of a charge whose batch has left, though its timer has not run: in_processing', () => {
    assert.equal(refundPhase(charge('Pending'), cutOff - 1), 'not_sent');
    assert.equal(refundPhase(charge('Pending'), cutOff), 'in_processing');
  });

  it('of a refund, whatever its status: over', () => {
    assert.equal(
      refundPhase(charge('Transferred', { transaction_description: 115 }), morning),
      'over',
    );
  });
});

describe('refusalOfRefund()', () => {
  for (const [name, asked, refusal] of [
    ['nominal', { charge: charge('Transferred'), refunds: [], asked: whole }, null],
    [
      'a part of a settled charge',
      { charge: charge('Transferred'), refunds: [], asked: third },
      null,
    ],
    [
      'all that is left',
      { charge: charge('Transferred'), refunds: [settled(), settled()], asked: rest },
      null,
    ],
    [
      'after one that failed',
      { charge: charge('Transferred'), refunds: [failed], asked: whole },
      null,
    ],
    ['all of a charge not sent', { charge: charge('Pending'), refunds: [], asked: whole }, null],
    ['a part of one', { charge: charge('Pending'), refunds: [], asked: third }, /in full/],
    ['at the processor', { charge: charge('Submitted'), refunds: [], asked: whole }, /settled/],
    ['on its way', { charge: charge('Successful'), refunds: [], asked: whole }, /settled/],
    ['a failed charge', { charge: charge('Failed'), refunds: [], asked: whole }, /Failed/],
    [
      'a refund',
      {
        charge: charge('Transferred', { transaction_description: 115 }),
        refunds: [],
        asked: third,
      },
      /refund cannot be refunded/,
    ],
    [
      'while another is in flight',
      { charge: charge('Transferred'), refunds: [inFlight], asked: third },
      /under way/,
    ],
    [
      'a cent too much',
      {
        charge: charge('Transferred'),
        refunds: [settled(), settled()],
        asked: split(33_335, 31_335, 1_334, 666),
      },
      /maximum/,
    ],
    [
      'too much of one part',
      { charge: charge('Transferred'), refunds: [], asked: split(6_001, 0, 4_000, 2_001) },
      /maximum/,
    ],
  ] as const) {
    it(`${name}: ${refusal === null ? 'no refusal' : refusal}`, () => {
      const found = refusalOfRefund(asked, morning);
      if (refusal === null) assert.equal(found, null);
      else assert.match(found?.message ?? '', refusal);
    });
  }

  it('names the part that is too much', () => {
    const asked = split(6_001, 0, 4_000, 2_001);
    const found = refusalOfRefund({ charge: charge('Transferred'), refunds: [], asked }, morning);
    assert.equal(found?.part, 'net_to_sponsor_amount_cents');
  });
});
