import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { connect, createServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { BffSchema } from '../../server/bff/store/schema.ts';
import { type SoftPullResponse, softPullResponse } from '../../server/lending-api/soft-pull.ts';
import { openPostgres, REQUEST_LIMITS } from '../../server/platform/database/postgres.ts';
import { bareEnvironment } from '../helpers/bare-environment.ts';
import { CheckoutClient } from '../helpers/checkout-client.ts';
import { minuteMs } from '../helpers/durations.ts';
import { freePort } from '../helpers/free-ports.ts';
import { authorizationOf, requestOf } from '../helpers/lending.ts';
import { startMailServer } from '../helpers/mail-server.ts';
import { rawHttpServer } from '../helpers/raw-server.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { aSoftPull, softPullPath } from '../helpers/soft-pull.ts';
import { makeStorage } from '../helpers/storage.ts';
import { until } from '../helpers/until.ts';

const mainFile = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

describe('the start', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-main-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** Starts it with these variables, in the hope that it refuses. */
  const refusal = (variables: Record<string, string>, ...args: string[]) =>
    new Promise<{ code: unknown; stderr: string }>((resolve) => {
      const env = { ...bareEnvironment(), DATA_DIR: folder, ...variables };
      execFile(
        process.execPath,
        [mainFile, ...args],
        { env, timeout: 120_000 },
        (error, _out, stderr) => resolve({ code: error?.code, stderr }),
      );
    });

  it('names a port that is taken', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, resolve));
    const { port } = taken.address() as { port: number };
    const { code, stderr } = await refusal({ SERVE: 'demo', DEMO_PORT: String(port) });
    taken.close();
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^port ${port} is in use: .*DEMO_PORT.*\n$`));
  });

  it('names a port that it may not listen at', { skip: process.getuid?.() === 0 }, async () => {
    const { code, stderr } = await refusal({ SERVE: 'demo', DEMO_PORT: '1' });
    assert.equal(code, 1);
    assert.match(stderr, /^port 1 is not allowed: [^\n]*DEMO_PORT[^\n]*\n$/);
  });

  it('names a folder of data that is none', async () => {
    const { code, stderr } = await refusal({
      SERVE: 'bff',
      DATA_DIR: mainFile,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64url'),
    });
    assert.equal(code, 1);
    assert.match(stderr, /^DATA_DIR is wrong: [^\n]+\n$/);
  });

  it('ends at SIGTERM by itself: the kernel ends no first process of a container for it', async (t) => {
    const silent = createServer((socket) => socket.resume());
    t.after(() => silent.close());
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const variables = {
      DATA_DIR: folder,
      SERVE: 'bff',
      DATABASE_URL: `postgres://own@127.0.0.1:${port}/soft_pull`,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64url'),
    };
    const env = { ...bareEnvironment(), ...variables };
    const starting = spawn(process.execPath, [mainFile], { env, stdio: 'ignore' });
    t.after(() => starting.kill('SIGKILL'));
    await once(silent, 'connection');
    starting.kill('SIGTERM');
    assert.deepEqual(await once(starting, 'exit'), [0, null]);
  });

  for (const [what, url, reason] of [
    ['that nobody serves', 'postgres://own:Canary-9@127.0.0.1:1/soft_pull', /ECONNREFUSED/],
    [
      'whose certificate is not there',
      'postgres://own:Canary-9@127.0.0.1:1/soft_pull?sslmode=verify-full&sslrootcert=/nowhere.pem',
      /\/nowhere\.pem/,
    ],
  ] as const) {
    it(`names a PostgreSQL ${what}, without its password`, async () => {
      const { code, stderr } = await refusal({ SERVE: 'bff', DATABASE_URL: url });
      assert.equal(code, 1);
      assert.match(stderr, /^DATABASE_URL: PostgreSQL cannot be opened: [^\n]+\n$/);
      assert.match(stderr, reason);
      assert.doesNotMatch(stderr, /Canary/);
    });
  }

  it('does not take a mistyped command for none', async () => {
    const { code, stderr } = await refusal({ SERVE: 'demo' }, 'back-up');
    assert.equal(code, 1);
    assert.match(stderr, /^there is no command back-up: [^\n]*backup[^\n]*\n$/);
  });

  it('names an adapter that cannot be loaded', async () => {
    const { code, stderr } = await refusal({ SERVE: 'bff', LENDER_ADAPTER: 'nowhere.ts' });
    assert.equal(code, 1);
    assert.match(stderr, /^LENDER_ADAPTER is wrong: \S+nowhere\.ts cannot be loaded[^\n]+\n$/);
  });

  it('names an address that is not of this machine', async () => {
    const { code, stderr } = await refusal({
      SERVE: 'demo',
      HOST: '192.0.2.1',
      DEMO_PUBLIC_URL: 'http://localhost:8080',
      BFF_PUBLIC_URL: 'http://localhost:8787',
      LENDING_PUBLIC_URL: 'http://localhost:8788',
    });
    assert.equal(code, 1);
    assert.match(stderr, /^HOST is wrong: 192\.0\.2\.1 is no address of this machine[^\n]+\n$/);
  });

  it('names a database that is damaged, and ends as the disk’s trouble', async () => {
    const dataDir = join(folder, 'damaged');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'bff.db'), 'no database'.repeat(1_000));
    const { code, stderr } = await refusal({ SERVE: 'bff', DATA_DIR: dataDir });
    assert.equal(code, 74);
    assert.match(stderr, /^\S+bff\.db is damaged: [^\n]+ restore a backup\n$/);
  });

  it('names a PostgreSQL that refuses it', {
    skip: process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL',
  }, async () => {
    const url = new URL(process.env.TEST_DATABASE_URL ?? '');
    url.pathname = '/no-such-database';
    const { code, stderr } = await refusal({ SERVE: 'bff', DATABASE_URL: url.href });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^DATABASE_URL: PostgreSQL cannot be opened: [^\n]*no-such-database[^\n]*\n$/,
    );
  });

  it('names a wrong variable in one line', async () => {
    const { code, stderr } = await refusal({ BFF_PORT: 'eighty' });
    assert.equal(code, 1);
    assert.match(stderr, /^BFF_PORT is wrong: [^\n]+\n$/);
  });
});

