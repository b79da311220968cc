import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { transformWithOxc } from 'vite';
import { webhookTypes } from '../../server/bff/merchant-api/webhook-types.ts';
import { webhookHeaders } from '../../server/bff/tokens/webhook-signature.ts';
import { sampleOf } from '../helpers/docs-samples.ts';
import { aShop } from './demo-shop.ts';

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';
const body = '{ "type": "charge.approved",\n  "data": {"amount":"8400.00"} }';

type Taken = [id: string, event: unknown][];

/** What a sample takes is kept in a list of its module. */
const keeping = 'const taken = []; async function take(...event) { taken.push(event); }';

/** A sample as a module, with packages found from here. */
async function moduleOf(sample: string, exported: string): Promise<Record<string, unknown>> {
  const found = sample.replaceAll(
    /from '(hono|standardwebhooks)'/g,
    (_all, name: string) => `from ${JSON.stringify(import.meta.resolve(name))}`,
  );
  const source = `${found}\n${keeping}\nexport { ${exported} };`;
  const { code } = await transformWithOxc(source, 'sample.ts');
  return import(`data:text/javascript,${encodeURIComponent(code)}`);
}

function signed(sent = body): Request {
  const headers = webhookHeaders([secret], { id: randomUUID(), at: Date.now(), body });
  return new Request('http://localhost/hooks', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: sent,
  });
}

describe('the samples of /docs/webhooks', () => {
  let page: string;
  before(async () => {
    process.env.WEBHOOK_SECRET = secret;
    page = await (await aShop().request('/docs/webhooks')).text();
  });

  async function takesWhatIsSigned(
    taken: unknown,
    send: (request: Request) => Response | Promise<Response>,
  ): Promise<void> {
    const request = signed();
    assert.equal((await send(request)).status, 204);
    assert.deepEqual(taken as Taken, [[request.headers.get('webhook-id'), JSON.parse(body)]]);
    assert.equal((await send(signed(JSON.stringify(JSON.parse(body))))).status, 400);
    assert.equal((taken as Taken).length, 1);
  }

  it('verify the raw body in Hono', async () => {
    const { app, taken } = await moduleOf(sampleOf(page, 'JavaScript, Hono'), 'app, taken');
    const hono = app as { request(request: Request): Promise<Response> };
    await takesWhatIsSigned(taken, (request) => hono.request(request));
  });

  it('verify the raw body in Next.js, whose build has no secret', async () => {
    delete process.env.WEBHOOK_SECRET;
    const { POST, taken } = await moduleOf(sampleOf(page, 'TypeScript, Next.js'), 'taken');
    process.env.WEBHOOK_SECRET = secret;
    await takesWhatIsSigned(taken, POST as (request: Request) => Promise<Response>);
  });

  it('keep the body raw in Express, before anything parses it', () => {
    const sample = sampleOf(page, 'JavaScript, Express');
    assert.ok(sample.indexOf('express.raw') < sample.indexOf('app.use(express.json())'));
    assert.match(sample, /webhook\.verify\(request\.body, request\.headers\)/);
  });

  it('draw a pair of keys, of which the public one checks what is sent', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'soft-pull-keys-'));
    t.after(() => rm(folder, { recursive: true }));
    const commands = sampleOf(page, 'Shell, a pair of keys');
    const options = { cwd: folder, encoding: 'utf8' } as const;
    const [key = '', open = ''] = execFileSync('sh', ['-c', commands], options).split('\n');
    const sent = { id: 'evt-1', at: 1_772_463_960_000, body };
    const [, signature = ''] = webhookHeaders([key], sent)['webhook-signature'].split('v1a,');
    const x = Buffer.from(open.replace('whpk_', ''), 'base64').toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const signed = Buffer.from(`evt-1.1772463960.${body}`);
    assert.ok(verify(null, signed, publicKey, Buffer.from(signature, 'base64')));
  });

  it('tell every type', () => {
    const [, listed = ''] = page.split('<h2 id="types">');
    for (const type of webhookTypes) assert.ok(listed.includes(type), type);
  });
});
