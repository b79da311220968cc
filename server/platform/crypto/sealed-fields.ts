import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { equalDigests } from './digest.ts';

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** The text was changed, moved to another record or sealed under an unknown key. */
export class SealedFieldError extends Error {
  override readonly name = 'SealedFieldError';
}

/**
 * Seals single fields by AES-256-GCM. `aad` names the place, `tenant|table|column|id`: a sealed
 * text that is moved to another place does not open.
 */
export interface FieldSealer {
  /** With a record key the field opens as long as that key is kept, else it carries its own. */
  seal(plain: string, aad: string, recordKey?: string): string;
  /** @throws SealedFieldError when the text, its place or its key is not the right one */
  open(sealed: string, aad: string, recordKey?: string): string;
  /** True if the key that it opens by is the one that is written with now. */
  isByCurrentKey(sealed: string): boolean;
  /** A keyed digest by which equal values are found without being read; 43 characters. */
  index(value: string, purpose: string): string;
  /** True if a digest is that of the value, by this key or one before it. */
  isIndexOf(digest: string, value: string, purpose: string): boolean;
}

export interface FieldSealerOptions {
  /** Keys that are no longer written with, but still read. */
  previousKeys?: readonly Uint8Array[];
}

/** `key` is 32 bytes; everything else is derived from it. */
export function createFieldSealer(
  key: Uint8Array,
  { previousKeys = [] }: FieldSealerOptions = {},
): FieldSealer {
  const current = keyRing(key);
  const known = new Map([key, ...previousKeys].map((each) => [keyRing(each).kid, keyRing(each)]));

  const unwrap = (wrapped: string): KeyObject => {
    const [kid = '', box = ''] = wrapped.split('.');
    const ring = known.get(kid);
    if (!ring) throw new SealedFieldError(`no key with the id ${kid.slice(0, 16)}`);
    return createSecretKey(decrypt(ring.wrapping, box, `wrap|${kid}`));
  };
  const wrap = (dataKey: Buffer) =>
    `${current.kid}.${encrypt(current.wrapping, dataKey, `wrap|${current.kid}`)}`;

  return {
    seal(plain, aad, recordKey) {
      const text = Buffer.from(plain, 'utf8');
      if (recordKey !== undefined) return encrypt(unwrap(recordKey), text, aad);
      const dataKey = randomBytes(keyBytes);
      return `${wrap(dataKey)}.${encrypt(createSecretKey(dataKey), text, aad)}`;
    },
    open(sealed, aad, recordKey) {
      const box = recordKey === undefined ? (sealed.split('.')[2] ?? '') : sealed;
      return decrypt(unwrap(recordKey ?? recordKeyOf(sealed)), box, aad).toString('utf8');
    },
    isByCurrentKey: (sealed) => sealed.startsWith(`${current.kid}.`),
    index: (value, purpose) => indexBy(current, value, purpose),
    isIndexOf: (digest, value, purpose) =>
      [...known.values()].some((ring) => equalDigests(digest, indexBy(ring, value, purpose))),
  };
}

/**
 * The wrapped data key that a field carries, to seal others of its record by: once this field is
 * deleted, they do not open any more. Of a deleted one it is no key.
 */
export function recordKeyOf(sealed: string): string {
  return sealed.split('.').slice(0, 2).join('.');
}

/** By what a key is told from others, which says nothing of the key: 12 hex digits. */
export function keyName(key: Uint8Array): string {
  return keyRing(key).kid;
}

function indexBy(ring: KeyRing, value: string, purpose: string): string {
  return createHmac('sha256', ring.index)
    .update(JSON.stringify([purpose, value]))
    .digest('base64url');
}

/** Key objects, since a key given as bytes is prepared again at every use, which takes longer than the use. */
interface KeyRing {
  kid: string;
  wrapping: KeyObject;
  index: KeyObject;
}

function keyRing(key: Uint8Array): KeyRing {
  if (key.byteLength !== keyBytes) throw new RangeError('an encryption key has 32 bytes');
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, new Uint8Array(0), `sealed-fields ${use}`, bytes));
  return {
    kid: derive('kid', 6).toString('hex'),
    wrapping: createSecretKey(derive('wrapping', keyBytes)),
    index: createSecretKey(derive('index', keyBytes)),
  };
}

const noncesFetched = 256;
let nonces = Buffer.alloc(0);

/** Fetched many at a time, being no secrets: a call of the generator takes as long as the sealing. */
function nextNonce(): Buffer {
  if (nonces.byteLength === 0) nonces = randomBytes(noncesFetched * nonceBytes);
  const nonce = nonces.subarray(0, nonceBytes);
  nonces = nonces.subarray(nonceBytes);
  return nonce;
}

function encrypt(key: KeyObject, plain: Buffer, aad: string): string {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(aad, 'utf8'));
  const parts = [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64url');
}

function decrypt(key: KeyObject, box: string, aad: string): Buffer {
  const bytes = Buffer.from(box, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) throw new SealedFieldError('not a sealed text');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(aad, 'utf8'));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(nonceBytes, -tagBytes)),
      decipher.final(),
    ]);
  } catch (cause) {
    throw new SealedFieldError('the sealed text does not open here', { cause });
  }
}
