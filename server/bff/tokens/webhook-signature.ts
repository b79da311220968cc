import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

// Standard Webhooks 1.0: `v1` is HMAC-SHA256, `v1a` is Ed25519.

const hmacPrefix = 'whsec_';
const edPrefix = 'whsk_';

const hmacBytes = { min: 24, max: 64 };
const seedBytes = 32;

/** Before the seed of an Ed25519 private key in DER (RFC 8410). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * True if a text is a secret that webhooks can be signed with: `whsec_` and base64 of 24 to 64 bytes,
 * or `whsk_` and base64 of an Ed25519 private key, its 32 bytes alone or with the public key's 32
 * behind them.
 */
export function isWebhookSecret(text: string): boolean {
  if (text.startsWith(hmacPrefix)) {
    const length = bytesOf(text, hmacPrefix)?.byteLength ?? 0;
    return length >= hmacBytes.min && length <= hmacBytes.max;
  }
  return text.startsWith(edPrefix) && edKeyOf(text) !== undefined;
}

/** What is sent, and when. */
export interface SignedMessage {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly body: string;
}

/** The headers of Standard Webhooks, signed with each of the secrets. */
export function webhookHeaders(
  secrets: readonly string[],
  message: SignedMessage,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(message.at / 1000)),
    'webhook-signature': secrets.map((secret) => signatureOf(secret, message)).join(' '),
  };
}

function signatureOf(secret: string, { id, at, body }: SignedMessage): string {
  if (!secret.startsWith(edPrefix)) return new Webhook(secret).sign(id, new Date(at), body);
  const key = edKeyOf(secret);
  if (key === undefined) throw new TypeError('a webhook secret is no Ed25519 private key');
  const signed = Buffer.from(`${id}.${Math.floor(at / 1000)}.${body}`);
  return `v1a,${sign(null, signed, key).toString('base64')}`;
}

function edKeyOf(text: string): KeyObject | undefined {
  const bytes = bytesOf(text, edPrefix);
  const seed = bytes?.subarray(0, seedBytes);
  if (seed?.byteLength !== seedBytes) return undefined;
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8Head, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const rest = bytes?.subarray(seedBytes);
  return rest?.byteLength === 0 || rest?.equals(publicBytesOf(key)) ? key : undefined;
}

function publicBytesOf(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-seedBytes);
}

/** undefined where it is no base64: Node's own decoder takes anything. */
function bytesOf(text: string, prefix: string): Buffer | undefined {
  const base64 = text.slice(prefix.length);
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes : undefined;
}
