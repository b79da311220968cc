import { parseUrl } from '../contract/parse-url.ts';

/**
 * The BFF's origin, by where this script came from: `https://bff.example/v1/…`. A module that
 * a merchant bundled says nothing about the BFF.
 * @example scriptOrigin('https://bff.example/v1/chunks/x.js') => 'https://bff.example'
 */
export function scriptOrigin(moduleUrl: string): string | null {
  const url = parseUrl(moduleUrl);
  if (url === null) return null;
  const isFromBff = /^https?:$/.test(url.protocol) && /^\/v\d[\w.-]*\//.test(url.pathname);
  return isFromBff ? url.origin : null;
}
