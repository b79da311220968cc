import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';

export function sha256Hex(value: string | Uint8Array): string {
  return hash('sha256', value, 'hex');
}

/**
 * Compares two texts in a time that says nothing about where they differ.
 * `timingSafeEqual` throws on unequal lengths, so their digests are compared.
 */
export function equalDigests(left: string, right: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(left), digest(right));
}

/**
 * A token that can be made again by whoever has the key: HMAC-SHA-256 as base64url. A key that is
 * used often is better handed in as a KeyObject, which is made once.
 */
export function hmacToken(key: Uint8Array | KeyObject, ...parts: readonly string[]): string {
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
}
