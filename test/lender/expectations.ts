import assert from 'node:assert/strict';
import type { ChargeList } from '../../server/bff/lender/lender.ts';
import { LenderError } from '../../server/bff/lender/lender-error.ts';
import { offerSchema } from '../../widget/contract/offer.ts';
import { moneySchema, timeSchema, uuidSchema } from '../../widget/contract/values.ts';
import { refundedCents, type ScenarioLoan } from './scenario-loan.ts';

/** What a value may be where more than one is right. */
export interface Check {
  readonly is: string;
  holds(value: unknown, scenarioLoan: ScenarioLoan): boolean;
}

/** A value, a check, or an object of them; of an object's other members nothing is said. */
export type Expected = unknown;

/** What the port must answer: a reading, or a LenderError with these. */
export type ExpectedAnswer =
  | { readonly reads: Expected }
  | { readonly fails: Partial<Record<keyof LenderError, Expected>> };

export function oneOf(...values: readonly unknown[]): Check {
  return { is: `one of ${JSON.stringify(values)}`, holds: (value) => values.includes(value) };
}

export const orNull = (check: Check): Check => ({
  is: `null or ${check.is}`,
  holds: (value, scenarioLoan) => value === null || check.holds(value, scenarioLoan),
});

export const uuid = fits('a UUID in lower case', uuidSchema);
export const money = fits('an amount with two decimals', moneySchema);
export const time = fits('a time in UTC', timeSchema);

function fits(is: string, schema: { safeParse(value: unknown): { success: boolean } }): Check {
  return { is, holds: (value) => schema.safeParse(value).success };
}

export const ourId: Check = {
  is: 'the id under which we applied',
  holds: (value, { id }) => value === id,
};

export const webAddress: Check = {
  is: 'an address of the web',
  holds: (value) => typeof value === 'string' && /^https?:$/.test(new URL(value).protocol),
};

export const offers: Check = {
  is: 'offers that can be drawn',
  holds: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((offer) => offerSchema.safeParse(offer).success),
};

export const noOffers = oneOfLists('no offers', [null, []]);

function oneOfLists(is: string, lists: readonly unknown[]): Check {
  const texts = lists.map((list) => JSON.stringify(list));
  return { is, holds: (value) => texts.includes(JSON.stringify(value)) };
}

type Records = ChargeList['records'];
type Row = Records[number];

/** A whole list that has the application's charge, each row that has news of it like this. */
export function chargeAs(expected: Partial<Row>): Expected {
  return wholeList(`the charge as ${JSON.stringify(expected)}`, (records, { chargeUuid }) => {
    const news = records.filter(
      ({ paymentRequestUuid, kind, lenderStatus }) =>
        paymentRequestUuid === chargeUuid && kind !== refund && lenderStatus !== null,
    );
    return news.length > 0 && news.every((record) => isLike(record, expected));
  });
}

export const noCharge = wholeList('nothing of the charge', (records, { chargeUuid }) =>
  records.every(({ paymentRequestUuid }) => paymentRequestUuid !== chargeUuid),
);

/** A refund is known by its code or its sign, and by its loan. */
export const refundOfTheLoan = wholeList('the refund', (records, { loanNumber }) =>
  records.some((record) => isLike(record, { kind: refund, cents: refundedCents, loanNumber })),
);

const refund = 115;

function wholeList(
  is: string,
  holds: (records: Records, scenarioLoan: ScenarioLoan) => boolean,
): Expected {
  const records = {
    is,
    holds: (value: unknown, scenarioLoan: ScenarioLoan) => holds(value as Records, scenarioLoan),
  };
  return { isWhole: true, records };
}

/** Whether a list has a record like this. */
export function some(expected: Readonly<{ [field: string]: unknown }>): Check {
  return {
    is: `a list with ${JSON.stringify(expected)}`,
    holds: (value) => Array.isArray(value) && value.some((record) => isLike(record, expected)),
  };
}

function isLike(record: object, expected: object): boolean {
  const fields: Readonly<{ [field: string]: unknown }> = { ...record };
  return Object.entries(expected).every(([field, value]) => fields[field] === value);
}

/** @throws AssertionError that names the member */
function assertLike(
  actual: unknown,
  expected: Expected,
  scenarioLoan: ScenarioLoan,
  at = 'it',
): void {
  if (isCheck(expected)) {
    const shown = JSON.stringify(actual, null, 1);
    assert.ok(expected.holds(actual, scenarioLoan), `${at} is not ${expected.is}: ${shown}`);
  } else if (typeof expected === 'object' && expected !== null && !Array.isArray(expected)) {
    const members: Readonly<{ [name: string]: unknown }> = { ...(actual as object | null) };
    for (const [name, each] of Object.entries(expected)) {
      assertLike(members[name], each, scenarioLoan, `${at}.${name}`);
    }
  } else {
    assert.deepEqual(actual, expected, at);
  }
}

function isCheck(expected: Expected): expected is Check {
  return typeof expected === 'object' && expected !== null && 'holds' in expected;
}

/** Holds the outcome of a call against what the port must answer. */
export async function assertAnswer(
  call: Promise<unknown>,
  expected: ExpectedAnswer,
  scenarioLoan: ScenarioLoan,
): Promise<void> {
  const outcome = await call.then(
    (reading) => ({ reading }),
    (error: unknown) => ({ error }),
  );
  if ('reads' in expected) {
    if ('error' in outcome) throw outcome.error;
    assertLike(outcome.reading, expected.reads, scenarioLoan);
  } else {
    assert.ok('error' in outcome, `it was not refused: ${JSON.stringify(outcome)}`);
    assert.ok(outcome.error instanceof LenderError, String(outcome.error));
    assertLike(outcome.error, expected.fails, scenarioLoan, 'the error');
  }
}
