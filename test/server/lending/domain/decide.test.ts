import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decide, stacksOwnLoans } from '../../../../server/lending/domain/decide.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { aReport } from './reports.ts';

const applicant = {
  requested_amount_cents: 840_000,
  annual_income_cents: 9_000_000,
  monthly_housing_payment_cents: 150_000,
};

describe('decide()', () => {
  for (const [name, report, change, expected] of [
    ['nominal', aReport(780), {}, ['approved', 'prime', 5_000_000]],
    ['at the edge of prime', aReport(720), {}, ['approved', 'prime', 5_000_000]],
    ['below prime', aReport(719), {}, ['approved', 'near_prime', 750_000]],
    ['at the edge of near-prime', aReport(620), {}, ['approved', 'near_prime', 750_000]],
    ['below near-prime', aReport(619), {}, ['declined', 'SCORE_LOW']],
    ['frozen', aReport(780, { file: 'frozen', score: null }), {}, ['declined', 'FROZEN']],
    ['no file', aReport(780, { file: 'none', score: null }), {}, ['declined', 'NO_FILE']],
    ['no score', aReport(780, { score: null }), {}, ['declined', 'NO_FILE']],
    [
      'identity not verified',
      aReport(780, { is_identity_verified: false }),
      {},
      ['declined', 'ID_UNVERIFIED'],
    ],
    ['deceased', aReport(780, { is_deceased: true }), {}, ['declined', 'ID_UNVERIFIED']],
    ['bankrupt', aReport(780, { has_bankruptcy: true }), {}, ['declined', 'BANKRUPTCY']],
    [
      'two loans elsewhere',
      aReport(780, { recent_loan_count: 2 }),
      {},
      ['declined', 'STACKING_BUREAU'],
    ],
    [
      'one loan elsewhere',
      aReport(780, { recent_loan_count: 1 }),
      {},
      ['approved', 'prime', 5_000_000],
    ],
    [
      'stated income too low',
      aReport(780),
      { annual_income_cents: 1_199_999 },
      ['declined', 'INCOME_LOW'],
    ],
    [
      'stated income just high enough',
      aReport(780),
      { annual_income_cents: 1_200_000, monthly_housing_payment_cents: 0 },
      ['approved', 'prime', 5_000_000],
    ],
    [
      'reported income counts before the stated one',
      aReport(780, { annual_income_cents: 900_000 }),
      {},
      ['declined', 'INCOME_LOW'],
    ],
    [
      'housing takes too much of the income',
      aReport(780),
      { monthly_housing_payment_cents: 400_000 },
      ['declined', 'DTI_HIGH'],
    ],
    [
      'what is requested is to be paid, not the most of the tier',
      aReport(780),
      { monthly_housing_payment_cents: 300_000 },
      ['approved', 'prime', 5_000_000],
    ],
    [
      'the most of the tier is to be paid when more is requested',
      aReport(650),
      { requested_amount_cents: 5_000_000, monthly_housing_payment_cents: 300_000 },
      ['approved', 'near_prime', 750_000],
    ],
    [
      'reported obligations count before the stated housing',
      aReport(780, { monthly_obligations_cents: 0 }),
      { monthly_housing_payment_cents: 400_000 },
      ['approved', 'prime', 5_000_000],
    ],
    ['sanctions match', aReport(780, { is_sanctions_match: true }), {}, ['review']],
    ['alert', aReport(560, { has_alert: true }), {}, ['review']],
  ] as const) {
    it(`is ${expected.join(' ')}: ${name}`, () => {
      const decision = decide(report, { ...applicant, ...change });
      assert.deepEqual(Object.values(decision), [...expected]);
    });
  }

  it('goes on with the rest of the report after a review', () => {
    const reviewed = { isReviewed: true };
    const clean = decide(aReport(780, { is_sanctions_match: true }), applicant, reviewed);
    assert.equal(clean.outcome, 'approved');
    assert.deepEqual(decide(aReport(560, { has_alert: true }), applicant, reviewed), {
      outcome: 'declined',
      code: 'SCORE_LOW',
    });
  });

  it('never declines for asking for less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 600, max: 850 }),
        fc.integer({ min: 50_000, max: 10_000_000 }),
        fc.integer({ min: 0, max: 600_000 }),
        (score, amount, housing) => {
          const outcome = (requested_amount_cents: number) =>
            decide(aReport(score), {
              ...applicant,
              requested_amount_cents,
              monthly_housing_payment_cents: housing,
            }).outcome;
          return outcome(amount) !== 'approved' || outcome(50_000) === 'approved';
        },
      ),
    );
  });
});

describe('stacksOwnLoans()', () => {
  const now = 100 * dayMs;
  const loan = (age: number, is_open = true) => ({ accepted_at: now - age, is_open });
  for (const [name, loans, stacks] of [
    ['no loans', [], false],
    ['one', [loan(0)], false],
    ['two', [loan(0), loan(30 * dayMs - 1)], true],
    ['one of two is 30 days old', [loan(0), loan(30 * dayMs)], false],
    ['one of two is closed', [loan(0), loan(dayMs, false)], false],
  ] as const) {
    it(`is ${stacks}: ${name}`, () => assert.equal(stacksOwnLoans(loans, now), stacks));
  }
});
