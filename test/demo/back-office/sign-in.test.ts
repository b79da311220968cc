import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { en } from '../../../demo/back-office/strings/en.ts';
import { fieldOf, ledTo, OFFICE, PASSWORD, TestOffice } from './office.ts';

const hourMs = 60 * 60 * 1000;

describe('the sign-in of the back office', () => {
  let office: TestOffice;
  let now = Date.parse('2026-03-02T15:00:00Z');
  const options = {
    bffUrl: 'http://127.0.0.1:1',
    secretKey: 'sk',
    now: () => now,
    fetch: async () => Response.json({ checkouts: [], has_more: false }),
  };
  beforeEach(async () => {
    office = await TestOffice.open(options);
  });
  afterEach(() => office.close());

  it('stands before every page', async () => {
    for (const path of ['/', '/orders', '/orders/x', '/money', '/money/settlements.csv', '/live']) {
      const answer = await office.get(path);
      assert.equal(answer.status, 303, path);
      assert.match(ledTo(answer), /^\/sign-in\?/, path);
    }
    assert.equal((await office.post('/orders/x/cancel')).status, 303);
  });

  it('leads to the page that was asked for, and of a file to the page that it was asked on', async () => {
    const referer = `${OFFICE}/back-office/money?from=2026-03-01&to=2026-03-02`;
    for (const [asked, page, headers] of [
      ['', '/orders'],
      ['/', '/orders'],
      ['/orders?group=charged&page=2', '/orders?group=charged&page=2'],
      ['/orders/k%2F1?a=%26', '/orders/k%2F1?a=%26'],
      ['//elsewhere.example/', '//elsewhere.example/'],
      [
        '/money/settlements.csv?from=2026-03-01',
        '/money?from=2026-03-01&to=2026-03-02',
        { referer },
      ],
      ['/money/settlements.csv?from=2026-03-01', '/orders'],
    ] as const) {
      const signIn = await office.page(ledTo(await office.get(asked, headers)));
      assert.ok(!signIn.includes(en.signIn.lost));
      const back = fieldOf(signIn, 'back').replaceAll('&amp;', '&');
      const answer = await office.post('/sign-in', { password: PASSWORD, back });
      assert.equal(answer.headers.get('location'), `/back-office${page}`, asked);
      await office.post('/sign-out');
    }
  });

  it('says that a form sent after the end was not done, and leads back to its page', async () => {
    const referer = `${OFFICE}/back-office/orders/x/refund?charge=1`;
    const answer = await office.post('/orders/x/refund', { amount: '5' }, OFFICE, { referer });
    const page = await office.page(ledTo(answer));
    assert.ok(page.includes(en.signIn.lost));
    const back = /name="back" value="([^"]*)"/.exec(page)?.[1] ?? '';
    assert.equal(
      ledTo(await office.post('/sign-in', { password: PASSWORD, back })),
      '/orders/x/refund?charge=1',
    );
    assert.ok(!(await office.page('/sign-in')).includes(en.signIn.lost));
  });

  it('leads back to no address but its own pages', async () => {
    for (const back of [
      'https://elsewhere.example/back-office/orders',
      '//elsewhere.example/back-office/orders',
      '/\\elsewhere.example/back-office/',
      '/back-office/../pay',
      '/pay',
      'javascript:alert(1)',
    ]) {
      assert.equal(ledTo(await office.post('/sign-in', { password: PASSWORD, back })), '/orders');
      const page = await office.page(`/sign-in?lost=1&back=${encodeURIComponent(back)}`);
      assert.match(page, /name="back" value="\/back-office\/orders"/);
    }
  });

  it('keeps a cookie that no script and no other site can use', async () => {
    const answer = await office.signIn();
    assert.equal(ledTo(answer), '/orders');
    const [cookie = ''] = answer.headers.getSetCookie();
    assert.match(cookie, /; Path=\/back-office; HttpOnly; SameSite=Strict$/);
    const page = await office.get('/orders');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('cache-control'), 'no-store');
  });

  it('lasts a working day, and ends when somebody signs out', async () => {
    await office.signIn();
    now += 12 * hourMs;
    assert.equal((await office.get('/orders')).status, 303);
    const [, token] = (await office.signIn()).headers.getSetCookie()[0]?.split(/[=;]/) ?? [];
    await office.post('/sign-out');
    const headers = { cookie: `hillside_office=${token}` };
    assert.equal((await office.get('/orders', headers)).status, 303);
  });

  it('ends what an open page hears, too', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const opened = async () => {
      await office.signIn();
      const stream = (await office.get('/live')).body?.getReader();
      assert.equal(Buffer.from((await stream?.read())?.value ?? []).toString(), ': connected\n\n');
      return stream;
    };
    const signedOut = await opened();
    await office.post('/sign-out');
    await office.tell({ checkout_id: 'k-1' });
    assert.equal((await signedOut?.read())?.done, true);
    const expired = await opened();
    now += 12 * hourMs;
    t.mock.timers.tick(15_000);
    assert.equal((await expired?.read())?.done, true);
  });

  it('refuses a wrong password, and after ten of them the right one for a minute', async () => {
    for (let times = 0; times < 10; times += 1) {
      const answer = await office.signIn('guessed');
      assert.equal(answer.status, 401);
      assert.match(await answer.text(), /role="alert">That is not the password/);
    }
    assert.equal((await office.signIn()).status, 429);
    now += 60_001;
    assert.equal((await office.signIn()).status, 303);
  });

  it('refuses no more than ten wrong passwords a minute that come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => office.signIn('guessed')));
    assert.equal(answers.filter(({ status }) => status === 401).length, 10);
    assert.equal(answers.filter(({ status }) => status === 429).length, 10);
  });

  it('takes a form from its own pages only', async () => {
    for (const path of ['/sign-in', '/sign-out', '/orders/x/cancel']) {
      const answer = await office.post(path, { password: PASSWORD }, 'https://shop.example');
      assert.equal(answer.status, 403, path);
    }
  });

  it('shows the password in the sandbox, and nowhere else', async () => {
    assert.ok(!(await office.page('/sign-in')).includes(PASSWORD));
    const shown = await TestOffice.open({ ...options, isPasswordShown: true });
    assert.ok((await shown.page('/sign-in')).includes(PASSWORD));
    await shown.close();
  });

  it('asks for https where the office has it', async () => {
    const secure = await TestOffice.open({ ...options, publicUrl: 'https://office.example' });
    const answer = await secure.post('/sign-in', { password: PASSWORD }, 'https://office.example');
    assert.match(answer.headers.getSetCookie()[0] ?? '', /; Secure/);
    await secure.close();
  });

  it('lets nothing run that stands in a page, and no other page frame one', async () => {
    const { headers } = await office.get('/sign-in');
    assert.deepEqual((headers.get('content-security-policy') ?? '').split(/; ?/), [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
    assert.equal(headers.get('referrer-policy'), 'same-origin');
  });
});
