import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { basicAuthHeader } from '../../server/platform/http/basic-auth.ts';
import { type Listening, listen } from '../../server/platform/http/listen.ts';
import { shop, shopKey, shopOrigin, startTestBff, type TestBff } from '../helpers/bff.ts';
import { findExecutable } from '../helpers/find-executable.ts';
import { freePorts } from '../helpers/free-ports.ts';
import { ShopPage } from '../helpers/shop-page.ts';
import { until } from '../helpers/until.ts';

const nginx = await findExecutable(['nginx', '/usr/sbin/nginx']);
/** The first node is not upgraded yet, and does not have it. */
const newFile = '/v1/chunks/results-new.js';
const sample = join(import.meta.dirname, '../../server/deploy/nginx-bff.conf');

/** Two nodes of one BFF behind the sample, without TLS and on free ports. */
describe('the sample of nginx', { skip: nginx === undefined && 'no nginx' }, () => {
  let folder: string;
  let bff: TestBff;
  let proxy: ChildProcess;
  let ended: Promise<unknown>;
  let origin: string;
  let ports: [number, number, number];
  /** Which node answered, by its place. */
  let answeredBy: number[];
  const nodes: Listening[] = [];

  async function startNode(place: 0 | 1): Promise<void> {
    const fetch = (request: Request, env: unknown) => {
      answeredBy.push(place);
      const isNewFile = new URL(request.url).pathname === newFile;
      if (isNewFile) return new Response(null, { status: place === 0 ? 404 : 200 });
      return bff.app.fetch(request, env as never);
    };
    nodes[place] = await listen({ fetch }, { port: ports[place], address: '127.0.0.1' });
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-nginx-'));
    await chmod(folder, 0o755);
    bff = await startTestBff();
    ports = (await freePorts(3)) as typeof ports;
    answeredBy = [];
    await startNode(0);
    await startNode(1);
    await writeFile(join(folder, 'nginx.conf'), await configuration(folder, ports));
    proxy = spawn(nginx ?? '', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], {
      stdio: 'ignore',
    });
    ended = once(proxy, 'close');
    origin = `http://127.0.0.1:${ports[2]}`;
    await until('nginx answers', () => fetch(origin).catch(() => undefined));
  });
  after(async () => {
    proxy.kill();
    await ended;
    await Promise.all(nodes.map((node) => node.close()));
    await bff.close();
    await rm(folder, { recursive: true });
  });

  it('writes no secret key into its log', async () => {
    const path = '/v1/merchant/checkouts';
    const authorization = basicAuthHeader({ username: shopKey, password: '' });
    assert.equal((await fetch(origin + path, { headers: { authorization } })).status, 200);
    const log = await until('the call is logged', async () => {
      const text = await readFile(join(folder, 'access.log'), 'utf8');
      return text.includes(path) ? text : undefined;
    });
    assert.ok(!log.includes(shopKey));
  });

  it('keeps inside what is not for the outside', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      assert.equal((await fetch(origin + path)).status, 404, path);
      // To nginx it is below /v1/. fetch() would take the dots out.
      const dotted = request(origin, { path: `/v1/a%2Fb/../..${path}` }).end();
      const [answer] = (await once(dotted, 'response')) as [IncomingMessage];
      assert.equal(answer.resume().statusCode, 400, path);
    }
  });

  it('hands on a step when it comes, and not when the stream ends', async (t) => {
    const page = new ShopPage(bff);
    await page.open({ amount: '8400.00' });
    const leaving = new AbortController();
    t.after(() => leaving.abort());
    const stream = await fetch(`${origin}/v1/checkouts/${page.checkoutId}/events`, {
      headers: { authorization: `Bearer ${page.token}`, origin: shopOrigin },
      signal: leaving.signal,
    });
    const first = await stream.body?.getReader().read();
    assert.match(new TextDecoder().decode(first?.value), /details/);
  });

  it('finds what one node alone has', async () => {
    for (let calls = 0; calls < 4; calls += 1) {
      assert.equal((await fetch(origin + newFile)).status, 200);
    }
  });

  it('lets nobody wait while one node after the other is restarted', async () => {
    const ask = async () => {
      const path = `/v1/diagnose?merchant=${shop.publishable_key}`;
      const { status } = await fetch(origin + path, { headers: { origin: shopOrigin } });
      return status;
    };
    for (const place of [0, 1] as const) {
      await nodes[place]?.close();
      for (let calls = 0; calls < 10; calls += 1) assert.equal(await ask(), 200);
      await startNode(place);
      answeredBy = [];
      const isBack = async () => {
        assert.equal(await ask(), 200);
        return answeredBy.includes(place) ? true : undefined;
      };
      await until('it is asked again', isBack);
    }
  });
});

async function configuration(
  folder: string,
  [first, second, own]: readonly [number, number, number],
): Promise<string> {
  const text = await readFile(sample, 'utf8');
  const server = text
    .replace('bff-1:8787', `127.0.0.1:${first}`)
    .replace('bff-2:8787', `127.0.0.1:${second}`)
    .replace(/^server \{\n {2}listen 80;[\s\S]*?^\}/m, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${own} default_server;`)
    .replace('/var/log/nginx/access.log', join(folder, 'access.log'))
    .replaceAll(/^ {2}ssl_.*$/gm, '');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${name};`,
  );
  return ['daemon off;', 'pid nginx.pid;', 'events {}', 'http {', ...folders, server, '}', ''].join(
    '\n',
  );
}