describe('npm start', () => {
  it('leaves nothing behind when npm and its shell are ended', { timeout: 120_000 }, async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'soft-pull-start-'));
    t.after(() => rm(dataDir, { recursive: true }));
    const port = await freePort();
    // What npm does: a shell of its own, which stays.
    const shell = spawn('sh', ['-c', '"$0" "$1"; exit', process.execPath, mainFile], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...bareEnvironment(),
        DATA_DIR: dataDir,
        SERVE: 'demo',
        DEMO_PORT: String(port),
        npm_lifecycle_event: 'start',
      },
    });
    const url = `http://localhost:${port}/`;
    for await (const line of createInterface({ input: shell.stdout })) {
      if (line !== 'Ready.') continue;
      assert.equal((await fetch(url)).status, 200);
      shell.kill('SIGTERM');
    }
    // Whoever printed there has ended.
    await assert.rejects(fetch(url));
  });
});

/** Some containers have IPv4 alone. */
const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === '::1');

describe('HOST', () => {
  it('is loopback in the sandbox, where each part serves its own names alone', async (t) => {
    const product = await serve();
    t.after(() => product.remove());
    for (const url of [product.demoUrl, product.bffUrl, product.lendingUrl]) {
      const { port } = new URL(url);
      await assert.rejects(once(connect(Number(port), '127.0.0.2'), 'connect'));
      for (const path of ['/', '/healthz', '/docs']) {
        const foreign = await hostStatus(`${url}${path}`, `shop.example:${port}`);
        assert.equal(foreign, 421, `${url}${path}`);
        assert.notEqual(await hostStatus(`${url}${path}`, `127.0.0.1:${port}`), 421);
      }
    }
  });

  for (const [host, printedAs, skip] of [
    ['::1', /http:\/\/\[::1\]:\d+/g, !hasIPv6],
    ['127.0.0.2', /http:\/\/127\.0\.0\.2:\d+/g, process.platform !== 'linux'],
  ] as const) {
    it(`may be ${host}, at which the parts find each other`, { skip }, async (t) => {
      const product = await serve({ environment: { HOST: host } });
      t.after(() => product.remove());
      const printed = await readFile(product.logFile, 'utf8');
      const urls = [...printed.matchAll(printedAs)].map(([url]) => url);
      const [, bffUrl, demoUrl] = new Set(urls);
      await chooseOffer(new CheckoutClient({ bffUrl: bffUrl ?? '', origin: demoUrl ?? '' }));
    });
  }
});

describe('CALLBACK_ALLOWED_HOSTS', () => {
  it('leaves the sandbox its own parts', async (t) => {
    const product = await serve({ environment: { CALLBACK_ALLOWED_HOSTS: 'hooks.example' } });
    t.after(() => product.remove());
    await chooseOffer(checkoutAt(product));
  });
});

async function chooseOffer(client: CheckoutClient): Promise<void> {
  await client.open({ amount: '8400.00' });
  const step = await client.apply();
  assert.equal(step.screen, 'offers');
  const [offer] = step.screen === 'offers' ? step.offers : [];
  assert.equal((await client.select(offer?.offer_uuid ?? '')).screen, 'redirect');
}

