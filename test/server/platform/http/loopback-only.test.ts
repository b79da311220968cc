import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import { loopbackOnly } from '../../../../server/platform/http/client-address.ts';

const app = new Hono().use(loopbackOnly).get('/', (c) => c.text('here'));

async function statusFor(remoteAddress: string, headers = {}): Promise<number> {
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });
  return answer.status;
}

describe('loopbackOnly', () => {
  for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) {
    it(`serves ${address}`, async () => assert.equal(await statusFor(address), 200));
  }

  for (const address of ['203.0.113.9', '10.0.0.2', '::ffff:10.0.0.2', '2001:db8::1']) {
    it(`is not there for ${address}`, async () => assert.equal(await statusFor(address), 404));
  }

  for (const [name, value] of [
    ['x-forwarded-for', '203.0.113.9'],
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-real-ip', '127.0.0.1'],
    ['via', '1.1 proxy'],
  ] as const) {
    it(`is not there behind a proxy of this machine: ${name} ${value}`, async () => {
      assert.equal(await statusFor('127.0.0.1', { [name]: value }), 404);
    });
  }
});
