import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeclineCode } from '../../../../../server/lending/domain/decision/decide.ts';
import { sampleLender } from '../../../../../server/lending/domain/lender.ts';
import {
  type ActionTaken,
  adverseActionNotice,
  reasonsOf,
} from '../../../../../server/lending/domain/notices/adverse-action.ts';
import { aReport } from '../decision/reports.ts';

const address = {
  locale: 'en',
  date: '2026-03-02',
  applicant_name: 'Avery Sample',
  loan_number: '7342055188',
  requested_amount_cents: 840_000,
  lender: sampleLender,
} as const;

const withFactors = aReport(560, {
  score: {
    value: 560,
    lowest: 300,
    highest: 850,
    model: 'S',
    factors: [
      'delinquent_obligations',
      'high_utilization',
      'collections',
      'short_history',
      'recent_inquiries',
    ],
  },
});
const declined = (code: DeclineCode, report: ActionTaken['report'] = withFactors): ActionTaken => ({
  kind: 'declined',
  code,
  report,
});
const textOf = (action: ActionTaken, locale: 'en' | 'es' = 'en') =>
  adverseActionNotice(action, { ...address, locale }).text;

describe('adverseActionNotice()', () => {
  it('states the action, the reasons, the score and the rights of a score decline', () => {
    const { text, text_id, text_version } = adverseActionNotice(declined('SCORE_LOW'), address);
    assert.equal(text_id, 'adverse_action_notice');
    assert.equal(text_version, '2026-01');
    for (const part of [
      'March 2, 2026',
      'Avery Sample',
      '7342055188',
      '$8,400.00',
      '- Delinquent past or present credit obligations with others',
      'Your credit score: 560. Date: February 14, 2026.',
      'from a low of 300 to a high of 850',
      'Bureau, 1 Street',
      'Equal Credit Opportunity Act',
      sampleLender.address,
    ]) {
      assert.ok(text.includes(part), part);
    }
  });

  for (const [code, block] of [
    ['SCORE_LOW', 'Your credit score: 560'],
    ['NO_FILE', 'No credit score was available or used'],
    ['DTI_HIGH', 'No credit score was available or used'],
    ['INCOME_LOW', 'No credit score was available or used'],
    ['ID_UNVERIFIED', 'No credit score was available or used'],
    ['FROZEN', 'No credit score was available or used'],
    ['BANKRUPTCY', 'No credit score was available or used'],
    ['STACKING_BUREAU', 'No credit score was available or used'],
    ['STACKING_OWN', 'not based on information in a report'],
    ['STATE_UNSUPPORTED', 'not based on information in a report'],
    ['NO_PRODUCTS', 'not based on information in a report'],
  ] as const) {
    it(`says for ${code}: ${block}`, () => {
      assert.ok(textOf(declined(code)).includes(block));
      assert.ok(textOf(declined(code), 'es').length > 1000);
    });
  }

  it('combines a counter-offer with the notice', () => {
    const text = textOf({
      kind: 'counter_offer',
      report: aReport(655),
      is_for_score: true,
      approved_amount_cents: 750_000,
      offers_expire_date: '2026-04-01',
    });
    for (const part of ['$8,400.00', '$7,500.00', 'April 1, 2026', 'Your credit score: 655']) {
      assert.ok(text.includes(part), part);
    }
  });
});

describe('reasonsOf()', () => {
  it('gives at most four factors and then the number of inquiries', () => {
    assert.deepEqual(reasonsOf(declined('SCORE_LOW')), [
      'delinquent_obligations',
      'high_utilization',
      'collections',
      'short_history',
      'recent_inquiries',
    ]);
  });

  it('gives the code itself for any other decline', () => {
    assert.deepEqual(reasonsOf(declined('FROZEN')), ['FROZEN']);
  });
});
