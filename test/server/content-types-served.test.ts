import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Hono } from 'hono';
import { startTestBff, type TestBff } from '../helpers/bff.ts';
import { authorizationOf, startTestLending, type TestLending } from '../helpers/lending.ts';

let bff: TestBff;
let lending: TestLending;
before(async () => {
  [bff, lending] = await Promise.all([startTestBff(), startTestLending()]);
});
after(() => Promise.all([bff.close(), lending.close()]));

/** JSON is always UTF-8; a text says so; a file's bytes say what they are. */
const named =
  /^(application\/(problem\+)?json|text\/[\w-]+; ?(version=[\d.]+; ?)?charset=utf-8|application\/pdf|image\/[\w+.-]+|font\/\w+)$/i;

/** What is wrong with the answers of every route to a caller with these headers. */
async function unnamed(app: unknown, headers: Record<string, string>): Promise<string[]> {
  const { routes, request } = app as Hono;
  const wrong: string[] = [];
  const own = routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('/reset'));
  assert.ok(own.length > 20, `${own.length} routes`);
  for (const { method, path } of own) {
    const address = path.replaceAll(/:\w+(?:\{[^}]*\})?/g, 'hillside-admin');
    const response = await request(address, { method, headers });
    const hasBody = response.body !== null && ![204, 304].includes(response.status);
    const type = response.headers.get('content-type') ?? '';
    if (hasBody && !named.test(type)) wrong.push(`${method} ${path} ${response.status}: ${type}`);
    await response.body?.cancel();
  }
  return wrong;
}

describe('every answer with a body says what it is [asvs:content-type]', () => {
  it('at the BFF', async () => {
    assert.deepEqual(await unnamed(bff.app, {}), []);
  });

  it('at the lending service, to programs and browsers', async () => {
    const authorization = authorizationOf('sponsor@example.test');
    for (const headers of [{}, { authorization }, { authorization, accept: 'text/html' }]) {
      assert.deepEqual(await unnamed(lending.app, headers as Record<string, string>), []);
    }
  });
});
