import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Charge, endedChargeStates } from '../../../../server/bff/domain/charge.ts';
import {
  findCharge,
  findRetry,
  mayWaitAgain,
  unexplainedCharge,
} from '../../../../server/bff/domain/find-charge.ts';
import type { ChargeRecord, LenderChargeStatus } from '../../../../server/bff/lender/lender.ts';
import { aCharge, aLoan, aRecord } from '../../../helpers/checkouts.ts';

const uuid = 'feedface-1111-4222-8333-444455556666';

const loan = aLoan();

const lost = aCharge({ state: 'unknown', paymentRequestUuid: null });

const known = aCharge({ state: 'pending' });

/** A row of a lender that gives a charge no name of ours. */
const unnamed = (parts: Partial<ChargeRecord> = {}) =>
  aRecord({ paymentIdentifier: null, ...parts });

function found(
  charge: typeof lost,
  records: ChargeRecord[],
  { isWhole = true, isExplained = false } = {},
) {
  const update = findCharge(charge, {
    list: { records, isWhole },
    loan,
    isExplained: () => isExplained,
  });
  return typeof update === 'object' ? update.state : update;
}

describe('findCharge()', () => {
  it('finds a charge whose answer was lost by its identifier', () => {
    const update = findCharge(lost, {
      list: { records: [aRecord()], isWhole: false },
      loan,
      isExplained: () => true,
    });
    assert.deepEqual(update, {
      state: 'pending',
      paymentRequestUuid: uuid,
      expiresAt: '2026-03-04T12:00:00Z',
      requestedAt: aRecord().requestedAt,
    });
  });

  it('finds one by its identifier in a row that does not say the id of its request', () => {
    const row = aRecord({ paymentRequestUuid: null, lenderStatus: 'rejected' });
    assert.equal(found(known, [row]), 'rejected');
    assert.equal(found(known, [{ ...row, paymentIdentifier: 'another' }]), 'possible_and_over');
  });

  it('finds one without a name by loan, kind, amount and time, when nothing else fits', () => {
    assert.equal(found(lost, [unnamed()]), 'pending');
    assert.equal(
      found(lost, [unnamed(), unnamed({ list: 'activity', lenderStatus: null })]),
      'pending',
    );
    assert.equal(found(lost, [unnamed()], { isExplained: true }), 'absent');
    assert.equal(found(lost, [unnamed(), unnamed({ paymentRequestUuid: 'another' })]), 'possible');
    assert.equal(found(lost, [unnamed({ paymentRequestUuid: null })]), 'possible');
    assert.equal(found(lost, [aRecord({ paymentIdentifier: 'another' })]), 'possible');
  });

  it('finds one whose time stands in one of its lists, where another says the day alone', () => {
    const dated = unnamed({ list: 'activity', lenderStatus: null, requestedAt: null });
    assert.equal(found(lost, [unnamed(), dated]), 'pending');
    const other = { ...dated, paymentRequestUuid: 'another' };
    assert.equal(found(lost, [unnamed(), other]), 'possible');
  });

  const others: [string, Partial<ChargeRecord>][] = [
    ['another loan', { loanNumber: '1111111111' }],
    ['another kind', { kind: 111 }],
    ['another amount', { cents: 1 }],
    ['an earlier time', { requestedAt: Date.parse('2026-02-27T12:00:00Z') }],
    ['a later time', { requestedAt: Date.parse('2026-03-06T12:00:00Z') }],
    ['a refund', { kind: 115 }],
  ];
  for (const [name, parts] of others) {
    it(`takes a row of ${name} for another charge`, () => {
      assert.equal(found(lost, [unnamed(parts)]), 'absent');
    });
  }

  const unreadable: (keyof ChargeRecord)[] = ['loanNumber', 'kind', 'cents', 'requestedAt'];
  for (const field of unreadable) {
    it(`knows neither its presence nor its absence by a row without ${field}`, () => {
      assert.equal(found(lost, [unnamed({ [field]: null })]), 'possible');
    });
  }

  it('shows its absence by whole lists alone', () => {
    assert.equal(found(lost, []), 'absent');
    assert.equal(found(lost, [], { isWhole: false }), 'unseen');
  });

  it('does not take a refund for its charge', () => {
    const refund = aRecord({ list: 'transactions', kind: 115, lenderStatus: 'settled' });
    assert.equal(found(known, [refund]), 'absent');
    const other = aRecord({ list: 'activity', paymentRequestUuid: 'of-the-refund', kind: null });
    assert.equal(found(known, [{ ...other, lenderStatus: 'settled' }]), 'possible');
  });

  it('believes a transaction before the request, and the activity that it is settled', () => {
    const made = aRecord({ list: 'transactions', lenderStatus: 'approved' });
    assert.equal(found(known, [aRecord(), made]), 'approved');
    const settled = aRecord({ list: 'activity', lenderStatus: 'settled' });
    assert.equal(found(known, [made, settled]), 'settled');
  });

  it('believes the activity that a request is over which is still listed among those that wait', () => {
    for (const lenderStatus of ['rejected', 'expired', 'canceled'] as const) {
      const over = aRecord({ list: 'activity', lenderStatus });
      assert.equal(found(known, [aRecord(), over]), lenderStatus);
    }
    const approved = aRecord({ list: 'activity', lenderStatus: 'approved' });
    assert.equal(found(known, [aRecord(), approved]), 'pending');
  });

  it('does not believe that it came to nothing while another row of the list says otherwise', () => {
    const failed = aRecord({ list: 'transactions', lenderStatus: 'failed' });
    const again = aRecord({ list: 'transactions', lenderStatus: 'approved' });
    assert.equal(found(known, [failed]), 'failed');
    assert.equal(found(known, [failed, again]), 'approved');
    assert.equal(found(known, [again, failed]), 'approved');
  });

  it('leaves what has no update to the next read', () => {
    assert.equal(found(known, [aRecord({ list: 'activity', lenderStatus: null })]), 'in_between');
  });
});

