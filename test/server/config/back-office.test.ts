import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Config } from '../../../server/config/config.ts';
import {
  backOfficeWebhook,
  sandboxBackOffice,
  sandboxMerchants,
  sha256,
} from '../../../server/config/sandbox-settings.ts';
import { configReader, merchant, outside } from './read-test-config.ts';

const own = backOfficeWebhook('http://localhost:8080', sandboxBackOffice);

describe('the demo’s back office', () => {
  const { read } = configReader();
  const toldBy = ({ merchants }: Config) =>
    merchants.flatMap(({ webhooks = [] }) => webhooks.map(({ url }) => url));

  it('is told by webhook in one’s own sandbox, at whatever address the demo has', () => {
    assert.deepEqual(toldBy(read({})), [own.url]);
    const moved = read({ DEMO_PORT: '9001' });
    assert.deepEqual(toldBy(moved), ['http://localhost:9001/back-office/webhooks']);
    const [shop] = read({}).merchants;
    assert.ok(shop?.users?.some(({ user_id }) => user_id === shop.request_user_id));
  });

  it('is told beside what a file lists, once', () => {
    const url = 'http://localhost:3000/hooks';
    const { secrets } = own;
    const readFile = (webhooks: object[]) => {
      const file = sandboxMerchants('https://shop.example').map((each) => ({ ...each, webhooks }));
      return read({ MERCHANTS_FILE: 'merchants.json' }, JSON.stringify(file));
    };
    assert.deepEqual(toldBy(readFile([{ url, secrets }])), [url, own.url]);
    assert.deepEqual(toldBy(readFile([{ url: own.url, secrets }])), [own.url]);
    assert.deepEqual(toldBy(readFile([{ id: own.id, url, secrets }])), [url]);
  });

  it('is told whatever other hosts webhooks may go to, but not where the demo is not served', () => {
    assert.deepEqual(toldBy(read({ CALLBACK_ALLOWED_HOSTS: 'hooks.example' })), [own.url]);
    assert.deepEqual(toldBy(read({ SERVE: 'bff,lending' })), []);
  });

  it('is not there outside the sandbox: its password is published', () => {
    assert.equal(read(outside).backOffice, null);
  });

  it('is not there on the internet', () => {
    const sponsor = {
      username: 'sponsor@example.test',
      password_sha256: sha256('unpublished'),
      name: 'The hosted demo',
      features: { allow_soft_pull_process: true, allow_approve_on_behalf: false },
      callback: { username: 'callbacks', password: 'of its own' },
    };
    const hosted = {
      DEMO_PUBLIC: 'true',
      SPONSORS_FILE: 'sponsors.json',
      LENDING_PASSWORD: 'unpublished',
    };
    const config = read(hosted, JSON.stringify([sponsor]));
    assert.equal(config.backOffice, null);
    assert.deepEqual(toldBy(config), []);
  });

  it('has a secret that is refused outside the sandbox', () => {
    const file = JSON.stringify([
      { ...merchant, webhooks: [{ ...own, url: 'https://shop.example/hooks' }] },
    ]);
    assert.throws(() => read(outside, file), /MERCHANTS_FILE is wrong: it holds a published value/);
  });
});
