import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Listening, listenFor } from '../../../server/merchant-cli/listen.ts';
import { MerchantCliError } from '../../../server/merchant-cli/merchant-call.ts';
import { untilAccepted } from '../../helpers/accepted-page.ts';
import { bareEnvironment } from '../../helpers/bare-environment.ts';
import { shopKey } from '../../helpers/bff.ts';
import { startFaultyProxy } from '../../helpers/faulty-proxy.ts';
import { freePort } from '../../helpers/free-ports.ts';
import { acceptedPage, startTestbed, type Testbed } from '../../helpers/testbed.ts';
import { until } from '../../helpers/until.ts';
import {
  hmacSecret,
  startReceiver,
  verifyWebhook,
  type WebhookReceiver,
} from '../../helpers/webhook-receiver.ts';

const root = join(import.meta.dirname, '../../..');
const secret = hmacSecret();

describe('npm run merchant -- listen', () => {
  let testbed: Testbed;
  let receiver: WebhookReceiver;
  let stop: AbortController;
  let lines: string[];
  beforeEach(async () => {
    testbed = await startTestbed({ isRunning: false });
    receiver = await startReceiver();
    stop = new AbortController();
    lines = [];
  });
  afterEach(async () => {
    stop.abort();
    await testbed.close();
    await receiver.close();
  });

  const listen = (parts: Partial<Listening> = {}) =>
    listenFor({
      bffUrl: testbed.bff.url,
      secretKey: shopKey,
      forward: receiver.url,
      secret,
      print: (line) => lines.push(line),
      everyMs: 10,
      signal: stop.signal,
      ...parts,
    });
  const printed = (line: string | RegExp) =>
    until(String(line), async () => lines.find((each) => each.match(line)) && true, {
      everyMs: 5,
    });

  it('posts what happens from then on, signed, once and in order', async () => {
    await acceptedPage(testbed);
    const listening = listen();
    await printed('Listening.');
    const pages = [await acceptedPage(testbed), await acceptedPage(testbed)];
    const heading = ['Listening.'].length;
    await until('eight', async () => (lines.length === heading + 8 ? true : undefined));
    // More polls bring nothing twice.
    const answered = lines.length;
    testbed.bff.tick(2 * 60_000);
    pages.push(await acceptedPage(testbed));
    await until('the rest', async () => (lines.length === answered + 4 ? true : undefined));
    for (const { checkoutId } of pages) assert.deepEqual(receiver.types(checkoutId), untilAccepted);
    assert.equal(receiver.received.length, 12);
    for (const webhook of receiver.received) verifyWebhook(secret, webhook, Date.now());
    assert.equal(lines.at(-1), `checkout.accepted ${pages[2]?.checkoutId} 204`);
    stop.abort();
    await listening;
  });

  it('posts all that happened since it last read, also more than one page of it', async (t) => {
    const proxy = await startFaultyProxy(() => testbed.bff.url);
    t.after(() => proxy.close());
    const listening = listen({ bffUrl: proxy.url });
    await printed('Listening.');
    proxy.fail(/^GET \/v1\/merchant\/events/, 'hold');
    await proxy.held(1);
    const checkoutIds: string[] = [];
    while (checkoutIds.length * untilAccepted.length <= 100) {
      checkoutIds.push((await acceptedPage(testbed)).checkoutId);
    }
    assert.equal(receiver.received.length, 0);
    proxy.release();
    const count = checkoutIds.length * untilAccepted.length;
    await until('all', async () => receiver.received.length >= count || undefined);
    stop.abort();
    await listening;
    assert.equal(receiver.received.length, count);
    for (const id of checkoutIds) assert.deepEqual(receiver.types(id), untilAccepted);
  });

  it('goes on when it is refused, and when nobody listens', async () => {
    await receiver.close();
    receiver = await startReceiver(await freePort());
    receiver.answer(500);
    const listening = listen();
    await printed('Listening.');
    await acceptedPage(testbed);
    await printed(/^checkout\.accepted .* 500$/);
    await receiver.close();
    await acceptedPage(testbed);
    await printed(/^checkout\.accepted .* ECONNREFUSED$/);
    receiver = await startReceiver();
    stop.abort();
    await listening;
  });

  it('goes on when the BFF cannot be read for a time', async () => {
    const listening = listen({ bffUrl: `http://127.0.0.1:${await freePort()}` });
    await printed('The BFF cannot be read: ECONNREFUSED');
    stop.abort();
    await listening;
  });

  it('ends with a wrong secret key', async () => {
    await assert.rejects(listen({ secretKey: 'sk_wrong' }), MerchantCliError);
  });

  it('signs with the secret in WEBHOOK_SECRET, and does not print it', async () => {
    const env = {
      ...bareEnvironment(),
      BFF_PUBLIC_URL: testbed.bff.url,
      SECRET_KEY: shopKey,
      WEBHOOK_SECRET: secret,
    };
    const command = [join(root, 'server/main.ts'), 'merchant', 'listen', '--forward', receiver.url];
    const listening = spawn(process.execPath, command, { env, cwd: root });
    try {
      let told = '';
      listening.stdout.setEncoding('utf8').on('data', (text: string) => {
        told += text;
      });
      await until('it listens', async () => told.includes('Listening.') || undefined);
      const { checkoutId } = await acceptedPage(testbed);
      await until(
        'all',
        async () => receiver.types(checkoutId).length === untilAccepted.length || undefined,
      );
      for (const webhook of receiver.received) verifyWebhook(secret, webhook, Date.now());
      assert.match(told, /Verify them with the value of WEBHOOK_SECRET$/m);
      assert.ok(!told.includes(secret));
    } finally {
      listening.kill();
      await once(listening, 'exit');
    }
  });

  it('prints the secret that it draws, and no other', async () => {
    const at = ['listen', '--forward', receiver.url, '--bff', testbed.bff.url];
    const drawn = await run(at, { SECRET_KEY: 'sk_wrong', WEBHOOK_SECRET: '' });
    assert.match(drawn.stdout, /Verify them with whsec_[A-Za-z0-9+/]{43}=$/m);
    const env = { SECRET_KEY: 'sk_wrong', WEBHOOK_SECRET: hmacSecret() };
    const given = await run([...at, '--secret', secret], env);
    assert.match(given.stdout, /Verify them with the value of --secret$/m);
  });

  it('takes variables that are empty for ones that are not set', async () => {
    const { port } = new URL(testbed.bff.url);
    const env = { BFF_PUBLIC_URL: '', BFF_PORT: port, SECRET_KEY: '' };
    const { code, stderr } = await run(['listen', '--forward', receiver.url], env);
    assert.equal(code, 1);
    assert.equal(stderr, `SECRET_KEY is wrong: http://localhost:${port} does not know it\n`);
  });

  it('finds the BFF by a BFF_PUBLIC_URL that ends in a slash', async () => {
    const env = { BFF_PUBLIC_URL: `${testbed.bff.url}/`, SECRET_KEY: 'sk_wrong' };
    const { code, stderr } = await run(['listen', '--forward', receiver.url], env);
    assert.equal(code, 1);
    assert.equal(stderr, `SECRET_KEY is wrong: ${testbed.bff.url} does not know it\n`);
  });
});

