import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { typedAmount } from '../../../demo/back-office/format.ts';
import type { Report, Settlement } from '../../../demo/back-office/merchant-api-types.ts';
import { weeksOf } from '../../../demo/back-office/money/weeks.ts';
import { en } from '../../../demo/back-office/strings/en.ts';
import { TestOffice } from './office.ts';

const none = { count: 0, amount: '0.00' };
const noDay = { opened: 1, applied: 1, offers: 1, none: 0, chosen: 1, accepted: 1 };

function aDay(
  group: string,
  charged: string,
  settled = '0.00',
  refunded = '0.00',
): Report['rows'][number] {
  const moved = (amount: string) => ({ count: 1, amount });
  return {
    group,
    ...noDay,
    charged: moved(charged),
    settled: moved(settled),
    refunded: moved(refunded),
  };
}

function aSettlement(change: Partial<Settlement>): Settlement {
  return {
    settlement_id: 's-1',
    kind: 'charge',
    order_id: '1001',
    checkout_id: 'k-1',
    gross_amount: '8400.00',
    merchant_fee: '504.00',
    net_amount: '7896.00',
    settled_at: '2026-03-02T15:00:00Z',
    ...change,
  };
}

describe('weeksOf()', () => {
  it('adds up the days of each week from Monday on, and has the weeks of nothing', () => {
    const rows = [
      aDay('2026-03-02', '100.00', '90.00', '7.00'),
      aDay('2026-03-08', '20.05', '10.01', '1.02'),
      aDay('2026-03-16', '5.00'),
    ];
    assert.deepEqual(weeksOf({ rows }, '2026-03-04', '2026-03-17'), [
      { monday: '2026-03-02', charged: 120_05, settled: 100_01, refunded: 8_02 },
      { monday: '2026-03-09', charged: 0, settled: 0, refunded: 0 },
      { monday: '2026-03-16', charged: 5_00, settled: 0, refunded: 0 },
    ]);
  });
});

describe('typedAmount()', () => {
  for (const [typed, amount] of [
    ['2500', '2500.00'],
    [' $2,500.5 ', '2500.50'],
    ['0.29', '0.29'],
    ['12,500,000.50', '12500000.50'],
    ['2.500,00', null],
    ['400,50', null],
    ['4,5', null],
    ['-1', null],
    ['1e3', null],
    ['', null],
  ] as const) {
    it(`${JSON.stringify(typed)} => ${amount}`, () => assert.equal(typedAmount(typed), amount));
  }
});

