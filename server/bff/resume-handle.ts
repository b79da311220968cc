import type { KeyObject } from 'node:crypto';
import { equalDigests, hmacToken } from '../platform/crypto/digest.ts';

/** What a handle says; that it is ours says nothing of whether the generation is still good. */
export interface HandleContent {
  readonly checkoutId: string;
  readonly generation: number;
}

/** A handle can be written whenever it is needed and is stored nowhere. */
export function writeHandle(key: KeyObject, { checkoutId, generation }: HandleContent): string {
  return `${checkoutId}.${generation}.${signature(key, checkoutId, String(generation))}`;
}

/** undefined when the handle is not one of ours. */
export function readHandle(key: KeyObject, handle: string): HandleContent | undefined {
  const [checkoutId = '', generation = '', mac = '', ...rest] = handle.split('.');
  if (rest.length > 0 || !/^[1-9]\d{0,8}$/.test(generation)) return undefined;
  if (!equalDigests(mac, signature(key, checkoutId, generation))) return undefined;
  return { checkoutId, generation: Number(generation) };
}

function signature(key: KeyObject, checkoutId: string, generation: string): string {
  return hmacToken(key, 'resume', checkoutId, generation);
}
