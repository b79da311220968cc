import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChargeRecord } from '../../../../server/bff/lender/lender.ts';
import { readCharges } from '../../../../server/bff/lender/sponsor-lending-api/charge-lists.ts';

type ListName = ChargeRecord['list'];

function read(list: ListName, rows: readonly unknown[]) {
  const noticed: string[] = [];
  const noticing = (kind: string, field: string) => noticed.push(`${kind} ${field}`);
  return { records: readCharges(rows, { list, field: 'results', noticing }), noticed };
}

const uuid = '6FA459EA-EE8A-11D2-90D4-00C04FD430C8';

describe('readCharges()', () => {
  it('reads a documented row of all activity', () => {
    const { records } = read('activity', [
      {
        request_date: '2026-03-02T10:00:00.5-05:00',
        payment_request_status: 'Successful',
        transaction_description: 'Consumer Deposit / Initial Charge',
        payment_request_id: 'PR-4401829375',
        consumer_application_human_readable_id: '7342055188',
        consumer_charge_amount: '1000.00',
        is_settled: true,
        payment_identifier: 'intent-1',
        payment_request_uuid: uuid,
      },
    ]);
    assert.deepEqual(records, [
      {
        list: 'activity',
        paymentRequestUuid: uuid.toLowerCase(),
        paymentIdentifier: 'intent-1',
        applicationId: null,
        loanNumber: '7342055188',
        kind: 109,
        cents: 100_000,
        split: null,
        lenderStatus: 'settled',
        requestedAt: Date.UTC(2026, 2, 2, 15),
        expiresAt: null,
      },
    ]);
  });

  it('leaves out what is no row, and keeps a row of which nothing can be read', () => {
    const { records, noticed } = read('transactions', [null, 'x', [], {}]);
    assert.equal(records.length, 1);
    assert.deepEqual(new Set(Object.values(records[0] ?? {})), new Set(['transactions', null]));
    assert.deepEqual(noticed, Array(3).fill('bad_row results'));
  });

  for (const [description, amount, kind, cents] of [
    [109, '10.00', 109, 1_000],
    ['111', 10, 111, 1_000],
    [113, '10.00', 113, 1_000],
    ['consumer final charge', '10', 113, 1_000],
    [115, '10.00', 115, 1_000],
    ['Consumer Refund Credit', '10.00', 115, 1_000],
    [109, '-10.00', 115, 1_000],
    ['Refund of a deposit', '10.00', null, 1_000],
    ['Refund of a deposit', '-10.00', 115, 1_000],
    [117, '10.00', null, 1_000],
    [undefined, undefined, null, null],
  ] as const) {
    it(`reads ${description} over ${amount} as ${kind}`, () => {
      const row = { transaction_description: description, consumer_charge_amount: amount };
      const [record] = read('activity', [row]).records;
      assert.deepEqual([record?.kind, record?.cents], [kind, cents]);
    });
  }

  const total = ['Consumer Refund Debit', '500.00'];
  const fees = [
    ['Merchant Fee Credit', '30.00'],
    ['Service Fee Credit', '20.00'],
    ['Sponsor Fee Debit', '10.00'],
  ];
  for (const [name, legs, split] of [
    ['whole', [total, ...fees], [47_000, 2_000, 1_000]],
    ['without a fee', [total], [50_000, 0, 0]],
    ['that lack a fee', [total, ...fees.slice(0, 2)], null],
    ['that lack the total', fees, null],
    ['over another total', [['Consumer Refund Debit', '499.99'], ...fees], null],
    ['with one twice', [total, total], null],
    ['with one of another name', [total, ['Rounding', '0.01']], null],
    ['with one that says nothing', [total, ['Merchant Fee Credit', 'some']], null],
  ] as const) {
    it(`reads legs ${name} as ${split === null ? 'nothing' : `a split of ${split}`}`, () => {
      const merchant_transactions = legs.map(([transaction_type, transaction_amount]) => ({
        transaction_type,
        transaction_amount,
      }));
      const row = { consumer_charge_amount: '500.00', merchant_transactions };
      const { records, noticed } = read('transactions', [row]);
      assert.deepEqual(Object.values(records[0]?.split ?? {}), split ?? []);
      assert.deepEqual(noticed, []);
    });
  }

  for (const [list, status, lenderStatus] of [
    ['pending', 'Pending', 'pending'],
    ['pending', undefined, 'pending'],
    ['pending', 'APPROVED', 'approved'],
    ['transactions', 'Pending', 'approved'],
    ['transactions', 'submitted', 'approved'],
    ['transactions', 'Successful', 'approved'],
    ['transactions', 'Transferred', 'settled'],
    ['transactions', 'Failed', 'failed'],
    ['transactions', 'Reversed', 'reversed'],
    ['transactions', 'Excluded', 'held'],
    ['transactions', undefined, null],
    ['activity', 'Pending', null],
    ['activity', 'Rejected', 'rejected'],
    ['activity', 'Denied', 'rejected'],
    ['activity', 'Expired', 'expired'],
    ['activity', 'Canceled', 'canceled'],
    ['activity', 'Cancelled', 'canceled'],
  ] as const) {
    it(`reads ${status} in the list ${list} as ${lenderStatus}`, () => {
      const row = list === 'transactions' ? { status } : { payment_request_status: status };
      const { records, noticed } = read(list, [row]);
      assert.equal(records[0]?.lenderStatus, lenderStatus);
      assert.deepEqual(noticed, []);
    });
  }

  for (const [status, lenderStatus] of [
    ['Approved', 'settled'],
    ['Completed', 'settled'],
    [undefined, 'settled'],
    ['Rejected', 'rejected'],
    ['Failed', 'failed'],
    ['Reversed', 'reversed'],
    ['Excluded', 'held'],
  ] as const) {
    it(`reads ${status} beside is_settled as ${lenderStatus}`, () => {
      const row = { payment_request_status: status, is_settled: true };
      assert.equal(read('activity', [row]).records[0]?.lenderStatus, lenderStatus);
    });
  }

  it('notices a status that it does not know', () => {
    const { records, noticed } = read('transactions', [{ status: 'Frozen' }]);
    assert.equal(records[0]?.lenderStatus, null);
    assert.deepEqual(noticed, ['unknown_word status']);
  });
});
