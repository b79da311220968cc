import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Hono } from 'hono';
import { authorizationOf, startTestLending, type TestLending } from '../../helpers/lending.ts';

/** Files and published texts, the same for everybody. All else is kept out of caches. */
const publicPath = /^\/(?:pages|texts|docs)\//;

const servedAt = {
  http: 'http://localhost:8788',
  https: 'https://lender.example',
} as const;

/** Every route of the app with an address that it matches. */
function routesOf({ app }: TestLending): { method: string; path: string }[] {
  const routes = (app as Hono).routes.filter(({ method }) => method !== 'ALL');
  const paths = routes.map(({ method, path }) => ({
    method,
    path: path.replaceAll(/:\w+(?:\{[^}]*\})?/g, 'hillside-admin'),
  }));
  return [...new Map(paths.map((each) => [`${each.method} ${each.path}`, each])).values()];
}

for (const [scheme, publicUrl] of Object.entries(servedAt)) {
  describe(`the headers of the lending service's answers, by ${scheme}`, () => {
    let lending: TestLending;
    before(async () => {
      lending = await startTestLending({ publicUrl });
    });
    after(() => lending.close());

    const assertSecure = (response: Response, what: string, isPublic = false) => {
      const header = (name: string) => response.headers.get(name);
      assert.equal(header('x-content-type-options'), 'nosniff', what);
      assert.match(
        header('content-security-policy') ?? '',
        /default-src 'none'.*frame-ancestors 'none'/,
        what,
      );
      assert.equal(header('strict-transport-security') !== null, scheme === 'https', what);
      if (!isPublic) assert.equal(header('cache-control'), 'no-store', what);
    };

    it('are those of every route, with and without credentials, for programs and browsers [asvs:lending-headers]', async () => {
      const routes = routesOf(lending);
      assert.ok(routes.length > 100, `${routes.length} routes`);
      const authorization = authorizationOf('sponsor@example.test');
      for (const { method, path } of routes.filter((each) => !each.path.endsWith('/reset'))) {
        for (const headers of [{}, { authorization }, { authorization, accept: 'text/html' }]) {
          const response = await lending.app.request(path, { method, headers });
          const isPublic = response.status === 200 && publicPath.test(path);
          assertSecure(response, `${method} ${path} ${response.status}`, isPublic);
        }
      }
    });

    for (const [name, path, init] of [
      ['an unknown address', '/nothing', {}],
      ['an unknown page', '/nothing', { headers: { accept: 'text/html' } }],
      ['an address that cannot be read', '/%00', {}],
      ['a query that cannot be read', '/docs?x=%00', {}],
      ['another method', '/openapi.json', { method: 'DELETE' }],
      ['a link to nothing', '/terms/none', { headers: { accept: 'text/html' } }],
      [
        'a form of another page',
        '/terms/none',
        { method: 'POST', headers: { origin: 'https://evil.example' } },
      ],
      ['HEAD', '/openapi.json', { method: 'HEAD' }],
      ['OPTIONS', '/api/v1/sponsor/merchants/', { method: 'OPTIONS' }],
    ] as const) {
      it(`are those of ${name}`, async () => {
        const response = await lending.app.request(path, init);
        assertSecure(response, `${path} ${response.status}`);
      });
    }

    it('are those of a file that the browser has already', async () => {
      const first = await lending.app.request('/pages/hosted.css');
      const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
      const response = await lending.app.request('/pages/hosted.css', { headers });
      assert.equal(response.status, 304);
      assertSecure(response, '304', true);
    });

    it('let a page load its own style sheet and post its own forms, and no more [asvs:page-policy]', async () => {
      const headers = { accept: 'text/html' };
      const response = await lending.app.request('/terms/none', { headers });
      assert.match(response.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(response.headers.get('content-security-policy') ?? '', /style-src 'self'/);
      assert.equal(response.headers.get('referrer-policy'), 'same-origin');
    });
  });
}
