import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { merchantApiRoutes } from '../../../../server/bff/merchant-api/routes.ts';
import { loadCheckout } from '../../../../server/bff/store/checkouts.ts';
import { sandboxCallback } from '../../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../../server/platform/http/basic-auth.ts';
import { shopOrigin, startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { MerchantServer } from '../../../helpers/merchant-server.ts';
import { rawHttpServer } from '../../../helpers/raw-server.ts';
import { anApplication, codeOf, ShopPage } from '../../../helpers/shop-page.ts';

describe('the limits of a network [asvs:network-limits]', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff({ config: { limits: { callsPerAddress: 5 } } });
  });
  after(() => bff.close());

  const from = (address: string, headers = {}) =>
    bff.app.request(
      '/v1/resume',
      {
        method: 'POST',
        headers: { origin: shopOrigin, 'content-type': 'application/json', ...headers },
        body: '{}',
      },
      { incoming: { socket: { remoteAddress: address } } },
    );
  const statuses = async (address: string, count: number, headers = {}) => {
    const found: number[] = [];
    for (let call = 0; call < count; call += 1) {
      found.push((await from(address, headers)).status);
    }
    return found;
  };

  it('hold one address back and no other, and let it on after a while', async () => {
    assert.deepEqual(await statuses('203.0.113.7', 6), [400, 400, 400, 400, 400, 429]);
    assert.equal((await from('203.0.113.8')).status, 400);
    assert.equal((await from('203.0.113.7')).headers.get('retry-after'), '12');
    bff.tick(12_000);
    assert.equal((await from('203.0.113.7')).status, 400);
  });

  it('count a whole IPv6 network as one, and not this machine', async () => {
    await statuses('2001:db8:1:2::1', 5);
    assert.equal((await from('2001:db8:1:2:aaaa::9')).status, 429);
    assert.equal((await from('2001:db8:1:3::1')).status, 400);
    assert.ok(!(await statuses('127.0.0.1', 8)).includes(429));
  });

  it('count no more than 16 of the 65,536 networks that one customer may have by IPv6', async () => {
    for (let network = 1; network <= 16; network += 1)
      await statuses(`2001:db8:2:${network}::1`, 5);
    assert.equal((await from('2001:db8:2:99::1')).status, 429);
    assert.equal((await from('2001:db8:4::1')).status, 400);
    bff.tick(1_000);
    assert.equal((await from('2001:db8:2:99::1')).status, 400);
  });

  it('count all as one behind a proxy on this machine that is not trusted', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    assert.equal((await statuses('127.0.0.1', 6, headers)).at(-1), 429);
  });

  it('passes on so many applications of a network in an hour, whatever checkouts they are for', async () => {
    const limited = await startTestBff({ config: { limits: { softPullsPerAddressAnHour: 2 } } });
    const apply = async (remoteAddress: string, change = {}) => {
      const one = new ShopPage(limited);
      await one.open({ amount: '8400.00' });
      const answer = await limited.app.request(
        `/v1/checkouts/${one.checkoutId}/application`,
        {
          method: 'POST',
          headers: {
            origin: one.origin,
            authorization: `Bearer ${one.token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(anApplication(change)),
        },
        { incoming: { socket: { remoteAddress } } },
      );
      return answer.status;
    };
    assert.equal(await apply('203.0.113.7', { ssn: '12' }), 422);
    assert.deepEqual([await apply('203.0.113.7'), await apply('203.0.113.7')], [200, 200]);
    assert.equal(await apply('203.0.113.7'), 429);
    assert.equal(await apply('203.0.113.8'), 200);
    limited.tick(30 * minuteMs);
    assert.equal(await apply('203.0.113.7'), 200);
    await limited.close();
  });

  it('counts calls of this machine where consumers call through what forwards no address', async () => {
    const deployed = await startTestBff({
      config: { isSandbox: false, limits: { callsPerAddress: 5 } },
    });
    const call = () => deployed.app.request('/v1/disclosures/en?merchant=nobody');
    for (let calls = 0; calls < 5; calls += 1) assert.notEqual((await call()).status, 429);
    assert.equal((await call()).status, 429);
    await deployed.close();
  });
});

describe('the limit of applications at a time', () => {
  it('tells who comes then to come again, and begins nothing', async (t) => {
    const asked = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const { url } = await rawHttpServer(t, async (_incoming, response) => {
      asked.resolve();
      await released.promise;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"decision": "no_offers"}');
    });
    const bff = await startTestBff({
      lenderUrl: url,
      config: { limits: { applicationsAtATime: 1 } },
    });
    const [first, second] = [new ShopPage(bff), new ShopPage(bff)];
    for (const page of [first, second]) await page.open({ amount: '8400.00' });
    const answer = first.apply({ ssn: '900-10-0001' });
    await asked.promise;
    const crowded = await second.on('POST', '/application', anApplication({ ssn: '900-10-0002' }));
    assert.equal(codeOf(crowded), 'rate_limited');
    const { softPull } = (await loadCheckout(bff.database.query, second.checkoutId)) ?? {};
    assert.equal(softPull, null);
    released.resolve();
    assert.equal((await answer).screen, 'no_offers');
    assert.equal((await second.apply({ ssn: '900-10-0002' })).screen, 'no_offers');
    await bff.close();
  });
});

describe('an application beyond that limit', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff({ config: { limits: { applicationsAtATime: 0 } } });
  });
  after(() => bff.close());

  const apply = ({ path = '/v1/checkouts/any/application', method = 'POST' } = {}) =>
    fetch(`${bff.url}${path}`, {
      method,
      headers: { origin: shopOrigin, 'content-type': 'application/json' },
      body: 'no JSON',
    });

  it('is refused before its session and its body are read, for its page to read', async () => {
    const answer = await apply();
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get('retry-after'), '2');
    assert.equal(answer.headers.get('access-control-allow-origin'), shopOrigin);
    assert.equal(answer.headers.get('access-control-expose-headers'), 'retry-after');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal(((await answer.json()) as { code: string }).code, 'rate_limited');
  });

  it('is refused alone, and no other call', async () => {
    const others = [
      { path: '/v1/checkouts/any/application/more' },
      { path: '/v1/checkouts/any/charge?as=/application' },
      { path: '/v1/checkouts/any/more/application' },
      { method: 'PUT' },
    ];
    for (const other of others) assert.notEqual((await apply(other)).status, 429);
    assert.equal((await apply({ path: '/v1/checkouts/any/application?again' })).status, 429);
  });

  it('ends the connection where more is announced than an application', async () => {
    const connectionOf = async (length: string) => {
      const { port } = new URL(bff.url);
      const socket = connect(Number(port), '127.0.0.1');
      const head = `POST /v1/checkouts/any/application HTTP/1.1\r\nhost: localhost:${port}\r\n`;
      socket.write(`${head}${length}\r\n\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return /^connection: (.*)\r$/im.exec(answer.toString())?.[1];
    };
    assert.equal(await connectionOf('content-length: 16384'), 'keep-alive');
    assert.equal(await connectionOf('content-length: 16385'), 'close');
    assert.equal(await connectionOf('transfer-encoding: chunked'), 'close');
  });

  it('is counted by its route', async () => {
    await apply();
    const metrics = await (await bff.app.request('/metrics')).text();
    assert.match(metrics, /_count\{route="\/v1\/checkouts\/:id\/application",status="429"\} \d/);
  });

  it('is one of many in a line of the log, once a minute', async () => {
    const linesOf = async (count: number) => {
      const before = bff.logged.length;
      for (let each = 0; each < count; each += 1) await apply();
      return bff.logged.slice(before).map((line) => JSON.parse(line) as { count?: number });
    };
    bff.tick(minuteMs);
    assert.equal((await linesOf(3)).length, 1);
    bff.tick(minuteMs);
    const [line, ...others] = await linesOf(2);
    assert.deepEqual([line?.count, others.length], [3, 0]);
  });
});

it('the limit of a merchant’s server keeps no more of an address than an id has', async () => {
  const bff = await startTestBff({ config: { limits: { callsPerCheckout: 1 } } });
  const server = new MerchantServer(bff);
  // An address may be 16 kB long, and 50,000 of them are remembered.
  const none = 'x'.repeat(36);
  assert.equal((await server.read(`/checkouts/${none}${'1'.repeat(9_000)}`)).status, 404);
  assert.equal((await server.read(`/checkouts/${none}${'2'.repeat(9_000)}`)).status, 429);
  assert.equal((await server.read(`/checkouts/${none.slice(1)}`)).status, 404);
  await bff.close();
});

describe('the limit of lists of a merchant’s server', () => {
  let bff: TestBff;
  let server: MerchantServer;
  before(async () => {
    bff = await startTestBff({ config: { limits: { callsPerCheckout: 1 } } });
    server = new MerchantServer(bff);
  });
  after(() => bff.close());

  for (const { operationId, method, path } of merchantApiRoutes) {
    if (method !== 'get' || path.includes('{id}')) continue;
    it(`holds ${operationId} back, and counts what is refused`, async () => {
      bff.tick(minuteMs);
      const list = path.replace('/v1/merchant', '');
      assert.equal((await server.call('GET', `${list}?nonsense=1`)).status, 400);
      assert.equal((await server.call('GET', list)).status, 429);
      bff.tick(minuteMs);
      assert.equal((await server.call('GET', list)).status, 200);
      assert.equal((await server.call('GET', list)).status, 429);
    });
  }
});

describe('the limit of wrong callback passwords', () => {
  let bff: TestBff;
  before(async () => {
    bff = await startTestBff();
  });
  after(() => bff.close());

  const callback = (password: string, remoteAddress: string) =>
    bff.app.request(
      '/callbacks/application',
      {
        method: 'POST',
        headers: {
          authorization: basicAuthHeader({ ...sandboxCallback, password }),
          'content-type': 'application/json',
        },
        body: JSON.stringify({ event_type: 'consumer_application_complete' }),
      },
      { incoming: { socket: { remoteAddress } } },
    );

  it('is 20 a minute for a network, on loopback and in the sandbox too', async () => {
    for (const address of ['127.0.0.1', '203.0.113.7']) {
      for (let guess = 1; guess <= 20; guess += 1) {
        assert.equal((await callback(`wrong ${guess}`, address)).status, 401);
      }
      const refused = await callback('wrong', address);
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get('retry-after'), '3');
      assert.equal(((await refused.json()) as { code: string }).code, 'rate_limited');
      assert.equal((await callback(sandboxCallback.password, address)).status, 429);
    }
    assert.notEqual((await callback(sandboxCallback.password, '203.0.113.8')).status, 429);
    bff.tick(3_000);
    assert.equal((await callback('wrong', '127.0.0.1')).status, 401);
  });

  it('counts neither the right one nor what has none', async () => {
    const address = '203.0.113.20';
    for (let call = 0; call < 25; call += 1) {
      assert.ok(![401, 429].includes((await callback(sandboxCallback.password, address)).status));
      const bare = { method: 'POST' };
      const env = { incoming: { socket: { remoteAddress: address } } };
      assert.equal((await bff.app.request('/callbacks/application', bare, env)).status, 401);
    }
  });
});
