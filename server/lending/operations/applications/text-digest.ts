import { sha256Hex } from '../../../platform/crypto/digest.ts';

const known = new Map<string, string>();

/** The SHA-256 of a published text in hex: a soft pull needs the same few each time. */
export function textDigest(text: string): string {
  const digest = known.get(text) ?? sha256Hex(text);
  known.set(text, digest);
  return digest;
}
