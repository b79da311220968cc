import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rawHttpServer } from '../helpers/raw-server.ts';
import { sendAtRate } from './load/rate.ts';

const longerThanASecondMs = 1_500;

it('counts an answer in the second in which it came, and goes on without waiting for it', async (t) => {
  const { url: origin } = await rawHttpServer(t, (_request, response) => {
    setTimeout(() => response.end(), longerThanASecondMs);
  });
  const requests = Array.from({ length: 20 }, () => ({ method: 'GET', path: '/' }) as const);
  const [first, second, after, ...none] = await sendAtRate({
    origin,
    requests,
    steps: [
      { perSecond: 10, seconds: 1 },
      { perSecond: 2, seconds: 1 },
    ],
    connections: 20,
    timeoutMs: 60_000,
  });
  assert.ok(first && second && after);
  assert.deepEqual(none, []);
  assert.equal(first.good, 0);
  assert.ok(second.sent > 0);
  assert.ok(after.good >= second.sent);
  assert.equal(second.good + after.good, first.sent + second.sent);
});

it('counts what fails in the second in which it failed', async (t) => {
  const { url: origin } = await rawHttpServer(t, ({ socket }) => {
    setTimeout(() => socket.destroy(), longerThanASecondMs);
  });
  const [first, after] = await sendAtRate({
    origin,
    requests: [{ method: 'GET', path: '/' }],
    steps: [{ perSecond: 10, seconds: 1 }],
    connections: 20,
    timeoutMs: 60_000,
  });
  assert.deepEqual(first?.failures, {});
  assert.deepEqual(after?.failures, { ECONNRESET: 1 });
});
