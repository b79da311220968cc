import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LenderError } from '../../../../server/bff/lender/lender-error.ts';
import {
  type ScriptedAnswer,
  type ScriptedRequest,
  scriptedLender,
} from '../../../helpers/scripted-lender.ts';

const query = {
  adminUserId: 'admin',
  loanNumber: '7342055188',
  from: Date.UTC(2026, 2, 1, 0, 30),
  to: Date.UTC(2026, 2, 2, 23, 30),
};

const row = (identifier: string) => ({ payment_identifier: identifier, status: 'Successful' });

/** Answers each page with its rows, and any other as told. */
function pages(
  rows: readonly (readonly unknown[])[],
  envelope: (page: number) => Record<string, unknown>,
  beyond: ScriptedAnswer = { status: 404, body: { detail: 'Invalid page.' } },
) {
  return ({ query: { page = '1' } }: ScriptedRequest): ScriptedAnswer => {
    const results = rows[Number(page) - 1];
    return results === undefined ? beyond : { body: { ...envelope(Number(page)), results } };
  };
}

const twoPages = [[row('a'), row('b')], [row('c')]];

describe('charges()', () => {
  it('asks for each documented list, a day more on both sides', async (t) => {
    const { lender, requests } = await scriptedLender(t, () => ({ body: [] }));
    assert.deepEqual(await lender.charges(query), { records: [], isWhole: true });
    const days = { begin_date: '2026-02-28', end_date: '2026-03-03' };
    assert.deepEqual(
      requests.map(({ path, query: asked }) => [path, asked]),
      [
        ['/api/v1/sponsor/merchants/payment-request/admin/', days],
        ['/api/v1/sponsor/merchants/transactions/admin/', days],
        [
          '/api/v1/sponsor/merchants/admin/all-transactions/',
          {
            begin_date: '02/28/2026',
            end_date: '03/03/2026',
            search: '7342055188',
            page_size: '100',
            page: '1',
          },
        ],
      ],
    );
  });

  it('asks for the activity alone where that is enough', async (t) => {
    const { lender, requests } = await scriptedLender(t, () => ({ body: [] }));
    await lender.charges({ ...query, isActivityEnough: true });
    assert.deepEqual(
      requests.map(({ path }) => path),
      ['/api/v1/sponsor/merchants/admin/all-transactions/'],
    );
  });

  it('searches for no loan where none is named', async (t) => {
    const { lender, requests } = await scriptedLender(t, () => ({ body: [] }));
    await lender.charges({ ...query, loanNumber: null });
    assert.equal(requests[2]?.query.search, undefined);
  });

  describe('of a lender whose list is longer than any real one', () => {
    const rowsOf = (from: number) => Array.from({ length: 20_000 }, (_, at) => ({ n: from + at }));
    const tooLong = (operation: string) => ({ operation, field: 'results', kind: 'long_list' });

    it('reads so many rows of its pages, and says that there are more', async (t) => {
      const script = await scriptedLender(t, ({ path, query: { page = '1' } }) => {
        if (!path.includes('all-transactions')) return { body: [] };
        return { body: { next: 'more', results: rowsOf(20_000 * Number(page)) } };
      });
      const { lender, requests, noticed } = script;
      const { records, isWhole } = await lender.charges(query);
      assert.deepEqual([records.length, isWhole], [100_000, false]);
      assert.deepEqual(noticed, [tooLong('listAllTransactions')]);
      assert.equal(requests.filter(({ path }) => path.includes('all-transactions')).length, 5);
    });

    it('reads no more of its days than that', async (t) => {
      const { lender, requests, noticed } = await scriptedLender(t, ({ query: asked }) =>
        asked.begin_date === asked.end_date
          ? { body: rowsOf(0) }
          : { body: ['x'.repeat(1_048_576)] },
      );
      const sixtyDays = { ...query, to: query.from + 60 * 86_400_000 };
      const { records, isWhole } = await lender.transactions(sixtyDays);
      assert.deepEqual([records.length, isWhole], [100_000, false]);
      assert.deepEqual(noticed, [tooLong('listTransactions')]);
      const days = requests.filter(({ query: asked }) => asked.begin_date === asked.end_date);
      assert.equal(days.length, 5);
    });

    it('leaves out a day that alone is longer than an answer may be', async (t) => {
      const { lender, noticed } = await scriptedLender(t, ({ query: asked }) => {
        const { begin_date: first = '', end_date: last = '' } = asked;
        const isBusy = first <= '2026-03-02' && last >= '2026-03-02';
        return { body: [row(isBusy ? 'x'.repeat(1_048_576) : first)] };
      });
      const { records, isWhole } = await lender.transactions(query);
      assert.deepEqual(
        records.map(({ paymentIdentifier }) => paymentIdentifier),
        ['2026-02-28', '2026-03-01', '2026-03-03'],
      );
      assert.equal(isWhole, false);
      assert.deepEqual(noticed, [tooLong('listTransactions')]);
    });
  });

  it('says that a list with a bad row is not whole', async (t) => {
    const { lender, noticed } = await scriptedLender(t, ({ path }) => ({
      body: path.includes('payment-request') ? [{}, null] : [],
    }));
    const { records, isWhole } = await lender.charges(query);
    assert.deepEqual([records.length, isWhole], [1, false]);
    const operation = 'listPendingChargeRequests';
    assert.deepEqual(noticed, [{ operation, field: 'results', kind: 'bad_row' }]);
  });

  it('keeps what others have where the lender refuses a list, and says which', async (t) => {
    const { lender } = await scriptedLender(t, ({ path }) =>
      path.includes('payment-request') ? { status: 404, body: {} } : { body: [row('a')] },
    );
    const { records, isWhole, refused } = await lender.charges(query);
    assert.deepEqual(
      records.map(({ list }) => list),
      ['transactions', 'activity'],
    );
    assert.equal(isWhole, false);
    assert.deepEqual(
      refused?.map(({ operation, status }) => [operation, status]),
      [['listPendingChargeRequests', 404]],
    );
  });

  for (const [what, answer] of [
    ['is answered with 500', { status: 500, body: {} }],
    ['is a page', { text: '<h1>Maintenance</h1>' }],
    ['is no list', { body: { detail: 'Please try again later.' } }],
  ] as const) {
    it(`keeps what others have where a list ${what}, and says why`, async (t) => {
      const { lender } = await scriptedLender(t, ({ path }) =>
        path.includes('payment-request') ? answer : { body: [row('a')] },
      );
      const { records, isWhole, failed } = await lender.charges(query);
      assert.deepEqual(
        records.map(({ list }) => list),
        ['transactions', 'activity'],
      );
      assert.deepEqual([isWhole, failed?.operation], [false, 'listPendingChargeRequests']);
    });
  }

  for (const status of [400, 422]) {
    it(`leaves out the page size where ${status} refuses it`, async (t) => {
      const { lender, requests } = await scriptedLender(t, (request) => {
        if (!request.path.includes('all-transactions')) return { body: [] };
        const isTooMuch = Number(request.query.page_size ?? 25) > 50;
        return isTooMuch
          ? { status, body: { page_size: ['At most 50.'] } }
          : pages(twoPages, () => ({ count: 3 }))(request);
      });
      const { records, isWhole } = await lender.charges(query);
      assert.deepEqual([records.length, isWhole], [3, true]);
      assert.deepEqual(
        requests.slice(2).map(({ query: { page, page_size } }) => [page, page_size]),
        [
          ['1', '100'],
          ['1', undefined],
          ['2', undefined],
        ],
      );
    });
  }

  it('fails where the lender refuses them all, with the second that fails, and at once where it cannot be asked', async (t) => {
    for (const [status, failure, asked] of [
      [403, 'refused', 3],
      [500, 'unknown', 2],
      [401, 'unavailable', 1],
    ] as const) {
      const { lender, requests } = await scriptedLender(t, () => ({ status, body: {} }));
      await assert.rejects(
        lender.charges(query),
        (error) => error instanceof LenderError && error.failure === failure,
      );
      assert.equal(requests.length, asked);
    }
  });

  it('goes on through bare lists of activity until nothing is new', async (t) => {
    const { lender } = await scriptedLender(t, ({ path, query: { page } }) => {
      if (!path.includes('all-transactions')) return { body: [] };
      return { body: page === '1' ? [row('a')] : [row('b')] };
    });
    const { records, isWhole } = await lender.charges(query);
    assert.deepEqual(
      records.map(({ paymentIdentifier }) => paymentIdentifier),
      ['a', 'b'],
    );
    assert.equal(isWhole, true);
  });
});

