import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { openPostgresFaults } from '../../../helpers/postgres-faults.ts';
import { Consumer } from './consumer.ts';

const kinds = ['terms', 'portal', 'charge', 'onboarding', 'invitation', 'preferences'];
const token = 'a'.repeat(43);

describe('an address that leads nowhere', () => {
  // What a browser sends.
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  for (const path of ['/', '/terms', '/charge/', '/apply/x', `/terms/${token}/accept`]) {
    it(`is a page to a browser, in its language, at ${path}`, async () => {
      const headers = { accept, 'accept-language': 'es-US,es;q=0.9' };
      const response = await lending.app.request(path, { headers });
      assert.equal(response.status, 404);
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(response.headers.get('content-security-policy') ?? '', /default-src/);
      assert.ok((await response.text()).includes(es.link.unknown));
    });
  }

  it('is JSON to whoever takes anything', async () => {
    for (const value of ['*/*', 'application/json', 'application/json, text/html']) {
      const response = await lending.app.request('/terms', { headers: { accept: value } });
      assert.equal(response.status, 404);
      assert.deepEqual(await response.json(), { detail: 'Not found.' });
    }
  });

  it('is JSON among the API’s and the sandbox’s addresses, whoever asks', async () => {
    for (const [method, path, status] of [
      ['GET', '/api/v1/sponsor/nothing/', 404],
      ['GET', '/sandbox/v1/nothing', 404],
      ['DELETE', '/openapi.json', 405],
    ] as const) {
      const response = await lending.call(method, path, { headers: { accept } });
      assert.equal(response.status, status, path);
      assert.equal(typeof (await response.json()).detail, 'string');
    }
  });
});

describe('the address of a form', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  for (const form of ['accept', 'identity', 'code', 'code/again', 'mail-link', 'leave']) {
    it(`leads to its page and does nothing else: ${form}`, async () => {
      const consumer = await Consumer.choosing(lending);
      await consumer.identify();
      const { pathname } = new URL(consumer.link);
      const answer = await lending.app.request(`${pathname}/${form}`);
      assert.deepEqual([answer.status, answer.headers.get('location')], [303, pathname]);
      const page = await consumer.browser.open(`${consumer.link}/${form}`);
      assert.equal(page.heading, en.terms.title);
    });
  }
});

describe('a form that another page sends', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  for (const [language, { failure }] of Object.entries({ en, es })) {
    it(`is answered by a page that leads to the form: ${language}`, async () => {
      for (const kind of kinds) {
        const response = await lending.app.request(`/${kind}/${token}/accept`, {
          method: 'POST',
          headers: { 'accept-language': language, origin: 'https://evil.example' },
        });
        const html = await response.text();
        assert.equal(response.status, 403, kind);
        assert.match(html, new RegExp(`<html lang="${language}"`));
        assert.ok(html.includes(failure.foreign), kind);
        assert.ok(html.includes(`href="/${kind}/${token}">${failure.open}`), kind);
      }
    });
  }
});

describe('a hosted page that cannot be made', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
    await lending.stop();
  });
  after(() => lending.close());

  const open = async (kind: string, language: string) => {
    const headers = { 'accept-language': language };
    const response = await lending.app.request(`/${kind}/${token}`, { headers });
    assert.match(response.headers.get('content-type') ?? '', /^text\/html/, kind);
    assert.match(response.headers.get('content-security-policy') ?? '', /default-src/, kind);
    return { response, html: await response.text() };
  };

  it('says that nothing was done while the database cannot serve it', async (t) => {
    if (!lending.databaseUrl) return t.skip('SQLite has nobody to wait for');
    const faults = await openPostgresFaults(lending.databaseUrl);
    const unlock = await faults.lockTable('lending.links');
    const { response, html } = await open('charge', 'en');
    await unlock();
    await faults.close();
    assert.equal(response.status, 503);
    assert.equal(response.headers.get('retry-after'), '1');
    assert.ok(html.includes(en.failure.undone));
  });

  it('says in the reader’s language to look first, leads there, and tells nothing of the error', async () => {
    await lending.context.database.query.schema.dropTable('links').execute();
    for (const kind of kinds) {
      const { response, html } = await open(kind, 'es-US,es;q=0.9');
      assert.equal(response.status, 500, kind);
      assert.ok(html.includes(es.failure.unknown), kind);
      assert.ok(html.includes(`href="/${kind}/${token}">${es.failure.open}`), kind);
      assert.match(html, /<html lang="es"/);
      assert.doesNotMatch(html, /links/);
    }
    const { html } = await open('terms', 'en');
    assert.ok(html.includes(en.failure.unknown));
    const form = await lending.app.request(`/terms/${token}/accept`, { method: 'POST' });
    assert.equal(form.status, 500);
    assert.ok((await form.text()).includes(`href="/terms/${token}">`));
  });
});
