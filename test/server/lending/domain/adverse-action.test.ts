import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type ActionTaken,
  adverseActionNotice,
  reasonsOf,
} from '../../../../server/lending/domain/adverse-action.ts';
import type { DeclineCode } from '../../../../server/lending/domain/decide.ts';
import { sampleLender } from '../../../../server/lending/domain/lender.ts';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { aReport } from './reports.ts';

const address = {
  texts: sampleTexts,
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
      '7342 055 188',
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

type ReportBlock = 'score_used' | 'score_not_used' | 'no_score' | 'report_not_used';

/** What tells the blocks on a report apart, in each language. */
const blocks: Readonly<Record<'en' | 'es', Readonly<Record<ReportBlock, string>>>> = {
  en: {
    score_used: 'Your credit score: 560. Date: February 14, 2026. Scores range from a low of 300',
    score_not_used: 'A credit score came with the report. It was not used in making our',
    no_score: 'No credit score was available or used in making our credit decision.',
    report_not_used: 'Our credit decision was not based on information in a report',
  },
  es: {
    score_used: 'Su puntaje de crédito: 560. Fecha: 14 de febrero de 2026. Los puntajes van desde',
    score_not_used: 'El informe incluía un puntaje de crédito. Ese puntaje no se usó',
    no_score: 'No hubo un puntaje de crédito disponible ni se usó en nuestra decisión.',
    report_not_used: 'Nuestra decisión de crédito no se basó en información de un informe',
  },
};

/** Of a decline on a report that has a score. */
const blockOfDecline: Readonly<Record<DeclineCode, ReportBlock>> = {
  SCORE_LOW: 'score_used',
  INCOME_LOW: 'score_used',
  DTI_HIGH: 'score_used',
  ID_UNVERIFIED: 'score_not_used',
  FROZEN: 'score_not_used',
  NO_FILE: 'score_not_used',
  BANKRUPTCY: 'score_not_used',
  STACKING_BUREAU: 'score_not_used',
  STACKING_OWN: 'report_not_used',
  STATE_UNSUPPORTED: 'report_not_used',
  NO_PRODUCTS: 'report_not_used',
  AMOUNT_LOW: 'report_not_used',
  PRODUCTS_EXCLUDED: 'score_used',
};

const counterOffer = (is_for_score: boolean): ActionTaken => ({
  kind: 'counter_offer',
  report: withFactors,
  is_for_score,
  approved_amount_cents: 5_000_000,
  offers_expire_date: '2026-04-01',
});

const withoutScore = ({ report, ...action }: ActionTaken): ActionTaken =>
  ({ ...action, report: report && { ...report, score: null } }) as ActionTaken;

const actions: readonly (readonly [name: string, action: ActionTaken, block: ReportBlock])[] = [
  ...Object.entries(blockOfDecline).map(
    ([code, block]) => [code, declined(code as DeclineCode), block] as const,
  ),
  ['a counter-offer for the score', counterOffer(true), 'score_used'],
  ['a counter-offer for the amount alone', counterOffer(false), 'score_used'],
];

describe('the block on the report', () => {
  for (const locale of ['en', 'es'] as const) {
    const said = (action: ActionTaken) => {
      const text = textOf(action, locale);
      const found = Object.entries(blocks[locale]).filter(([, block]) => text.includes(block));
      return found.map(([name]) => name);
    };

    for (const [name, action, block] of actions) {
      it(`is ${block} for ${name} (${locale})`, () => assert.deepEqual(said(action), [block]));

      const bare = block === 'report_not_used' ? block : 'no_score';
      it(`is ${bare} for ${name} on a report without a score (${locale})`, () =>
        assert.deepEqual(said(withoutScore(action)), [bare]));
    }

    it(`is report_not_used where no report was obtained (${locale})`, () =>
      assert.deepEqual(said(declined('ID_UNVERIFIED', null)), ['report_not_used']));
  }

  it('names the key factors of a score that was used and is not the reason', () => {
    const text = textOf(declined('DTI_HIGH'));
    const [, reasons, factors] = text.split(/principal reason\(s\).*|Key factors.*/);
    assert.ok(reasons?.includes('- Excessive obligations in relation to income'));
    assert.ok(!reasons?.includes('- Proportion of balances'));
    assert.ok(factors?.includes('- Proportion of balances to credit limits is too high'));
  });
});

describe('reasonsOf()', () => {
  it('gives at most four, and leaves a fifth key factor to the score', () => {
    const four = ['delinquent_obligations', 'high_utilization', 'collections', 'short_history'];
    assert.deepEqual(reasonsOf(declined('SCORE_LOW')), four);
    assert.deepEqual(reasonsOf(counterOffer(true)), four);
    const [, , factors] = textOf(declined('SCORE_LOW')).split(
      /principal reason\(s\).*|Key factors.*/,
    );
    assert.equal(factors?.match(/^- /gm)?.length, 5);
  });

  it('gives the code itself for any other decline', () => {
    assert.deepEqual(reasonsOf(declined('FROZEN')), ['FROZEN']);
  });
});