describe('findRetry()', () => {
  const retry = (state: Charge['state'], parts: Partial<ChargeRecord>) =>
    findRetry(aCharge({ state }), [aRecord(parts)])?.state;

  it('is how a charge stands that had ended, and that waits or has moved money', () => {
    for (const lenderStatus of ['approved', 'settled', 'held'] as const) {
      assert.equal(retry('failed', { list: 'transactions', lenderStatus }), lenderStatus);
    }
    const later = '2026-03-09T12:00:00Z';
    for (const state of endedChargeStates) {
      assert.equal(retry(state, { lenderStatus: 'pending', expiresAt: later }), 'pending');
    }
    assert.equal(retry('expired', { lenderStatus: 'approved' }), 'approved');
    assert.equal(retry('rejected', { list: 'activity', lenderStatus: 'approved' }), 'approved');
  });

  it('is nothing of one that has ended, that lives, or whose rows say nothing', () => {
    for (const lenderStatus of ['failed', 'reversed', null] as const) {
      assert.equal(retry('failed', { list: 'transactions', lenderStatus }), undefined);
    }
    assert.equal(retry('pending', { list: 'transactions', lenderStatus: 'settled' }), undefined);
    const other = { paymentRequestUuid: 'another', lenderStatus: 'settled' } as const;
    assert.equal(retry('failed', { list: 'transactions', ...other }), undefined);
  });

  it('is how a charge stands that came to nothing here, and was made after all', () => {
    for (const lenderStatus of ['pending', 'approved', 'settled', 'held'] as const) {
      assert.equal(retry('void', { lenderStatus, expiresAt: null }), lenderStatus);
    }
    for (const lenderStatus of ['rejected', 'expired', null] as const) {
      assert.equal(retry('void', { lenderStatus }), undefined);
    }
  });

  for (const state of endedChargeStates) {
    it(`is nothing of one that is ${state} and is said to wait no longer than before`, () => {
      for (const expiresAt of ['2026-03-04T12:00:00Z', '2026-03-04T12:05:00Z', null]) {
        assert.equal(retry(state, { lenderStatus: 'pending', expiresAt }), undefined);
      }
    });
  }

  it('is nothing of one that failed where only its request was approved', () => {
    assert.equal(retry('failed', { list: 'activity', lenderStatus: 'approved' }), undefined);
    assert.equal(retry('failed', { list: 'activity', lenderStatus: 'settled' }), 'settled');
  });
});

