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

interface Answered {
  readonly what: string;
  readonly response: Response;
}

/** The answers of every route to a caller with these headers. */
async function answersOf(app: unknown, headers: Record<string, string>): Promise<Answered[]> {
  const { routes, request } = app as Hono;
  const answers: Answered[] = [];
  const own = routes.filter(({ method, path }) => method !== 'ALL' && !path.endsWith('/reset'));
  assert.ok(own.length > 20, `${own.length} routes`);
  for (const { method, path } of own) {
    const address = path.replaceAll(/:\w+(?:\{[^}]*\})?/g, 'hillside-admin');
    const response = await request(address, { method, headers });
    answers.push({ what: `${method} ${path} ${response.status}`, response });
    await response.body?.cancel();
  }
  return answers;
}

/** What is wrong with their types. */
async function unnamed(app: unknown, headers: Record<string, string>): Promise<string[]> {
  return (await answersOf(app, headers)).flatMap(({ what, response }) => {
    const hasBody = response.body !== null && ![204, 304].includes(response.status);
    const type = response.headers.get('content-type') ?? '';
    return hasBody && !named.test(type) ? [`${what}: ${type}`] : [];
  });
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

describe('every answer of the BFF has its headers, with HSTS at an https address [asvs:answer-headers]', () => {
  for (const [bffPublicUrl, hsts] of [
    ['https://checkout.example', /^max-age=31536000; includeSubDomains$/],
    ['http://localhost:8787', /^$/],
  ] as const) {
    it(`at ${bffPublicUrl}`, async (t) => {
      const own = await startTestBff({ config: { bffPublicUrl } });
      t.after(() => own.close());
      const answers = await answersOf(own.app, {});
      const without = (name: string, wanted: RegExp) =>
        answers
          .filter(({ response }) => !wanted.test(response.headers.get(name) ?? ''))
          .map(({ what }) => what);
      assert.deepEqual(without('x-content-type-options', /^nosniff$/), []);
      assert.deepEqual(without('strict-transport-security', hsts), []);
      // By framing it the widget tries whether the page's own policy lets it.
      const open = ['GET /v1/diagnose 200'];
      assert.deepEqual(without('content-security-policy', /frame-ancestors /), open);
    });
  }
});
