import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { addAddressOrRange } from '../../../../server/platform/http/client-address.ts';
import { minuteMs, secondMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';

const kinds = ['terms', 'portal', 'charge', 'onboarding', 'invitation', 'preferences'];
const allowed = 600;

describe('calls of one network to hosted pages', () => {
  let lending: TestLending;
  before(async () => {
    const addresses = new BlockList();
    addAddressOrRange(addresses, '127.0.0.1');
    lending = await startTestLending({ trustedProxies: { hops: 1, addresses } });
  });
  after(() => lending.close());

  const from = (address: string, path: string, init: RequestInit = {}, language = 'en') =>
    lending.app.request(path, {
      ...init,
      headers: { 'x-forwarded-for': address, 'accept-language': language },
    });
  const callAll = async (address: string) => {
    const statuses = new Set<number>();
    for (let calls = 0; calls < allowed; calls += 1) {
      statuses.add((await from(address, `/${kinds[calls % kinds.length]}/nothing`)).status);
    }
    return [...statuses];
  };

  it('are held back after 600 in a minute, of all pages together', async () => {
    assert.deepEqual(await callAll('203.0.113.7'), [404]);
    for (const kind of kinds) {
      const refused = await from('203.0.113.7', `/${kind}/nothing`);
      assert.equal(refused.status, 429, kind);
      assert.equal(refused.headers.get('retry-after'), '1');
      assert.match(refused.headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.ok((await refused.text()).includes(en.failure.tooMany));
    }
    const form = await from('203.0.113.7', '/terms/nothing/accept', { method: 'POST' }, 'es');
    assert.equal(form.status, 429);
    assert.ok((await form.text()).includes(es.failure.tooMany));
    assert.equal((await from('203.0.113.8', '/terms/nothing')).status, 404);
    lending.tick(secondMs);
    assert.equal((await from('203.0.113.7', '/terms/nothing')).status, 404);
    lending.tick(minuteMs);
    assert.deepEqual(await callAll('203.0.113.7'), [404]);
  });

  it('hold back neither its style sheet nor the API', async () => {
    await callAll('203.0.113.9');
    assert.equal((await from('203.0.113.9', '/terms/nothing')).status, 429);
    assert.equal((await from('203.0.113.9', '/pages/hosted.css')).status, 200);
    assert.equal((await from('203.0.113.9', '/api/v1/sponsor/products/')).status, 401);
  });
});

describe('calls of this machine to hosted pages of a sandbox', () => {
  it('are as many as a test or a measurement makes', async (t) => {
    const lending = await startTestLending();
    t.after(() => lending.close());
    for (let calls = 0; calls <= allowed; calls += 1) {
      assert.equal((await lending.app.request('/terms/nothing')).status, 404);
    }
  });
});
