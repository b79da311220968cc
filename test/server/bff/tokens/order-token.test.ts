import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import type { BffError } from '../../../../server/bff/errors.ts';
import { readOrderToken } from '../../../../server/bff/tokens/order-token.ts';
import type { OrderClaim, OrderRefusalReason } from '../../../../widget/contract/order-refusal.ts';

const now = Date.parse('2026-03-02T12:00:00Z');
const seconds = now / 1000;
const secret = 'os_test_shop_0123456789abcdef0123456789';
const olderSecret = 'os_test_shop_before_rotation_0123456789';
const expectations = { issuer: 'pk_test_shop', audience: 'https://pay.example', now };

const claims = {
  iss: 'pk_test_shop',
  aud: 'https://pay.example',
  jti: 'j-1',
  iat: seconds,
  exp: seconds + 900,
  amount: '8400.00',
  order_id: 'order-1',
  description: 'Heat pump',
};

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function hs256(
  payload: unknown,
  key: string | Buffer = secret,
  header: object = { alg: 'HS256' },
): string {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

describe('readOrderToken() [asvs:order-claims]', () => {
  let keys: { publicKey: JWK; privateKey: CryptoKey; foreign: CryptoKey };
  let merchant: { order_secrets: string[]; order_keys: JWK[] };

  before(async () => {
    const own = await generateKeyPair('EdDSA', { extractable: true });
    const foreign = await generateKeyPair('EdDSA');
    keys = {
      publicKey: await exportJWK(own.publicKey),
      privateKey: own.privateKey,
      foreign: foreign.privateKey,
    };
    merchant = { order_secrets: [secret, olderSecret], order_keys: [keys.publicKey] };
  });

  const read = (token: string) => readOrderToken(merchant, token, expectations);
  const refused = (token: string, reason: OrderRefusalReason, claim?: OrderClaim) =>
    assert.rejects(read(token), (error: unknown) => {
      const { code, refusal } = error as BffError;
      assert.equal(code, 'order_invalid');
      assert.deepEqual(refusal, claim === undefined ? { reason } : { reason, claim });
      return true;
    });
  const edDsa = (payload: Record<string, unknown>, key: CryptoKey) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA' }).sign(key);

  it('reads an order signed by a secret, by the one before it, or by a key', async () => {
    const tokens = [
      hs256(claims),
      hs256(claims, olderSecret),
      await edDsa(claims, keys.privateKey),
    ];
    for (const token of tokens) {
      assert.deepEqual(await read(token), {
        order: {
          id: 'order-1',
          amountCents: 840_000,
          description: 'Heat pump',
          issuedAt: seconds,
        },
        jti: 'j-1',
        expiresAt: (seconds + 900) * 1000,
        isExpired: false,
        vouchesForBuyer: false,
        offerCode: null,
      });
    }
  });

  it('reads an order for several, this BFF among them', async () => {
    const aud = ['https://other.example', 'https://pay.example'];
    assert.equal((await read(hs256({ ...claims, aud }))).order.id, 'order-1');
  });

  it('vouches for the buyer where the claim resume is true, and refuses it as a word', async () => {
    assert.equal((await read(hs256({ ...claims, resume: true }))).vouchesForBuyer, true);
    assert.equal((await read(hs256({ ...claims, resume: false }))).vouchesForBuyer, false);
    await refused(hs256({ ...claims, resume: 'true' }), 'wrong_claim', 'resume');
  });

  it('reads an offer code', async () => {
    assert.equal((await read(hs256(claims))).offerCode, null);
    const offer_code = 'SPRING-24';
    assert.equal((await read(hs256({ ...claims, offer_code }))).offerCode, offer_code);
    for (const wrong of ['', 7, 'x'.repeat(33), 'a\nb']) {
      await refused(hs256({ ...claims, offer_code: wrong }), 'wrong_claim', 'offer_code');
    }
  });

  it('says that a well-signed order has expired', async () => {
    const token = hs256({ ...claims, iat: seconds - 900, exp: seconds });
    assert.equal((await read(token)).isExpired, true);
  });

  describe('refuses a signature [asvs:order-signature]', () => {
    it('of nobody', async () => {
      for (const alg of ['none', 'None', 'NONE', '']) {
        await refused(`${encoded({ alg })}.${encoded(claims)}.`, 'wrong_alg');
        await refused(hs256(claims, secret, { alg }), 'wrong_alg');
      }
    });

    it('of somebody else', async () => {
      await refused(hs256(claims, 'os_test_other_0123456789abcdef012345678'), 'wrong_signature');
      await refused(await edDsa(claims, keys.foreign), 'wrong_signature');
    });

    it('of a merchant who has no such key', async () => {
      const tokens = [hs256(claims), await edDsa(claims, keys.privateKey)];
      const keyless = { order_secrets: [], order_keys: [] };
      for (const token of tokens) {
        await assert.rejects(readOrderToken(keyless, token, expectations), (error: unknown) => {
          assert.deepEqual((error as BffError).refusal, { reason: 'no_key' });
          return true;
        });
      }
    });

    it('by a secret that was decoded first', async () => {
      for (const encoding of ['base64', 'base64url'] as const) {
        const decoded = Buffer.from(olderSecret, encoding);
        await refused(hs256(claims, decoded), 'secret_decoded');
      }
    });

    it('by the public key taken for a secret', async () => {
      const { x = '' } = keys.publicKey;
      for (const key of [
        x,
        Buffer.from(x, 'base64url').toString('latin1'),
        JSON.stringify(keys.publicKey),
      ]) {
        await refused(hs256(claims, key), 'wrong_signature');
      }
    });

    it('by an algorithm that was not agreed [asvs:order-algorithm]', async () => {
      const [, payload, mac] = hs256(claims).split('.');
      for (const alg of ['HS384', 'HS512', 'RS256', 'ES256', 'A256KW']) {
        await refused(`${encoded({ alg })}.${payload}.${mac}`, 'wrong_alg');
      }
      await refused(`${encoded({ alg: 'EdDSA' })}.${payload}.${mac}`, 'wrong_signature');
    });

    it('that brings its own key or rules [asvs:order-key]', async () => {
      const headers = [
        { jku: 'https://evil.example/keys' },
        { x5u: 'https://evil.example/chain' },
        { jwk: keys.publicKey },
        { x5c: ['x'] },
        { crit: ['b64'], b64: false },
      ];
      for (const header of headers) {
        await refused(hs256(claims, secret, { alg: 'HS256', ...header }), 'refused_header');
      }
    });

    it('written in other characters than base64url', async () => {
      const token = hs256(claims);
      const [header, payload, mac = ''] = token.split('.');
      const lastBits = String.fromCharCode(mac.charCodeAt(42) + 1);
      const others = [
        `${token}=`,
        `${token}\n`,
        `${token} `,
        `${header}.${payload}.${mac.slice(0, 9)}\t${mac.slice(9)}`,
        `${header}.${payload}.${mac.slice(0, 42)}${lastBits}`,
      ];
      for (const other of others) await refused(other, 'malformed');
    });

    it('of other content', async () => {
      const [header, , mac] = hs256(claims).split('.');
      const other = encoded({ ...claims, amount: '1.00' });
      await refused(`${header}.${other}.${mac}`, 'wrong_signature');
    });
  });

  describe('refuses claims', () => {
    const wrong = (claim: OrderClaim) => ['wrong_claim', claim] as const;
    const missing = (claim: OrderClaim) => ['missing_claim', claim] as const;
    const cases: [string, Record<string, unknown>, readonly [OrderRefusalReason, OrderClaim?]][] = [
      ['of another merchant', { iss: 'pk_test_other' }, wrong('iss')],
      ['for another BFF', { aud: 'https://other.example' }, wrong('aud')],
      ['for several other BFFs', { aud: ['https://one.example'] }, wrong('aud')],
      ['for nobody', { aud: [] }, wrong('aud')],
      ['for this BFF with a slash', { aud: 'https://pay.example/' }, ['aud_slash']],
      ['without audience', { aud: undefined }, missing('aud')],
      ['without jti', { jti: undefined }, missing('jti')],
      ['with an empty jti', { jti: ' ' }, wrong('jti')],
      ['with an endless jti', { jti: 'j'.repeat(129) }, wrong('jti')],
      ['that live longer than 15 minutes', { exp: seconds + 901 }, ['exp_too_far']],
      ['that end before they begin', { exp: seconds - 1 }, ['exp_before_iat']],
      ['without an end', { exp: undefined }, missing('exp')],
      ['without a beginning', { iat: undefined }, missing('iat')],
      ['of the far future', { iat: seconds + 301, exp: seconds + 600 }, ['iat_in_future']],
      ['in milliseconds', { iat: now, exp: now + 900_000 }, ['times_in_milliseconds']],
      ['that end in milliseconds', { exp: now + 900_000 }, ['times_in_milliseconds']],
      ['that are not yet good', { nbf: seconds + 301 }, ['not_yet_valid']],
      ['with a beginning in text', { nbf: 'now' }, wrong('nbf')],
      ['with times in text', { exp: String(seconds + 900) }, wrong('exp')],
      ['with a numeric amount', { amount: 8400 }, wrong('amount')],
      ['with three decimals', { amount: '8400.001' }, wrong('amount')],
      ['with nothing to pay', { amount: '0.00' }, wrong('amount')],
      ['with a negative amount', { amount: '-1.00' }, wrong('amount')],
      ['with an exponent', { amount: '1e3' }, wrong('amount')],
      ['without amount', { amount: undefined }, missing('amount')],
      ['without order', { order_id: undefined }, missing('order_id')],
      ['with an endless order', { order_id: 'o'.repeat(65) }, wrong('order_id')],
      ['with an unreadable order', { order_id: 'a\nb' }, wrong('order_id')],
      ['with an endless description', { description: 'd'.repeat(141) }, wrong('description')],
      ['with a numeric description', { description: 1 }, wrong('description')],
    ];
    for (const [name, change, [reason, claim]] of cases) {
      it(name, () => refused(hs256({ ...claims, ...change }), reason, claim));
    }

    it('that are no object', async () => {
      for (const payload of [null, [claims], 'claims']) await refused(hs256(payload), 'malformed');
    });

    it('with a name twice', async () => {
      const text = JSON.stringify(claims).replace('"amount"', '"amount":"1.00","amount"');
      const signed = `${encoded({ alg: 'HS256' })}.${Buffer.from(text).toString('base64url')}`;
      const mac = createHmac('sha256', secret).update(signed).digest('base64url');
      await refused(`${signed}.${mac}`, 'malformed');
    });
  });

  it('refuses what is no token', async () => {
    for (const token of ['', '.', '..', 'a.b.c', 'a'.repeat(4_000), '{}', `${hs256(claims)}.x`]) {
      await refused(token, 'malformed');
    }
  });
});