describe('the money of the back office', () => {
  /** An office whose BFF has two pages of everything, or pages without end. */
  async function officeOf(settlements: readonly Settlement[][], isEndless = false) {
    const asked: URL[] = [];
    const office = await TestOffice.open({
      bffUrl: 'http://127.0.0.1:1',
      secretKey: 'sk',
      now: () => Date.parse('2026-03-10T03:00:00Z'),
      fetch: async (address, init) => {
        const url = new URL(String(address));
        asked.push(url);
        if (url.pathname.endsWith('/report')) {
          const total = { ...noDay, ...moved, refunded: none };
          return Response.json({ rows: [aDay('2026-03-02', '100.00', '90.00', '7.00')], total });
        }
        const page = url.searchParams.has('starting_after') ? 1 : 0;
        const more = isEndless || (page === 0 && settlements.length > 1);
        if (new Headers(init?.headers).get('accept') !== 'text/csv') {
          return Response.json({ settlements: settlements[page], has_more: more });
        }
        const next = `</v1/merchant/settlements?starting_after=s-1>; rel="next"`;
        const ids = settlements[page]?.map(({ settlement_id }) => `${settlement_id}\r\n`) ?? [];
        return new Response(`settlement_id\r\n${ids.join('')}`, {
          headers: more ? { link: next } : {},
        });
      },
    });
    await office.signIn();
    return { office, asked };
  }

  const moved = {
    charged: { count: 5, amount: '12400.00' },
    settled: { count: 4, amount: '9900.00' },
  };

  const back = { kind: 'refund', gross_amount: '-400.00', merchant_fee: '-24.00' } as const;
  const pages = [
    [aSettlement({})],
    [aSettlement({ settlement_id: 's-2', ...back, net_amount: '-376.00' })],
  ];

  it('sums what came and what went back, over every page', async () => {
    const { office, asked } = await officeOf(pages);
    const page = await office.page('/money');
    const sums = [...page.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, ...sum]) => sum);
    assert.deepEqual(sums, [
      ['Paid out', '$8,400.00'],
      ['Went back', '−$400.00'],
      ['Fees', '−$480.00'],
      ['Yours', '$7,520.00'],
    ]);
    // In the shop's time it is the evening before.
    for (const { searchParams } of asked) {
      const days = [searchParams.get('from'), searchParams.get('to')];
      assert.deepEqual(days, ['2025-12-16', '2026-03-09']);
    }
    const reports = asked.filter(({ pathname }) => pathname.endsWith('/report'));
    assert.deepEqual(
      reports.map(({ searchParams }) => searchParams.get('by')),
      ['day'],
    );
    await office.close();
  });

  it('lists every settlement with what it is of, and sums them below', async () => {
    const { office } = await officeOf(pages);
    const page = await office.page('/money');
    const [, table = ''] = /<table class="settlements">([\s\S]*?)<\/table>/.exec(page) ?? [];
    const numbers = (rows: string) =>
      [...rows.matchAll(/<td class="number[^"]*">([^<]*)</g)].map(([, number]) => number);
    const [, body = '', foot = ''] = /<tbody>([\s\S]*)<\/tbody>([\s\S]*)/.exec(table) ?? [];
    assert.deepEqual(body.split('</tr>').map(numbers), [
      ['$8,400.00', '−$504.00', '$7,896.00'],
      ['−$400.00', '$24.00', '−$376.00'],
      [],
    ]);
    assert.deepEqual(numbers(foot), ['$8,000.00', '−$480.00', '$7,520.00']);
    assert.match(body, /<a href="\/back-office\/orders\/k-1">1001<\/a>/);
    const { charge, refund } = en.money.kinds;
    assert.deepEqual(
      [charge, refund].map((kind) => body.split(`<td class="wide">${kind}<`).length - 1),
      [1, 1],
    );
    await office.close();
  });

  it('says of a week what was charged, paid out and returned, each in its own column', async () => {
    const { office } = await officeOf([[]]);
    const page = await office.page('/money');
    const [, row = ''] = /datetime="2026-03-02">([\s\S]*?)<\/tr>/.exec(page) ?? [];
    const cells = [...row.matchAll(/<data value="(\d+)">([^<]*)</g)].map(([, ...cell]) => cell);
    assert.deepEqual(cells, [
      ['10000', '$100'],
      ['9000', '$90'],
      ['700', '$7'],
    ]);
    await office.close();
  });

  it('has two names for what went back of what was paid out, and of what was charged', async () => {
    const { office } = await officeOf([[]]);
    const page = await office.page('/money');
    const names = ['Went back', 'Returned'].map((name) => [
      name,
      page.split(`${name}<`).length - 1,
    ]);
    assert.deepEqual(names, [
      ['Went back', 1],
      ['Returned', 2],
    ]);
    assert.match(page, /class="hint">Returned includes what went back before it was paid out/);
    await office.close();
  });

  it('counts what customers began at each stage, and charges apart from them', async () => {
    const { office } = await officeOf([[]]);
    const page = await office.page('/money');
    const [, table = ''] = /id="funnel-table">([\s\S]*?)<\/table>/.exec(page) ?? [];
    const counts = [...table.matchAll(/<data value="(\d+)"/g)].map(([, count]) => count);
    assert.deepEqual(counts, ['1', '1', '1', '1', '1']);
    assert.doesNotMatch(table, /%/);
    // A visit in which nobody applied counts, too, and is nowhere else an order or made.
    assert.doesNotMatch(table, /order|made/i);
    assert.match(page, /visit[^.]* nobody applied counts as begun, but is not among the orders\./);
    assert.ok(page.includes(en.money.chargesApproved('5', '$12,400.00')));
    assert.ok(page.includes(en.money.chargesPaidOut('4', '$9,900.00')));
    await office.close();
  });

  it('is one file with one line of names, however many pages there are', async () => {
    const { office, asked } = await officeOf(pages);
    const file = await office.get('/money/settlements.csv?from=2026-01-01&to=2026-03-01');
    assert.match(asked[0]?.search ?? '', /^\?from=2026-01-01&to=2026-03-01&/);
    assert.equal(await file.text(), 'settlement_id\r\ns-1\r\ns-2\r\n');
    assert.equal(file.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(
      file.headers.get('content-disposition') ?? '',
      /"settlements-2026-01-01-2026-03-01\.csv"/,
    );
    await office.close();
  });

  it('says that it is not whole where there is more than is read at once', async () => {
    const { office } = await officeOf(pages, true);
    assert.match(await office.page('/money'), /role="alert">More moved on these days/);
    const file = await office.get('/money/settlements.csv?from=2026-01-01&to=2026-03-01');
    assert.equal(file.status, 400);
    await office.close();
  });

  it('asks for two days in their order, at most a year apart', async () => {
    const { office } = await officeOf([[]]);
    for (const range of [
      'from=2026-03-02&to=2026-03-01',
      'from=2024-01-01&to=2026-03-01',
      'from=x&to=y',
      'from=2026-02-01&to=2026-02-30',
      'from=2025-03-01&to=2026-03-02',
      'from=2026-02-30&to=2026-03-01',
      'from=2026-13-01&to=2026-13-02',
    ]) {
      assert.match(await office.page(`/money?${range}`), /role="alert">Choose two days/);
      assert.equal((await office.get(`/money/settlements.csv?${range}`)).status, 400);
    }
    for (const [from, to] of [
      ['2026-03-01', '2026-03-01'],
      ['2025-03-01', '2026-03-01'],
    ]) {
      const page = await office.page(`/money?from=${from}&to=${to}`);
      assert.doesNotMatch(page, /role="alert"/);
      assert.ok(page.includes(`/money/settlements.csv?from=${from}&amp;to=${to}"`));
    }
    await office.close();
  });
});
