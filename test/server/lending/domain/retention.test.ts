import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  applicantDataKeptUntil,
  evidenceKeptUntil,
  type Kept,
  shredLater,
  sweptUntil,
} from '../../../../server/lending/domain/retention.ts';
import { applicationMachine } from '../../../../server/lending/domain/states/application.ts';
import { statesOf } from '../../../../server/lending/domain/states/state-machine.ts';
import { dayMs } from '../../../helpers/durations.ts';

const noon = Date.UTC(2026, 2, 2, 12);

const declined: Kept = {
  status: 'Declined',
  created_at: noon,
  decided_at: noon,
  accepted_at: null,
  notified_at: null,
  account_status: null,
  ended_at: noon,
};

const loan: Kept = {
  ...declined,
  status: 'Approved: Accepted',
  accepted_at: noon,
  account_status: 'Active',
};

/** In 25 months, counted by the calendar. */
const inMonths = (months: number) => new Date(noon).setUTCMonth(2 + months);

describe('applicantDataKeptUntil()', () => {
  it('is 25 months, and 30 days in the sandbox', () => {
    const production = applicantDataKeptUntil(declined, 'production');
    assert.ok(production >= inMonths(25) && production < inMonths(25) + 3 * dayMs);
    const sandbox = applicantDataKeptUntil(declined, 'sandbox');
    assert.ok(sandbox >= noon + 30 * dayMs && sandbox < noon + 31 * dayMs);
  });

  it('counts from the last time that it was used', () => {
    const of = (change: Partial<Kept>) =>
      applicantDataKeptUntil({ ...declined, ...change }, 'sandbox');
    const before = of({});
    assert.equal(of({ decided_at: noon + dayMs }), before + dayMs);
    assert.equal(of({ accepted_at: noon + 2 * dayMs }), before + 2 * dayMs);
    assert.equal(of({ notified_at: noon + 3 * dayMs }), before + 3 * dayMs);
  });

  it('is 5 years after its account was closed; in the sandbox 30 days all the same', () => {
    const closedAt = inMonths(60);
    const closed: Kept = { ...loan, account_status: 'Closed', ended_at: closedAt };
    const until = applicantDataKeptUntil(closed, 'production');
    assert.ok(until >= inMonths(120) && until < inMonths(120) + 3 * dayMs);
    assert.equal(
      applicantDataKeptUntil(closed, 'sandbox'),
      applicantDataKeptUntil(declined, 'sandbox'),
    );
  });
});

describe('shredLater()', () => {
  const over = noon + 40 * dayMs;

  it('waits for the end of the time', () => {
    const end = applicantDataKeptUntil(declined, 'sandbox');
    assert.equal(shredLater(declined, 'sandbox', end - 1), end);
    assert.equal(shredLater(declined, 'sandbox', end), null);
  });

  it('waits as long as the account is not closed, but for the sandbox', () => {
    const longOver = inMonths(50);
    for (const account_status of ['Active', 'Suspended'] as const) {
      const open: Kept = { ...loan, account_status };
      assert.equal(shredLater(open, 'production', longOver), longOver + 365 * dayMs);
      assert.equal(shredLater(open, 'sandbox', longOver), null);
    }
    const closed: Kept = { ...loan, account_status: 'Closed' };
    assert.equal(shredLater(closed, 'production', inMonths(61)), null);
  });

  it('waits a day for each application on which something is still to be decided', () => {
    const later = statesOf(applicationMachine).filter(
      (status) => shredLater({ ...declined, status }, 'sandbox', over) === over + dayMs,
    );
    assert.deepEqual(later.toSorted(), [
      'Approved: Offer Selected',
      'Approved: Offers Available',
      'Invited',
      'Pending: Verification',
      'Started',
    ]);
  });
});

describe('evidenceKeptUntil()', () => {
  const ended = { ended_at: noon };
  const years = (count: number, from = noon) => new Date(from).setUTCFullYear(2026 + count);

  it('is 7 years after the end, leap days and all', () => {
    const until = evidenceKeptUntil(ended, null) ?? 0;
    assert.ok(until >= years(7) && until <= years(7) + dayMs);
    assert.equal(evidenceKeptUntil(ended, noon), until);
  });

  it('is 5 years after the last SMS, when that is later', () => {
    const until = evidenceKeptUntil(ended, years(3)) ?? 0;
    assert.ok(until >= years(8) && until <= years(8) + dayMs);
  });

  it('is not known before the end', () => {
    assert.equal(evidenceKeptUntil({ ended_at: null }, noon), null);
  });
});

describe('sweptUntil()', () => {
  it('finds every application before it is due', () => {
    for (const environment of ['production', 'sandbox'] as const) {
      const dayBefore = applicantDataKeptUntil(declined, environment) - dayMs;
      assert.ok(sweptUntil(environment, dayBefore) >= noon, environment);
    }
  });
});
