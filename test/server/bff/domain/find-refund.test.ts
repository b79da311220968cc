import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  findRefund,
  matchRefunds,
  refundedByRows,
} from '../../../../server/bff/domain/find-refund.ts';
import type { Refund } from '../../../../server/bff/domain/refund.ts';
import type { ChargeRecord } from '../../../../server/bff/lender/lender.ts';
import { aCharge, aLoan, aRecord, aRefund } from '../../../helpers/checkouts.ts';
import { dayMs, hourMs, minuteMs } from '../../../helpers/durations.ts';

const noon = aRefund().startedAt;
const loan = aLoan();
const charge = aCharge({ state: 'settled' });
const other = aCharge({ id: 'other', state: 'settled', paymentRequestUuid: 'other-uuid' });

/** A transaction of a lender that names a refund by its charge alone. */
const row = (parts: Partial<ChargeRecord> = {}) =>
  aRecord({
    list: 'transactions',
    paymentIdentifier: null,
    kind: 115,
    cents: 40_000,
    lenderStatus: 'settled',
    requestedAt: noon,
    ...parts,
  });

const refundOf = (id: string, startedAt: number, parts: Partial<Refund> = {}) =>
  aRefund({
    id,
    paymentIdentifier: id,
    refundUuid: null,
    startedAt,
    deadlineAt: startedAt + 25_000,
    ...parts,
  });
const settled = refundOf('settled', noon, { state: 'settled' });
const lost = refundOf('lost', noon + hourMs, { state: 'unknown' });

const match = (records: readonly ChargeRecord[], refunds: readonly Refund[]) =>
  matchRefunds(records, { loan, charges: [charge, other], refunds });

function found(refund: Refund, records: readonly ChargeRecord[], known: readonly Refund[]) {
  const books = { refunds: match(records, known), loan, isWhole: true };
  const finding = findRefund(refund, books);
  return typeof finding === 'object' ? finding.state : finding;
}

describe('findRefund()', () => {
  const late = row({ requestedAt: noon + hourMs });

  it('gives one row to one refund, and first to one that has settled', () => {
    assert.equal(found(lost, [row()], [settled, lost]), 'absent');
    assert.equal(found(lost, [row(), late], [settled, lost]), 'settled');
    assert.equal(found(lost, [row()], [lost]), 'settled');
  });

  it('takes no row that has settled for one on its way, whatever the lender’s clock says', () => {
    const pending = { ...late, lenderStatus: 'pending' } as const;
    for (const [shift, finding] of [
      [-hourMs, 'pending'],
      [20 * minuteMs, 'pending'],
      [hourMs, 'possible'],
    ] as const) {
      const at = (requestedAt: number) => requestedAt + shift;
      const rows = [
        row({ requestedAt: at(noon) }),
        { ...pending, requestedAt: at(lost.startedAt) },
      ];
      assert.equal(found(lost, rows, [settled, lost]), finding);
    }
  });

  it('is in doubt where the only row is nearer to the lost one, or has no time', () => {
    assert.equal(found(lost, [late], [settled, lost]), 'possible');
    assert.equal(found(lost, [row({ requestedAt: null })], [settled, lost]), 'possible');
  });

  it('is in doubt where a row may be of either of two whose end nobody has seen', () => {
    const ofOther = refundOf('called-off', noon, { chargeId: other.id, state: 'void' });
    const unnamed = row({ paymentRequestUuid: 'a-refund' });
    assert.equal(found(lost, [unnamed], [ofOther, lost]), 'possible');
    assert.equal(found(lost, [row()], [ofOther, lost]), 'settled');
  });

  it('is in doubt where the only row does not say its amount, its loan or what it is', () => {
    const unread: Partial<ChargeRecord>[] = [
      { cents: null },
      { loanNumber: null },
      { kind: null },
      { paymentIdentifier: 'another' },
    ];
    for (const parts of unread) assert.equal(found(lost, [row(parts)], [lost]), 'possible');
  });

  it('gives no row of the loan to a refund of a charge of another loan', () => {
    const elsewhere = { ...settled, chargeId: 'of-another-loan' };
    assert.equal(found(lost, [row({ paymentRequestUuid: null })], [elsewhere, lost]), 'settled');
  });

  it('gives no failed row to one that has settled, and no settled one to one that failed', () => {
    const failed = { ...settled, state: 'failed' } as const;
    assert.equal(
      found(lost, [row(), { ...late, lenderStatus: 'failed' }], [settled, lost]),
      'failed',
    );
    assert.equal(found(lost, [row()], [failed, lost]), 'settled');
  });

  it('lets ids win over amount and time', () => {
    const named = row({ paymentIdentifier: lost.paymentIdentifier });
    assert.equal(found(lost, [named], [settled, lost]), 'settled');
    assert.equal(found(settled, [named], [settled, lost]), 'absent');
  });

  it('tells two of one moment and amount by their ids', () => {
    const rows = [settled, lost].map(({ paymentIdentifier }) => row({ paymentIdentifier }));
    assert.equal(found(lost, rows, [settled, lost]), 'settled');
    assert.equal(match(rows, [settled, lost]).length, 2);
  });

  it('gives a row without an id to a refund that another list alone names', () => {
    const named = row({ list: 'activity', paymentIdentifier: settled.paymentIdentifier });
    const unnamed = row({ requestedAt: noon + 1_000 });
    assert.equal(found(lost, [named, unnamed], [settled, lost]), 'absent');
  });

  it('looks for none that the lender has refused, and for none of another charge than is named', () => {
    const refused = refundOf('refused', noon, { state: 'void', deadlineAt: 0 });
    assert.equal(found(refused, [row({ requestedAt: null })], [refused]), 'absent');
    const ofOther = row({ paymentRequestUuid: other.paymentRequestUuid });
    assert.equal(found(lost, [ofOther], [lost]), 'absent');
  });

  it('finds each of many, also where the nearest row is given to another first', () => {
    const many = [0, 1, 2, 3].map((hour) =>
      refundOf(`settled-${hour}`, noon + hour * hourMs, { state: 'settled' }),
    );
    const rows = many.map(({ startedAt }) => row({ requestedAt: startedAt + 2 * hourMs }));
    const matched = match(rows, [...many, { ...lost, startedAt: noon + dayMs }]);
    assert.equal(new Set(matched.map(({ refund }) => refund?.id)).size, 4);
  });
});

describe('refundedByRows()', () => {
  it('counts what no refund of another charge is', () => {
    const ofOther = { ...settled, chargeId: other.id };
    const unnamed = row({ paymentRequestUuid: 'a-refund' });
    assert.equal(refundedByRows(match([unnamed], []), charge), 40_000);
    assert.equal(refundedByRows(match([unnamed], [ofOther]), charge), 0);
    assert.equal(refundedByRows(match([unnamed, row()], [ofOther]), charge), 40_000);
  });
});
