import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { openPostgresFaults } from '../../../helpers/postgres-faults.ts';

const kinds = ['terms', 'portal', 'charge', 'onboarding', 'invitation', 'preferences'];
const token = 'a'.repeat(43);

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

  it('says in the reader’s language to look first, and nothing of the error', async () => {
    await lending.context.database.query.schema.dropTable('links').execute();
    for (const kind of kinds) {
      const { response, html } = await open(kind, 'es-US,es;q=0.9');
      assert.equal(response.status, 500, kind);
      assert.ok(html.includes(es.failure.unknown), kind);
      assert.match(html, /<html lang="es"/);
      assert.doesNotMatch(html, /links/);
    }
    const { html } = await open('terms', 'en');
    assert.ok(html.includes(en.failure.unknown));
  });
});
