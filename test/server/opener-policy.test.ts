import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Hono } from 'hono';
import { startTestBff } from '../helpers/bff.ts';
import { startTestLending } from '../helpers/lending.ts';

/** The paths of an app that are answered by a page, with the policy that the page has. */
async function pagesOf(app: Hono): Promise<Map<string, string | null>> {
  const routes = app.routes.filter(({ method }) => method === 'GET');
  const paths = new Set(routes.map(({ path }) => path.replaceAll(/:\w+(?:\{[^}]*\})?/g, 'none')));
  const pages = new Map<string, string | null>();
  for (const path of paths) {
    const { headers } = await app.request(path, { headers: { accept: 'text/html' } });
    if (!headers.get('content-type')?.startsWith('text/html')) continue;
    pages.set(path, headers.get('cross-origin-opener-policy'));
  }
  return pages;
}

async function startApp(t: TestContext, start: typeof startTestBff | typeof startTestLending) {
  const service = await start();
  t.after(() => service.close());
  return service.app as Hono;
}

describe('a page that is opened on its own', () => {
  it('shares its window with no page of others, at the lending service [asvs:opener-policy]', async (t) => {
    const pages = await pagesOf(await startApp(t, startTestLending));
    assert.ok(pages.size > 10, `${pages.size} pages`);
    assert.deepEqual([...new Set(pages.values())], ['same-origin']);
  });

  it('shares its window with no page of others, at the BFF [asvs:opener-policy]', async (t) => {
    const pages = await pagesOf(await startApp(t, startTestBff));
    // A document in a frame has the window that the page around it has.
    assert.ok(pages.delete('/v1/frame'));
    assert.deepEqual(Object.fromEntries(pages), { '/docs': 'same-origin', '/pay': 'same-origin' });
  });
});
