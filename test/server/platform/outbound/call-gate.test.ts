import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import {
  createHttpClient,
  type HttpLimits,
  type HttpRequest,
} from '../../../../server/platform/outbound/http-client.ts';
import { isUnauthorized } from '../../../../server/platform/outbound/http-outcome.ts';
import { rawHttpServer } from '../../../helpers/raw-server.ts';

const refused = { kind: 'not_sent', reason: 'breaker_open' } as const;

function answer(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
}

/** A client of a service that is down, over a clock that the test moves. */
async function clientOfFailingService(t: TestContext, limits: Partial<HttpLimits> = {}) {
  t.mock.timers.enable({ apis: ['Date'], now: 0 });
  const service = { status: 500 };
  let unauthorized = 0;
  const probes = new EventEmitter<{ probe: [ServerResponse] }>();
  const server = await rawHttpServer(t, (request, response) => {
    if (request.url === '/probe') probes.emit('probe', response);
    else answer(response, service.status);
  });
  const client = createHttpClient({
    limits,
    probe: () => ({ url: `${server.url}/probe` }),
    onOutcome: (outcome) => {
      if (isUnauthorized(outcome)) unauthorized += 1;
    },
  });
  t.after(() => client.close());
  const call = (method: HttpRequest['method'], totalMs = 60_000) =>
    client.call({ method, url: server.url, totalMs });
  return {
    requests: server.requests,
    unauthorized: () => unauthorized,
    call,
    fail: (status: number) => {
      service.status = status;
    },
    callOften: async () => {
      for (let i = 0; i < 15; i += 1) {
        t.mock.timers.tick(100);
        await call('POST');
      }
    },
    /** The service is well again, and it is time to try it. */
    recover: () => {
      service.status = 200;
      t.mock.timers.tick(2_000);
    },
    /** The answer that the next probe waits for. */
    probe: async () => {
      const [response] = await once(probes, 'probe');
      return response as ServerResponse;
    },
  };
}

describe('the breaker of an HTTP client', () => {
  it('opens for a service that fails [asvs:breaker]', async (t) => {
    const { requests, call, callOften } = await clientOfFailingService(t);
    await callOften();
    assert.ok(requests() < 15);
    assert.deepEqual(await call('POST'), refused);
  });

  it('stays closed for a service whose answers are longer than is read of them', async (t) => {
    const server = await rawHttpServer(t, (_request, response) => answer(response, 200));
    const probe = () => ({ url: server.url });
    const client = createHttpClient({ limits: { responseBytes: 1 }, probe });
    t.after(() => client.close());
    for (let i = 0; i < 15; i += 1) {
      const outcome = await client.call({ method: 'GET', url: server.url });
      assert.partialDeepStrictEqual(outcome, { kind: 'unknown', isTooLong: true });
    }
    assert.equal(server.requests(), 15);
  });

  it('opens at once when the credentials are refused, until the probe’s are taken', async (t) => {
    const service = await clientOfFailingService(t);
    const { requests, call, recover, probe } = service;
    service.fail(401);
    assert.partialDeepStrictEqual(await call('POST'), { kind: 'refused', status: 401 });
    assert.deepEqual(await call('POST'), refused);
    assert.equal(requests(), 1);
    recover();
    for (const status of [401, 200]) {
      const isProbed = probe();
      const next = call('POST');
      answer(await isProbed, status);
      assert.equal((await next).kind, status === 200 ? 'answered' : 'not_sent');
      recover();
    }
    assert.equal(service.unauthorized(), 2);
  });

  it('closes when the probe is answered, for all who waited for it', async (t) => {
    const { requests, call, callOften, recover, probe } = await clientOfFailingService(t);
    await callOften();
    recover();
    const before = requests();
    const isProbed = probe();
    const calls = [call('POST'), call('GET'), call('POST')];
    answer(await isProbed, 200);
    for (const outcome of await Promise.all(calls)) assert.equal(outcome.kind, 'answered');
    assert.equal(requests(), before + 1 + calls.length);
  });

  it('keeps to each call’s own limit while the probe is out', async (t) => {
    const { call, callOften, recover, probe } = await clientOfFailingService(t, {
      probeMs: 60_000,
    });
    await callOften();
    recover();
    const isProbed = probe();
    const patient = call('POST');
    const response = await isProbed;
    assert.deepEqual(await call('GET', 50), { kind: 'not_sent', reason: 'timeout' });
    answer(response, 200);
    assert.equal((await patient).kind, 'answered');
  });

  it('opens again when the probe has no answer soon, however long calls may take', async (t) => {
    const { call, callOften, recover, probe } = await clientOfFailingService(t, { probeMs: 300 });
    await callOften();
    recover();
    assert.deepEqual(await Promise.all([call('POST'), call('GET')]), [refused, refused]);
    recover();
    const isProbed = probe();
    const next = call('POST');
    answer(await isProbed, 200);
    assert.equal((await next).kind, 'answered');
  });
});