describe('transactions()', () => {
  const counted = () => ({ count: 3 });

  for (const [said, answer, read, isWhole] of [
    ['a bare list', () => ({ body: twoPages[0] }), 2, true],
    ['an envelope', pages([[row('a')]], () => ({ count: 1, next: null, previous: null })), 1, true],
    ['pages up to their count', pages(twoPages, counted), 3, true],
    ['a count as text', pages(twoPages, () => ({ count: '3' })), 3, true],
    [
      'pages up to the last',
      pages(twoPages, (page) => ({ next: page === 1 ? 'x' : null })),
      3,
      true,
    ],
    ['pages that do not say how many', pages(twoPages, () => ({})), 3, true],
    ['pages up to an empty one', pages([...twoPages, []], () => ({})), 3, true],
    ['the same page for ever', () => ({ body: { results: twoPages[0] } }), 2, true],
    ['fewer rows than their count', pages([...twoPages, []], () => ({ count: 4 })), 3, false],
    ['fewer pages than their count', pages(twoPages, () => ({ count: 4 })), 3, false],
    ['the same page and a count', () => ({ body: { count: 3, results: twoPages[0] } }), 2, false],
    ['the same page and a next', () => ({ body: { next: 'x', results: twoPages[0] } }), 2, false],
    ['a next that is not there', pages([[row('a')]], () => ({ next: 'x' })), 1, false],
    [
      'a row of one page on the next, in the place of another',
      pages(
        [
          [row('a'), row('b')],
          [row('b'), row('c')],
        ],
        () => ({ count: 4 }),
      ),
      4,
      false,
    ],
    [
      'a row of one page on the last',
      pages(
        [
          [row('a'), row('b')],
          [row('b'), row('c')],
        ],
        (page) => ({
          next: page === 1 ? 'x' : null,
        }),
      ),
      4,
      false,
    ],
    ['a row twice on one page', pages([[row('a'), row('a')], [row('b')]], counted), 3, true],
    ['a count that changes', pages(twoPages, (page) => ({ count: 4 - page })), 3, false],
  ] as ReadonlyArray<[string, (request: ScriptedRequest) => ScriptedAnswer, number, boolean]>) {
    it(`reads ${said}: ${read} rows, ${isWhole ? 'whole' : 'not whole'}`, async (t) => {
      const { lender } = await scriptedLender(t, answer);
      const list = await lender.transactions(query);
      assert.deepEqual([list.records.length, list.isWhole], [read, isWhole]);
    });
  }

  it('never follows the address of a next page', async (t) => {
    const other = await scriptedLender(t, () => ({ body: [] }));
    const next = `${other.url}/api/v1/sponsor/merchants/transactions/admin/?page=2`;
    const { lender, requests } = await scriptedLender(
      t,
      pages(twoPages, () => ({ count: 3, next })),
    );
    await lender.transactions(query);
    assert.deepEqual(
      requests.map(({ query: { page } }) => page),
      [undefined, '2', '3'],
    );
    assert.deepEqual(other.requests, []);
  });

  it('ends a list that never ends', async (t) => {
    let rows = 0;
    const { lender, requests } = await scriptedLender(t, () => {
      rows += 1;
      return { body: { results: [row(`${rows}`)] } };
    });
    assert.equal((await lender.transactions(query)).isWhole, false);
    assert.equal(requests.length, 200);
  });

  const days = ({ query: { begin_date = '', end_date = '' } }: ScriptedRequest) =>
    1 + (Date.parse(end_date) - Date.parse(begin_date)) / 86_400_000;
  const of120Days = { ...query, from: query.to - 118 * 86_400_000 };

  it('asks for a list by parts of its days that is longer than an answer may be', async (t) => {
    const { lender, requests } = await scriptedLender(t, (request) => {
      const aDay = request.query.begin_date ?? '';
      return days(request) > 10
        ? { body: [row('x'.repeat(1_048_576))] }
        : { body: [row(`${aDay} up to ${request.query.end_date}`)] };
    });
    const { records, isWhole } = await lender.transactions(of120Days);
    assert.equal(isWhole, true);
    const ranges = records.map(
      ({ paymentIdentifier }) => paymentIdentifier?.split(' up to ') ?? [],
    );
    assert.equal(ranges[0]?.[0], requests[0]?.query.begin_date);
    assert.equal(ranges.at(-1)?.[1], requests[0]?.query.end_date);
    // Every day once.
    for (const [at, [first = '']] of ranges.entries()) {
      const before = ranges[at - 1]?.[1];
      if (before !== undefined) assert.equal(Date.parse(first), Date.parse(before) + 86_400_000);
    }
    assert.ok(requests.length < 30, String(requests.length));
  });

  it('gives up a list of which not even a day can be read', async (t) => {
    const { lender, requests } = await scriptedLender(t, () => ({ text: '<p>Later' }));
    await assert.rejects(
      lender.transactions(of120Days),
      (error) => error instanceof LenderError && error.unreadable === 'no_json',
    );
    assert.ok(requests.length < 7, String(requests.length));
  });

  for (const body of [null, {}, { results: {} }, 'ok', 7]) {
    it(`reads no list out of ${JSON.stringify(body)}`, async (t) => {
      const { lender } = await scriptedLender(t, () => ({ body }));
      await assert.rejects(
        lender.transactions(query),
        (error) => error instanceof LenderError && error.fields[0] === 'results',
      );
    });
  }
});

describe('rateSheet()', () => {
  const product = {
    product_id: 7,
    product_name: 'Standard',
    min_amount: 500,
    max_amount: '50000',
    interest_rate: '12.990',
    term_months: 60,
    promo_type: 'none',
    promo_months: 0,
    origination_fee_percent: 0,
    merchant_fee_percent: '6',
    platform_fee_percent: '4.00',
    lender_name: 'A Bank',
    lender_nmls_id: '12345',
    is_available: true,
    is_selected: true,
    effective_date: '2026-01-01',
  };

  it('reads the products that can be read', async (t) => {
    const bad = [{ ...product, interest_rate: 'ask' }, null];
    const { lender, noticed } = await scriptedLender(t, () => ({ body: [product, ...bad] }));
    assert.deepEqual(await lender.rateSheet?.('admin'), [
      {
        ...product,
        product_id: '7',
        min_amount: '500.00',
        max_amount: '50000.00',
        interest_rate: '12.99',
        origination_fee_percent: '0.00',
        merchant_fee_percent: '6.00',
        most_offered_amount: null,
        expiration_date: null,
      },
    ]);
    assert.deepEqual(
      noticed.map(({ field }) => field),
      ['interest_rate', 'promo_type'],
    );
  });
});
