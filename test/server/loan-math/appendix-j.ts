import type { AdvanceAndPayments, PaymentRun } from '../../../server/loan-math/apr.ts';
import { parseCents } from '../../../server/platform/money.ts';

export interface AppendixJExample {
  name: string;
  loan: AdvanceAndPayments;
  published: string;
  solved: string;
}

/** Published examples of Regulation Z, Appendix J (c), and the box of form H-10. */
export const APPENDIX_J: readonly AppendixJExample[] = [
  example('(c)(1)(i) monthly', '5000', [[24, '230']], [1, 0], 12, '9.69', '9.685708'),
  example('(c)(1)(ii) long first', '6000', [[36, '200']], [1, 19 / 30], 12, '11.82', '11.816508'),
  example(
    '(c)(1)(iii) semimonthly',
    '5000',
    [[24, '219.17']],
    [0, 6 / 15],
    24,
    '10.34',
    '10.337903',
  ),
  example('(c)(1)(iv) quarterly', '10000', [[40, '385']], [1, 39 / 90], 4, '8.97', '8.970770'),
  example('(c)(1)(v) weekly', '500', [[30, '17.60']], [4, 4 / 7], 52, '14.96', '14.962223'),
  example(
    '(c)(2)(i) other first payment',
    '5000',
    [
      [1, '250'],
      [23, '230'],
    ],
    [1, 0],
    12,
    '10.08',
    '10.082890',
  ),
  example(
    '(c)(2)(ii) every 4 weeks',
    '400',
    [
      [1, '39.50'],
      [11, '38.31'],
    ],
    [1, 5 / 28],
    13,
    '28.50',
    '28.497940',
  ),
  example(
    '(c)(3)(i) other last payment',
    '5000',
    [
      [23, '230'],
      [1, '280'],
    ],
    [1, 0],
    12,
    '10.50',
    '10.500469',
  ),
  example(
    '(c)(3)(ii) every 2 weeks',
    '200',
    [
      [19, '9.50'],
      [1, '30'],
    ],
    [0, 8 / 14],
    26,
    '12.22',
    '12.224857',
  ),
  example(
    '(c)(4)(i) other first and last',
    '5000',
    [
      [1, '250'],
      [22, '230'],
      [1, '280'],
    ],
    [1, 0],
    12,
    '10.90',
    '10.895549',
  ),
  example(
    '(c)(4)(ii) every 2 months',
    '8000',
    [
      [1, '449.36'],
      [18, '465'],
      [1, '200'],
    ],
    [0, 52 / 60],
    6,
    '7.30',
    '7.301765',
  ),
  example('(c)(5)(i) 255 days', '1000', [[1, '1080']], [1, 0], 365 / 255, '11.45', '11.450980'),
  example('(c)(5)(ii) 6 months', '1000', [[1, '1044']], [1, 0], 2, '8.80', '8.80'),
  example('(c)(5)(iii) 18 months', '1000', [[1, '1135.19']], [1, 1 / 2], 1, '8.76', '8.7570'),
  example('(c)(5)(iv) 24 months', '1000', [[1, '1240']], [2, 0], 1, '11.36', '11.3553'),
  example('the box of H-10', '6107.50', [[36, '211.23']], [1, 0], 12, '14.84', '14.8366'),
];

/**
 * The box of form H-12. 26.67 of its first payment is 12 % on 16 days, so that its first period is
 * a month and 16 days.
 */
export const BOX_OF_H_12 = {
  ...example(
    'the box of H-12',
    '5000',
    [
      [1, '262.03'],
      [23, '235.36'],
    ],
    [1, 16 / 30],
    12,
    '12',
    '11.9920',
  ),
  finance_charge: '675.31',
  total_of_payments: '5675.31',
};

/** Payments are counts and amounts one unit-period apart; `start` is whole and odd unit-periods. */
function example(
  name: string,
  financed: string,
  payments: readonly (readonly [number, string])[],
  start: readonly [number, number],
  perYear: number,
  published: string,
  solved: string,
): AppendixJExample {
  const loan = {
    amount_financed_cents: parseCents(financed),
    payments: paymentRuns(payments, start),
    unit_periods_per_year: perYear,
  };
  return { name, loan, published, solved };
}

function paymentRuns(
  payments: readonly (readonly [number, string])[],
  [whole, odd]: readonly [number, number],
): PaymentRun[] {
  let next = whole;
  return payments.map(([count, amount]) => {
    const first_unit_period = next;
    next += count;
    return { amount_cents: parseCents(amount), count, first_unit_period, odd_fraction: odd };
  });
}
