import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  isWebhookSecret,
  webhookHeaders,
} from '../../../../server/bff/tokens/webhook-signature.ts';

const hmacSecret = (bytes = 32) => `whsec_${randomBytes(bytes).toString('base64')}`;
const body = '{"type":"charge.approved","data":{"amount":"8400.00"}}';
const message = (at = Date.now()) => ({ id: 'evt-1', at, body });

function edPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  const open = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const secretOf = (...parts: Buffer[]) => `whsk_${Buffer.concat(parts).toString('base64')}`;
  return { publicKey, seed, open, secretOf };
}

describe('webhookHeaders()', () => {
  it('signs as the Standard Webhooks library verifies', () => {
    const secret = hmacSecret();
    const headers = webhookHeaders([secret], message());
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
    assert.throws(() => new Webhook(secret).verify(`${body} `, headers));
    assert.throws(() => new Webhook(hmacSecret()).verify(body, headers));
  });

  it('gives what the specification’s own example has', () => {
    const headers = webhookHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: 1_614_265_330_000,
      body: '{"test": 2432232314}',
    });
    assert.deepEqual(headers, {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('signs with both secrets at once, so that either verifies', () => {
    const secrets = [hmacSecret(), hmacSecret(24)];
    const headers = webhookHeaders(secrets, message());
    assert.equal(headers['webhook-signature'].split(' ').length, 2);
    for (const secret of secrets) new Webhook(secret).verify(body, headers);
  });

  it('signs with an Ed25519 key beside the other secret', () => {
    const { publicKey, seed, secretOf } = edPair();
    const secret = hmacSecret();
    const at = Date.now();
    const headers = webhookHeaders([secret, secretOf(seed)], message(at));
    new Webhook(secret).verify(body, headers);
    const [, signature = ''] = headers['webhook-signature'].split(' v1a,');
    const signed = Buffer.from(`evt-1.${Math.floor(at / 1000)}.${body}`);
    assert.ok(verify(null, signed, publicKey, Buffer.from(signature, 'base64')));
  });
});

describe('isWebhookSecret()', () => {
  const { seed, open, secretOf } = edPair();

  it('takes HMAC secrets of 24 to 64 bytes, and Ed25519 keys with and without their public half', () => {
    for (const secret of [hmacSecret(24), hmacSecret(64), secretOf(seed), secretOf(seed, open)]) {
      assert.ok(isWebhookSecret(secret));
    }
  });

  for (const [what, secret] of [
    ['too few bytes', hmacSecret(23)],
    ['too many bytes', hmacSecret(65)],
    ['no prefix', randomBytes(32).toString('base64')],
    ['no base64', `whsec_${'-'.repeat(40)}`],
    ['base64url', `whsec_${Buffer.alloc(32, 0xfb).toString('base64url')}`],
    ['a public key', `whpk_${open.toString('base64')}`],
    ['half a private key', secretOf(seed.subarray(1))],
    ['a private key with another’s public half', secretOf(seed, edPair().open)],
    ['nothing', ''],
  ] as const) {
    it(`refuses ${what}`, () => assert.equal(isWebhookSecret(secret), false));
  }
});
