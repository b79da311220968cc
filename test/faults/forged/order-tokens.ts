import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Random } from '../fuzz/random.ts';

export type Claims = Readonly<Record<string, unknown>>;
type Header = Readonly<Record<string, unknown>>;

/** What the tokens of a merchant are signed by, and what others have. */
export interface OrderKeys {
  readonly secret: string;
  /** Of another merchant. */
  readonly otherSecret: string;
  readonly publishableKey: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

const minute = 60;
const foreign = generateKeyPairSync('ed25519');
/** The order of Ed25519's group: a lax verifier takes S and S + L for one. */
const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;
const signatureBytes = 64;

function encoded(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString(
    'base64url',
  );
}

function hmac(text: string, secret: string | Buffer, hash = 'sha256'): string {
  return createHmac(hash, secret).update(text).digest('base64url');
}

/** Signed by HS256, whatever the header says. */
export function hmacToken(claims: unknown, secret: string | Buffer, header: Header = {}): string {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT', ...header })}.${encoded(claims)}`;
  return `${text}.${hmac(text, secret)}`;
}

/** Signed by Ed25519. */
export function edwardsToken(claims: unknown, key: KeyObject, header: Header = {}): string {
  const text = `${encoded({ alg: 'EdDSA', typ: 'JWT', ...header })}.${encoded(claims)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
}

/**
 * An order token that is not the merchant's, or not for this BFF, order and time.
 * @param token a good one, with these claims
 */
export function forgedOrder(
  random: Random,
  { token, claims, keys }: { token: string; claims: Claims; keys: OrderKeys },
): string {
  return random.pick(forgeries)(random, { token, claims, keys });
}

type Forgery = (random: Random, good: { token: string; claims: Claims; keys: OrderKeys }) => string;

const forgeries: readonly Forgery[] = [
  // No algorithm, or another one than was agreed.
  (random, { token, claims }) => {
    const alg = random.pick(['none', 'None', 'NONE', 'nOnE', '', null, 0, [], ['HS256']]);
    const signature = random.pick(['', token.split('.')[2] ?? '', 'AA']);
    return `${encoded({ alg })}.${encoded(claims)}.${signature}`;
  },
  (random, { claims, keys }) => {
    const [alg, hash] = random.pick([
      ['HS384', 'sha384'],
      ['HS512', 'sha512'],
      ['HS1', 'sha1'],
      ['hs256', 'sha256'],
      ['RS256', 'sha256'],
      ['ES256', 'sha256'],
      ['EdDSA', 'sha256'],
    ] as const);
    const text = `${encoded({ alg })}.${encoded(claims)}`;
    return `${text}.${hmac(text, keys.secret, hash)}`;
  },
  (_random, { claims, keys }) => edwardsToken(claims, keys.privateKey, { alg: 'HS256' }),
  // Somebody else's key, or one that everybody knows.
  (random, { claims, keys }) => {
    const { x = '' } = keys.publicKey.export({ format: 'jwk' });
    const secrets = [
      keys.otherSecret,
      keys.publishableKey,
      keys.secret.slice(1),
      `${keys.secret} `,
      keys.secret.toUpperCase(),
      '',
      'secret',
      x,
      JSON.stringify(keys.publicKey.export({ format: 'jwk' })),
      keys.publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    ];
    const bytes = [
      Buffer.from(x, 'base64url'),
      Buffer.from(keys.secret, 'base64'),
      Buffer.alloc(0),
      Buffer.alloc(32),
    ];
    return hmacToken(claims, random.pick<string | Buffer>([...secrets, ...bytes]));
  },
  (_random, { claims }) => edwardsToken(claims, foreign.privateKey),
  // The token brings its key along, or asks for other rules.
  (random, { claims }) =>
    edwardsToken(
      claims,
      foreign.privateKey,
      random.pick<Header>([
        { jwk: foreign.publicKey.export({ format: 'jwk' }) },
        { jku: 'https://evil.example/keys' },
        { x5u: 'https://evil.example/chain' },
        { x5c: ['AA=='] },
        { kid: '../../dev/null' },
        { kid: "' or 1=1 --" },
      ]),
    ),
  (random, { claims, keys }) =>
    hmacToken(
      claims,
      keys.secret,
      random.pick<Header>([
        { crit: ['exp'] },
        { crit: ['b64'], b64: false },
        { b64: false },
        { zip: 'DEF' },
        { enc: 'A256GCM' },
        { jku: 'https://evil.example/keys' },
        { jwk: { kty: 'oct', k: 'AA' } },
      ]),
    ),
  // Other content under a signature that was good.
  (random, { token, claims }) => {
    const [header, , signature] = token.split('.');
    const change = random.pick<Claims>([
      { amount: '1.00' },
      { order_id: 'another' },
      { jti: 'another' },
      { iss: 'pk_test_other' },
      { exp: Number(claims.exp) + minute },
      { resume: true },
    ]);
    return `${header}.${encoded({ ...claims, ...change })}.${signature}`;
  },
  (random, { token, claims }) => {
    const [, payload, signature] = token.split('.');
    const header = random.pick([
      '{"alg":"HS256"}',
      '{ "alg": "HS256", "typ": "JWT" }',
      '{"typ":"JWT","alg":"HS256"}',
      '{"alg":"EdDSA"}',
      '{"alg":"none","alg":"HS256","typ":"JWT"}',
    ]);
    return random.chance(0.5)
      ? `${encoded(header)}.${payload}.${signature}`
      : `${encoded(header)}.${encoded(` ${JSON.stringify(claims)}`)}.${signature}`;
  },
  // Well signed, for another merchant, BFF or time.
  (random, { claims, keys }) => {
    const aud = String(claims.aud);
    const [iat, exp] = [Number(claims.iat), Number(claims.exp)];
    const day = 24 * 60 * minute;
    const change = random.pick<Claims>([
      { aud: 'https://other.example' },
      { aud: `${aud}/` },
      { aud: aud.toUpperCase() },
      { aud: [`${aud}.evil.example`] },
      { aud: [] },
      { aud: { 0: aud } },
      { aud: undefined },
      { iss: 'pk_test_other' },
      { iss: [claims.iss] },
      { iss: undefined },
      { iat: iat - day, exp: exp - day },
      { iat: iat - 16 * minute, exp: iat - minute },
      { iat: iat + day, exp: exp + day },
      { iat: iat + 6 * minute, exp: iat + 10 * minute },
      { exp: exp + 1 },
      { exp: exp + day },
      { exp: String(exp) },
      { exp: undefined },
      { iat: undefined },
      { iat: iat * 1000, exp: exp * 1000 },
      { nbf: iat + 6 * minute },
      { jti: undefined },
      { amount: '-1.00' },
      { amount: 8400 },
      { order_id: { toString: 'x' } },
    ]);
    return hmacToken({ ...claims, ...change }, keys.secret);
  },
  // A name twice: two readers would see two orders.
  (random, { claims, keys }) => {
    const twice = JSON.stringify(claims).replace(
      '{',
      `{"${random.pick(['amount', 'aud', 'exp'])}":"1.00",`,
    );
    const text = `${encoded({ alg: 'HS256' })}.${encoded(twice)}`;
    return `${text}.${hmac(text, keys.secret)}`;
  },
  // A signature that only a lax verifier takes.
  (random, { claims, keys }) => {
    const good = edwardsToken(claims, keys.privateKey);
    const [header, payload, signature = ''] = good.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    const s = BigInt(`0x${Buffer.from(bytes.subarray(32)).reverse().toString('hex')}`);
    const shifted = Buffer.from((s + groupOrder).toString(16).padStart(64, '0'), 'hex').reverse();
    const other = random.pick([
      Buffer.alloc(signatureBytes),
      Buffer.concat([bytes.subarray(0, 32), shifted]),
      Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)]),
      Buffer.concat([bytes, Buffer.alloc(1)]),
      bytes.subarray(0, 63),
    ]);
    return `${header}.${payload}.${other.toString('base64url')}`;
  },
  // Not the compact form.
  (random, { token }) => {
    const [header, payload, signature] = token.split('.');
    return random.pick([
      JSON.stringify({ protected: header, payload, signature }),
      JSON.stringify({ payload, signatures: [{ protected: header, signature }] }),
      `${header}.${payload}`,
      `${header}..${signature}`,
      `${header}.${payload}.${signature}.`,
      `${header}.${payload}.${signature}.${signature}`,
      `.${payload}.${signature}`,
      `Bearer ${token}`,
    ]);
  },
];