/** The status of a GET that names this host; `fetch` lets nobody set it. */
async function hostStatus(url: string, host: string): Promise<number | undefined> {
  const request = get(url, { headers: { host } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

describe('DATA_DIR', () => {
  it('is for nobody else on this machine', async (t) => {
    const product = await serve({ environment: { SERVE: 'lending' } });
    t.after(() => product.remove());
    for (const path of [product.dataDir, join(product.dataDir, 'lending.db')]) {
      assert.equal((await stat(path)).mode & 0o077, 0, path);
    }
  });
});

describe('TRUSTED_PROXIES', () => {
  it('let the lender know one network from another behind a proxy', async (t) => {
    const product = await serve({
      environment: {
        SERVE: 'lending',
        TRUSTED_PROXY_HOPS: '1',
        TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
      },
    });
    t.after(() => product.remove());
    const guessFrom = async (network: string) => {
      const headers = { authorization: 'Basic YTpi', 'x-forwarded-for': network };
      return (await fetch(`${product.lendingUrl}/api/v1/sponsor/merchants/`, { headers })).status;
    };
    await until(
      'no more guesses',
      async () => ((await guessFrom('203.0.113.7')) === 429 ? true : undefined),
      { everyMs: 1 },
    );
    assert.equal(await guessFrom('203.0.113.8'), 401);
  });
});

describe('HARD_INQUIRY_ON_ACCEPT', () => {
  it('is what the lender’s offers say', async (t) => {
    const product = await serve({
      environment: { SERVE: 'lending', HARD_INQUIRY_ON_ACCEPT: 'true' },
    });
    t.after(() => product.remove());
    const { offers } = await softPull(product, aSoftPull({ ssn: '900-10-0001' }));
    assert.equal(offers?.[0]?.hard_inquiry_on_accept, true);
  });
});

describe('SMTP_URL', () => {
  it('sends what the lender writes to consumers through the mail server', async (t) => {
    const server = await startMailServer();
    const url = `smtp://127.0.0.1:${server.port}?from=notices@lender.example`;
    const product = await serve({ environment: { SERVE: 'lending', SMTP_URL: url } });
    // The mail server stops when nobody is connected to it any more.
    t.after(() => product.remove().finally(() => server.stop()));
    const answer = await fetch(`${product.lendingUrl}${softPullPath}`, {
      method: 'POST',
      headers: {
        authorization: authorizationOf('sponsor@example.test'),
        'content-type': 'application/json',
      },
      body: JSON.stringify(aSoftPull({ ssn: '900-10-0101' })),
    });
    assert.equal(answer.status, 200);
    const mail = await until('the notice', async () => server.received[0]);
    assert.equal(mail.from, 'notices@lender.example');
    assert.deepEqual(mail.to, ['ada.sample@example.test']);
    assert.match(mail.source, /Statement of credit denial/);
  });
});

describe('ENCRYPTION_KEY', () => {
  it('is replaced by another: all goes on, and the one before opens nothing', async (t) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'soft-pull-keys-'));
    t.after(() => rm(dataDir, { recursive: true }));
    const [first, second] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64url'));
    const under = (ENCRYPTION_KEY = '', ENCRYPTION_KEYS_PREVIOUS = '') =>
      serve({ dataDir, environment: { ENCRYPTION_KEY, ENCRYPTION_KEYS_PREVIOUS } });
    const application = aSoftPull({ ssn: '900-10-0001' });

    const before = await under(first);
    const client = checkoutAt(before);
    await client.open({ amount: '8400.00' });
    const decided = await softPull(before, application);
    await before.remove();

    const between = await under(second, first);
    assert.deepEqual((await softPull(between, application)).offers, decided.offers);
    await between.remove();

    const since = await under(second);
    const other = { ...application, external_application_id: 'of-the-same-person' };
    const { external_application_id } = await softPull(since, other);
    assert.equal(external_application_id, decided.external_application_id);
    const again = checkoutAt(since);
    await again.resume(client.resumeHandle);
    assert.equal(again.id, client.id);
    await since.remove();

    await assert.rejects(under(first), /\nENCRYPTION_KEY, .* is wrong: .*\n$/);
  });
});

function checkoutAt({ bffUrl, demoUrl }: Product): CheckoutClient {
  return new CheckoutClient({ bffUrl, origin: demoUrl });
}

async function softPull({ lendingUrl }: Product, body: object): Promise<SoftPullResponse> {
  const answer = await fetch(`${lendingUrl}${softPullPath}`, requestOf('POST', { body }));
  return softPullResponse.parse(await answer.json());
}

