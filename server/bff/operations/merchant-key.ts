import { hmacToken } from '../../platform/crypto/digest.ts';
import type { BffContext } from '../context.ts';
import { BffError } from '../errors.ts';
import type { MerchantKeyName } from '../store/merchant-keys.ts';
import type { MerchantKeyTable } from '../store/schema.ts';

/** An `Idempotency-Key` and what was sent with it, as digests. */
export type KeyedRequest = MerchantKeyName & Pick<MerchantKeyTable, 'fingerprint'>;

/** undefined when the merchant's server sent no key: then each request is a new one. */
export function keyedRequest(
  { fingerprintKey }: Pick<BffContext, 'fingerprintKey'>,
  {
    merchant,
    operation,
    key,
    body,
  }: {
    merchant: string;
    operation: string;
    key: string | undefined;
    body: object;
  },
): KeyedRequest | undefined {
  if (key === undefined) return undefined;
  const digest = (part: string, text: string) =>
    hmacToken(fingerprintKey, 'merchant key', part, merchant, operation, text);
  // The check gives the fields in the order of its schema, however they were sent.
  const fingerprint = digest('body', JSON.stringify(body));
  return { merchant, operation, key_digest: digest('key', key), fingerprint };
}

/** @throws BffError `invalid_request` when the key came with another body before */
export function assertSameRequest(known: KeyedRequest, request: KeyedRequest): void {
  if (known.fingerprint === request.fingerprint) return;
  throw new BffError('invalid_request', { errors: { 'idempotency-key': ['invalid'] } });
}
