import { hmacToken } from '../../platform/crypto/digest.ts';
import type { BffContext } from '../context.ts';
import { BffError } from '../errors.ts';
import type { IdempotencyKeyName, IdempotencyKeyUse } from '../store/idempotency-keys.ts';

/** An `Idempotency-Key` and what was sent with it, as digests. */
export type KeyedRequest = IdempotencyKeyName & Pick<IdempotencyKeyUse, 'fingerprint'>;

interface SentKey {
  publishableKey: string;
  operation: string;
  key: string;
  body: object;
}

export function keyedRequest(
  { fingerprintKey }: Pick<BffContext, 'fingerprintKey'>,
  { publishableKey, operation, key, body }: SentKey,
): KeyedRequest {
  // A digest that is stored was made under this label: another one would not find it again.
  const digest = (part: string, text: string) =>
    hmacToken(fingerprintKey, 'merchant key', part, publishableKey, operation, text);
  // The check gives the fields in the order of its schema, however they were sent.
  const fingerprint = digest('body', JSON.stringify(body));
  return { publishableKey, operation, keyDigest: digest('key', key), fingerprint };
}

/** @throws BffError `idempotency_conflict` when the key came with another body before */
export function assertSameRequest(known: KeyedRequest, request: KeyedRequest): void {
  if (known.fingerprint === request.fingerprint) return;
  throw new BffError('idempotency_conflict');
}
