import type { Transaction } from 'kysely';
import { hmacToken } from '../../platform/crypto/digest.ts';
import { uuidOf } from '../../platform/ids.ts';
import type { BffContext, Merchant } from '../context.ts';
import { BffError } from '../errors.ts';
import {
  addIdempotencyKey,
  findIdempotencyKey,
  type IdempotencyKeyName,
  type IdempotencyKeyUse,
  saveIdempotencyKey,
} from '../store/idempotency-keys.ts';
import type { BffSchema } from '../store/schema.ts';

/** An `Idempotency-Key` and what was sent with it, as digests. */
export type KeyedRequest = IdempotencyKeyName & Pick<IdempotencyKeyUse, 'fingerprint'>;

interface SentKey {
  operation: string;
  key: string;
  body: object;
}

/** What a call of the merchant's server was sent with, as digests. */
export function keyedRequest(
  { fingerprintKey }: Pick<BffContext, 'fingerprintKey'>,
  { publishable_key: publishableKey }: Merchant,
  { operation, key, body }: SentKey,
): KeyedRequest {
  // A digest that is stored was made under this label: another one would not find it again.
  const digest = (part: string, text: string) =>
    hmacToken(fingerprintKey, 'merchant key', part, publishableKey, operation, text);
  // The check gives the fields in the order of its schema, however they were sent.
  const fingerprint = digest('body', JSON.stringify(body));
  return { publishableKey, operation, keyDigest: digest('key', key), fingerprint };
}

/** What is known here, which a key may have made. */
type Known = readonly { readonly id: string }[];

/**
 * The id of what is made under a key: the same one in a database that was put back to a time before it,
 * so that the lender knows it again. One that another key has taken up is not given again.
 */
export function intentIdOf(
  { ids, clock }: Pick<BffContext, 'ids' | 'clock'>,
  keyed: KeyedRequest,
  known: Known,
): string {
  return unknownIdOf(keyed, known) ?? ids.orderedUuid(clock.now());
}

/** The id that a key gives to what is made under it first. */
export function firstIdOf({ keyDigest }: KeyedRequest): string {
  return uuidOf(Buffer.from(keyDigest, 'base64url'));
}

/** The id that a key gives; undefined where it is known here. */
export function unknownIdOf(keyed: KeyedRequest, known: Known): string | undefined {
  const id = firstIdOf(keyed);
  return known.some((each) => each.id === id) ? undefined : id;
}

/** As `keyedRequest`, if there is a key. */
export function keyedFor(
  context: Pick<BffContext, 'fingerprintKey'>,
  merchant: Merchant,
  { key, ...sent }: Omit<SentKey, 'key'> & { key: string | undefined },
): KeyedRequest | undefined {
  return key === undefined ? undefined : keyedRequest(context, merchant, { ...sent, key });
}

/**
 * What a key was for before, if this request was made before.
 * @throws BffError `idempotency_conflict`
 */
export async function findRepeat(
  { database }: Pick<BffContext, 'database'>,
  keyed: KeyedRequest | undefined,
): Promise<IdempotencyKeyUse | undefined> {
  const known = keyed && (await findIdempotencyKey(database.query, keyed));
  if (keyed && known) assertSameRequest(known, keyed);
  return known;
}

/**
 * What was answered to the same request before, else what it is answered now. One that is refused may be
 * so for the very thing that its twin, which came at the same time, has just done: it is looked for again.
 * @param repeated undefined unless the same request was made before
 */
export async function onceUnderKey<Answer>(
  repeated: () => Promise<Answer | undefined>,
  make: () => Promise<Answer>,
): Promise<Answer> {
  const known = await repeated();
  if (known !== undefined) return known;
  try {
    return await make();
  } catch (error) {
    const twin = error instanceof BffError ? await repeated() : undefined;
    if (twin !== undefined) return twin;
    throw error;
  }
}

/** What a key is for. */
type KeyPurpose = Omit<IdempotencyKeyUse, keyof KeyedRequest>;

/**
 * Records what a key is for, in the transaction that does it.
 * @throws BffError `idempotency_conflict`, also when the other request came at the same time
 */
export async function saveKey(
  tx: Transaction<BffSchema>,
  keyed: KeyedRequest | undefined,
  purpose: KeyPurpose,
): Promise<void> {
  if (keyed === undefined || (await saveIdempotencyKey(tx, { ...keyed, ...purpose }))) return;
  throw new BffError('idempotency_conflict');
}

/**
 * Takes a key for this request alone, in the transaction that does it.
 * @returns what the same request has taken it for already; undefined when this one is the first
 * @throws BffError `idempotency_conflict`, also when the other request came at the same time
 */
export async function takeKey(
  tx: Transaction<BffSchema>,
  keyed: KeyedRequest | undefined,
  purpose: KeyPurpose,
): Promise<IdempotencyKeyUse | undefined> {
  if (keyed === undefined || (await addIdempotencyKey(tx, { ...keyed, ...purpose }))) {
    return undefined;
  }
  const known = await findIdempotencyKey(tx, keyed);
  if (known) assertSameRequest(known, keyed);
  return known;
}

/** @throws BffError `idempotency_conflict` when the key came with another body before */
export function assertSameRequest(known: KeyedRequest, request: KeyedRequest): void {
  if (known.fingerprint === request.fingerprint) return;
  throw new BffError('idempotency_conflict');
}