describe('mayWaitAgain()', () => {
  const waits = aRecord({ expiresAt: null });
  const failed = aRecord({ list: 'transactions', lenderStatus: 'failed' });

  it('is true of a charge that had ended and whose rows say that it waits, as long as none says more', () => {
    for (const state of endedChargeStates) {
      assert.equal(mayWaitAgain(aCharge({ state }), [waits]), true, state);
      assert.equal(mayWaitAgain(aCharge({ state }), [waits, failed]), false, state);
    }
  });

  it('is false of a charge that has not ended, and of another one’s row', () => {
    for (const state of ['pending', 'approved', 'void'] as const) {
      assert.equal(mayWaitAgain(aCharge({ state }), [waits]), false, state);
    }
    const other = { ...waits, paymentRequestUuid: 'another' };
    assert.equal(mayWaitAgain(aCharge({ state: 'rejected' }), [other]), false);
  });
});

describe('unexplainedCharge()', () => {
  const charge = aCharge();
  const loan = aLoan();
  const uuid = 'abad1dea-1111-4222-8333-444455556666';
  const other = (parts: Partial<ChargeRecord> = {}) =>
    aRecord({ paymentRequestUuid: uuid, paymentIdentifier: 'another', ...parts });
  const made = (parts: Partial<ChargeRecord> = {}) =>
    other({ list: 'transactions', lenderStatus: 'approved', ...parts });

  it('finds a transaction or a waiting request of which nothing is known', () => {
    assert.equal(unexplainedCharge([made()], loan, [charge]), uuid);
    assert.equal(unexplainedCharge([other()], loan, [charge]), uuid);
    assert.equal(unexplainedCharge([other({ paymentIdentifier: null })], loan, []), uuid);
  });

  it('finds one without an id', () => {
    assert.equal(unexplainedCharge([other({ paymentRequestUuid: null })], loan, []), null);
  });

  it('finds one that does not say how it stands, unless another row says that it is over', () => {
    const unsaid = made({ lenderStatus: null });
    assert.equal(unexplainedCharge([unsaid], loan, [charge]), uuid);
    const failed = made({ list: 'activity', lenderStatus: 'failed' });
    assert.equal(unexplainedCharge([unsaid, failed], loan, [charge]), undefined);
  });

  it('takes what is known by its identifier or its request', () => {
    const { paymentIdentifier, paymentRequestUuid } = charge;
    const lost = aCharge({ state: 'unknown', paymentRequestUuid: null });
    assert.equal(unexplainedCharge([made({ paymentIdentifier })], loan, [lost]), undefined);
    const named = made({ paymentIdentifier: null, paymentRequestUuid });
    assert.equal(unexplainedCharge([named], loan, [charge]), undefined);
  });

  it('finds one that had ended here, where all of its rows say that it lives on', () => {
    const { paymentIdentifier, paymentRequestUuid } = charge;
    const own = made({ paymentIdentifier, paymentRequestUuid });
    const approved = { ...own, list: 'activity' } as const;
    for (const state of endedChargeStates) {
      const ended = aCharge({ state });
      assert.equal(unexplainedCharge([own], loan, [ended]), paymentRequestUuid, state);
      const failed = { ...own, lenderStatus: 'failed' } as const;
      assert.equal(unexplainedCharge([approved, failed], loan, [ended]), undefined, state);
    }
    assert.equal(unexplainedCharge([approved], loan, [aCharge({ state: 'failed' })]), undefined);
  });

  it('finds one that came to nothing here, unless it is over there, too', () => {
    const { paymentIdentifier } = charge;
    const refused = aCharge({ state: 'void', paymentRequestUuid: null });
    for (const lenderStatus of ['approved', null] as const) {
      const records = [made({ paymentIdentifier, lenderStatus })];
      assert.equal(unexplainedCharge(records, loan, [refused]), uuid);
    }
    const over = made({ paymentIdentifier, lenderStatus: 'failed' });
    assert.equal(unexplainedCharge([over], loan, [refused]), undefined);
  });

  it('leaves out what moved no money, later charges, refunds and other loans', () => {
    const over: LenderChargeStatus[] = ['failed', 'reversed', 'rejected', 'expired', 'canceled'];
    for (const lenderStatus of over) {
      assert.equal(unexplainedCharge([made({ lenderStatus })], loan, []), undefined, lenderStatus);
    }
    for (const kind of [111, 113, 115]) {
      const records = [made({ kind }), other({ kind })];
      assert.equal(unexplainedCharge(records, loan, []), undefined);
    }
    assert.equal(unexplainedCharge([made({ loanNumber: '1111111111' })], loan, []), undefined);
  });
});
