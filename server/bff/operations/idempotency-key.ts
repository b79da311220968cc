import { hmacToken } from '../../platform/crypto/digest.ts';
import type { BffContext } from '../context.ts';
import { BffError } from '../errors.ts';
import type { IdempotencyKeyName, IdempotencyKeyUse } from '../store/idempotency-keys.ts';

/** An `Idempotency-Key` and what was sent with it, as digests. */
export type KeyedRequest = IdempotencyKeyName & Pick<IdempotencyKeyUse, 'fingerprint'>;

/** undefined when the merchant's server sent no key: then each request is a new one. */
export function keyedRequest(
  { fingerprintKey }: Pick<BffContext, 'fingerprintKey'>,
  {
    publishableKey,
    operation,
    key,
    body,
  }: {
    publishableKey: string;
    operation: string;
    key: string | undefined;
    body: object;
  },
): KeyedRequest | undefined {
  if (key === undefined) return undefined;
  // A digest that is stored was made under this label: another one would not find it again.
  const digest = (part: string, text: string) =>
    hmacToken(fingerprintKey, 'merchant key', part, publishableKey, operation, text);
  // The check gives the fields in the order of its schema, however they were sent.
  const fingerprint = digest('body', JSON.stringify(body));
  return { publishableKey, operation, keyDigest: digest('key', key), fingerprint };
}

/** @throws BffError `invalid_request` when the key came with another body before */
export function assertSameRequest(known: KeyedRequest, request: KeyedRequest): void {
  if (known.fingerprint === request.fingerprint) return;
  throw new BffError('invalid_request', { errors: { 'idempotency-key': ['invalid'] } });
}
