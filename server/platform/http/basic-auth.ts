import { equalDigests, sha256Hex } from '../crypto/digest.ts';

export interface BasicCredentials {
  username: string;
  password: string;
}

/** The credentials of an `Authorization: Basic` header (RFC 7617), or undefined. */
export function parseBasicAuth(header: string | undefined): BasicCredentials | undefined {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  return { username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The header's value for these credentials. */
export function basicAuthHeader({ username, password }: BasicCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`, 'utf8').toString('base64')}`;
}

/**
 * True if the password has this hex SHA-256. Pass undefined for an unknown account: it takes as
 * long as a wrong password.
 */
export function passwordMatches(password: string, expectedSha256: string | undefined): boolean {
  const matches = equalDigests(sha256Hex(password), expectedSha256 ?? '');
  return matches && expectedSha256 !== undefined;
}