describe('the stop', () => {
  it('ends an open event stream instead of cutting it', async () => {
    const product = await serve();
    const origin = product.demoUrl;
    const client = new CheckoutClient({ bffUrl: product.bffUrl, origin });
    await client.open({ amount: '8400.00' });
    const answer = await fetch(`${product.bffUrl}/v1/checkouts/${client.id}/events`, {
      headers: { origin, authorization: `Bearer ${client.token}` },
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    const stopped = product.stop();
    let last = await reader?.read();
    while (last?.done === false) last = await reader?.read();
    assert.equal(last?.done, true);
    await stopped;
    await product.remove();
  });

  it('is not cut short by a second signal: a running request is still answered', async (t) => {
    const called = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const lender = await rawHttpServer(t, async ({ url }, response) => {
      if (!url?.includes('/soft-pull/')) return;
      called.resolve();
      await release.promise;
      response.writeHead(503).end();
    });
    const product = await serve({
      environment: { SERVE: 'bff,demo', LENDING_BASE_URL: lender.url },
    });
    t.after(() => product.remove());
    const client = checkoutAt(product);
    await client.open({ amount: '8400.00' });
    const applying = client.apply();
    await called.promise;
    process.kill(product.pid, 'SIGTERM');
    await until(
      'the stop',
      async () => (await readFile(product.logFile, 'utf8')).includes('"stopping"') || undefined,
    );
    process.kill(product.pid, 'SIGINT');
    release.resolve();
    assert.ok((await applying).screen);
    assert.equal(await product.ended(), 0);
  });

  it('is over before a deployment kills it, also while the lender hangs', async (t) => {
    const called = Promise.withResolvers<void>();
    const lender = await rawHttpServer(t, ({ url }) => {
      if (url?.includes('/soft-pull/')) called.resolve();
    });
    const product = await serve({
      environment: { SERVE: 'bff,demo', LENDING_BASE_URL: lender.url },
    });
    t.after(() => product.remove());
    const client = checkoutAt(product);
    await client.open({ amount: '8400.00' });
    const applying = assert.rejects(client.apply());
    await called.promise;
    const start = performance.now();
    await product.stop();
    assert.ok(performance.now() - start < 10_000);
    await applying;
  });
});

describe('on PostgreSQL', {
  skip: process.env.TEST_DATABASE_URL ? false : 'no PostgreSQL',
}, () => {
  it('the time is the database’s, when its machine’s clock is set on', async (t) => {
    const storage = await makeStorage();
    t.after(() => storage.remove());
    const { databaseUrl = '' } = storage;
    const product = await serve({
      environment: { DATABASE_URL: databaseUrl },
      hasSteeredClock: true,
    });
    t.after(() => product.remove());
    product.letTwoMinutesPass();
    await until(
      'the difference',
      async () =>
        (await readFile(product.logFile, 'utf8')).includes('"event":"clock_differs"') || undefined,
    );
    const client = checkoutAt(product);
    await client.open({ amount: '8400.00' });
    const database = await openPostgres<BffSchema>(databaseUrl, 'bff', REQUEST_LIMITS);
    t.after(() => database.close());
    const { touched_at } = await database.query
      .selectFrom('checkouts')
      .select('touched_at')
      .executeTakeFirstOrThrow();
    assert.ok(Math.abs(touched_at - Date.now()) < minuteMs);
  });
});

describe('the log', () => {
  /** Node has something to say: a warning at the first signal, an error that nobody catches next. */
  const talking = `let times = 0; process.on('SIGUSR2', () => {
    times += 1;
    if (times > 1) throw new Error('late');
    process.emitWarning('late');
  });`;

  it('is JSON alone once it runs, and says which service wrote it, of whom [asvs:last-resort]', async (t) => {
    const product = await serve({
      environment: {
        LOG_LEVEL: 'debug',
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(talking)}`,
      },
    });
    t.after(() => product.remove());
    const client = checkoutAt(product);
    await client.open({ amount: '8400.00' });
    await client.step();
    const logged = async () => {
      const [, text = ''] = (await readFile(product.logFile, 'utf8')).split(/^Ready\.\n/m);
      return text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    };
    const line = (event: string) =>
      until(event, async () => (await logged()).find((each) => each.event === event));
    process.kill(product.pid, 'SIGUSR2');
    await line('node_warning');
    process.kill(product.pid, 'SIGUSR2');
    assert.equal((await line('process_failed')).service, 'server');
    assert.equal(await product.ended(), 1);
    const lines = await logged();
    assert.ok(lines.every(({ service }) => /^(bff|lending|server)$/.test(service)));
    const { service, merchant_id, checkout_id } = lines.find(
      ({ route }) => route === '/v1/checkouts/:id',
    );
    assert.deepEqual(
      { service, merchant_id, checkout_id },
      { service: 'bff', merchant_id: 'pk_sandbox_hillside', checkout_id: client.id },
    );
  });
});