/** The command in a process of its own. */
function run(args: readonly string[], env: Record<string, string> = {}) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    const options = { env: { ...bareEnvironment(), ...env }, cwd: root, timeout: 30_000 };
    const command = [join(root, 'server/main.ts'), 'merchant', ...args];
    execFile(process.execPath, command, options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe('npm run merchant', () => {
  for (const [args, message] of [
    [[], /^name what to do: .*listen, add\n$/],
    [['listn'], /^name what to do: .*listen, add\n$/],
    [['listen'], /^--forward is missing: npm run merchant -- listen --forward /],
    [['listen', '--forward', 'localhost:3000'], /^--forward is wrong: it is an http/],
    [
      ['listen', '--forward', 'http://localhost:3000', '--bff', 'localhost:8787'],
      /^--bff is wrong: it is an http/,
    ],
    [
      ['listen', '--to', 'http://localhost:3000'],
      /^Unknown option '--to'; use: npm run merchant -- listen /,
    ],
    [
      ['listen', '--forward', 'http://localhost:3000', '--secret', 'whsec_x'],
      /^--secret is wrong: it is "whsec_"/,
    ],
    [
      ['listen', '--forward', 'http://localhost:3000', '--bff', 'https://bff.example'],
      /^SECRET_KEY is missing: /,
    ],
  ] as const) {
    it(`says in one line what is wrong: ${args.join(' ') || 'nothing'}`, async () => {
      const { code, stderr } = await run(args);
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.equal(stderr.trim().split('\n').length, 1);
    });
  }

  it('names WEBHOOK_SECRET if that is wrong, and does not print it', async () => {
    const args = ['listen', '--forward', 'http://localhost:3000'];
    const { code, stderr } = await run(args, { WEBHOOK_SECRET: 'whsec_x' });
    assert.equal(code, 1);
    assert.match(stderr, /^WEBHOOK_SECRET is wrong: it is "whsec_" and base64/);
    assert.ok(!stderr.includes('whsec_x'));
  });

  it('says how a secret is given to it that nobody else sees', async () => {
    const { stderr } = await run(['listen']);
    assert.match(stderr, / WEBHOOK_SECRET/);
    assert.doesNotMatch(stderr, /--secret/);
  });

  for (const [name, args, env] of [
    ['--bff', ['--bff', 'HTTP://bff.example'], {}],
    ['BFF_PUBLIC_URL', [], { BFF_PUBLIC_URL: 'http://bff.example/' }],
  ] as const) {
    it(`sends no secret key in clear to the address of ${name}`, async () => {
      const command = ['listen', '--forward', 'http://localhost:3000', ...args];
      const { code, stderr } = await run(command, { ...env, SECRET_KEY: 'sk_live' });
      assert.equal(code, 1);
      assert.equal(stderr, `${name} is wrong: it is https; http is for this machine alone\n`);
    });
  }
});
