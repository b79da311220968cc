import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { shop, startTestBff, type TestBff } from '../../../helpers/bff.ts';
import { as, codeOf, ShopPage } from '../../../helpers/shop-page.ts';
import { StepStream } from '../../../helpers/step-stream.ts';
import { until } from '../../../helpers/until.ts';

describe('GET /v1/checkouts/{id}/events', () => {
  let bff: TestBff;
  let page: ShopPage;

  before(async () => {
    const config = {
      timing: { heartbeatMs: 30 },
      limits: { streamsPerCheckout: 3, streamsPerAddress: 2 },
    };
    bff = await startTestBff({ config });
  });
  after(() => bff.close());

  const opened = async () => {
    page = new ShopPage(bff);
    await page.open({ amount: '8400.00' });
  };
  const patchBy = (one: ShopPage, amount: string) => one.on('PATCH', '', { amount });
  const patch = (amount: string) => patchBy(page, amount);
  const countOpen = async () => {
    const gauge = bff.context.metrics.registry.getSingleMetric('bff_open_streams');
    return (await gauge?.get())?.values[0]?.value;
  };
  const amountOf = async (stream: StepStream) => {
    const event = await stream.next();
    return event && [event.id, as(event.step, 'details').amount];
  };

  it('sends the step as it is and every change of it', async () => {
    await opened();
    const stream = await StepStream.open(page);
    assert.deepEqual(await amountOf(stream), ['1', '8400.00']);
    await patch('8500.00');
    assert.deepEqual(await amountOf(stream), ['2', '8500.00']);
    await patch('8600.00');
    assert.deepEqual(await amountOf(stream), ['3', '8600.00']);
    await stream.close();
  });

  it('goes on after the last event that was seen, without what was seen', async () => {
    await opened();
    await patch('8500.00');
    const seen = await StepStream.open(page, '2');
    await seen.beat();
    await patch('8600.00');
    assert.deepEqual(await amountOf(seen), ['3', '8600.00']);
    await seen.close();
    const missed = await StepStream.open(page, '1');
    assert.deepEqual(await amountOf(missed), ['3', '8600.00']);
    await missed.close();
  });

  it('sends a comment while nothing changes, and no event for what is no change', async () => {
    await opened();
    const stream = await StepStream.open(page);
    await stream.next();
    await patch('8400.00');
    await stream.beat();
    await stream.beat();
    await stream.close();
  });

  it('tells every open page, up to the most that one checkout may have', async () => {
    await opened();
    const streams = await Promise.all([1, 2, 3].map(() => StepStream.open(page)));
    for (const stream of streams) await stream.next();
    const refused = await page.on('GET', '/events');
    assert.equal(codeOf(refused), 'rate_limited');
    assert.equal(refused.headers.get('retry-after'), '15');
    await patch('8500.00');
    for (const stream of streams) assert.deepEqual(await amountOf(stream), ['2', '8500.00']);
    for (const stream of streams) await stream.close();
    const again = await StepStream.open(page);
    await again.close();
  });

  it('reads no more to a checkout, or a network, than that where many are opened at once', async () => {
    await opened();
    assert.equal(await countRead(await openAtOnce(5)), 3);
    const env = { incoming: { socket: { remoteAddress: '203.0.113.9' } } };
    assert.equal(await countRead(await openAtOnce(4, env)), 2);
  });

  /** Those that are let in; where others are read by then, the rest are refused. */
  async function openAtOnce(count: number, env?: object): Promise<StepStream[]> {
    const opened = await Promise.allSettled(
      Array.from({ length: count }, () => StepStream.open(page, undefined, env)),
    );
    return opened.flatMap((each) => {
      if (each.status === 'fulfilled') return [each.value];
      assert.equal(String(each.reason), 'Error: stream: 429');
      return [];
    });
  }

  /** On how many of the streams a step comes; the others have ended. */
  async function countRead(streams: readonly StepStream[]): Promise<number> {
    const steps = await Promise.all(streams.map((stream) => stream.next()));
    await Promise.all(streams.map((stream) => stream.close()));
    return steps.filter((step) => step !== undefined).length;
  }

  it('opens no stream where only its headers are asked for', async () => {
    await opened();
    const headers = { origin: page.origin, authorization: `Bearer ${page.token}` };
    for (let time = 1; time <= 4; time += 1) {
      const path = `/v1/checkouts/${page.checkoutId}/events`;
      const answer = await bff.app.request(path, { method: 'HEAD', headers });
      assert.equal(answer.status, 200, `time ${time}`);
    }
  });

  it('ends with its token [asvs:stream-ends]', async () => {
    await opened();
    const stream = await StepStream.open(page);
    await stream.next();
    bff.tick(2 * 60 * 60_000);
    assert.equal(await stream.next(), undefined);
    assert.equal(codeOf(await page.on('GET', '/events')), 'token_expired');
  });

  it('ends with its token when those of later pages take its place', async () => {
    await opened();
    const stream = await StepStream.open(page);
    await stream.next();
    const later = new ShopPage(bff);
    for (let resumed = 0; resumed < 5; resumed += 1) {
      bff.tick(1);
      const body = { resume: page.resume, merchant: shop.publishable_key };
      later.enter(await later.call('POST', '/v1/resume', { body }));
    }
    assert.equal(codeOf(await page.on('GET', '/events')), 'token_expired');
    await patchBy(later, '8500.00');
    assert.equal(await stream.next(), undefined);
  });

  it('ends where it can never be read, which is logged', async () => {
    await opened();
    const stream = await StepStream.open(page);
    await stream.next();
    const { schema } = bff.database.query;
    await schema.alterTable('sessions').renameTo('sessions_away').execute();
    const end = await stream
      .next()
      .finally(() => schema.alterTable('sessions_away').renameTo('sessions').execute());
    assert.equal(end, undefined);
    const ofStream = bff.logged.filter((line) => line.includes(page.checkoutId));
    assert.equal(ofStream.filter((line) => line.includes('request_failed')).length, 1);
  });

  it('is opened by one network only so often at a time [asvs:stream-limit]', async () => {
    await opened();
    const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];
    const open = async (remoteAddress: string) => {
      const answer = await bff.app.request(
        `/v1/checkouts/${page.checkoutId}/events`,
        { headers: { origin: page.origin, authorization: `Bearer ${page.token}` } },
        { incoming: { socket: { remoteAddress } } },
      );
      if (answer.status !== 200 || answer.body === null) return answer.status;
      const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
      readers.push(reader);
      await reader.read();
      return answer.status;
    };
    assert.deepEqual([await open('203.0.113.7'), await open('203.0.113.7')], [200, 200]);
    assert.equal(await open('203.0.113.7'), 429);
    assert.equal(await open('203.0.113.8'), 200);
    await readers[0]?.cancel();
    assert.equal(await open('203.0.113.7'), 200);
    await Promise.all(readers.map((reader) => reader.cancel()));
  });

  it('is opened no more than 16 times as often by all networks of one customer', async () => {
    const streams: StepStream[] = [];
    for (let network = 1; network <= 16; network += 1) {
      await opened();
      const env = { incoming: { socket: { remoteAddress: `2001:db8:2:${network}::1` } } };
      for (let time = 0; time < 2; time += 1) {
        const stream = await StepStream.open(page, undefined, env);
        await stream.next();
        streams.push(stream);
      }
    }
    const env = { incoming: { socket: { remoteAddress: '2001:db8:2:99::1' } } };
    await assert.rejects(StepStream.open(page, undefined, env), /429/);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  it('lets go of a browser that went away', async () => {
    await opened();
    const leaving = new AbortController();
    const answer = await fetch(`${bff.url}/v1/checkouts/${page.checkoutId}/events`, {
      headers: { origin: page.origin, authorization: `Bearer ${page.token}` },
      signal: leaving.signal,
    });
    assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.equal(answer.headers.get('access-control-allow-origin'), page.origin);
    assert.equal(await countOpen(), 1);
    leaving.abort();
    await until('the end of the stream', async () =>
      (await countOpen()) === 0 ? true : undefined,
    );
  });

  it('is refused to a page of another origin', async () => {
    await opened();
    const stranger = new ShopPage(bff, 'https://other.example');
    stranger.token = page.token;
    stranger.checkoutId = page.checkoutId;
    assert.equal(codeOf(await stranger.on('GET', '/events')), 'origin_not_allowed');
  });
});
