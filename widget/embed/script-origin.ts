/**
 * The BFF's origin, by where this script came from: `https://bff.example/v1/…`. A module that
 * a merchant bundled says nothing about the BFF.
 * @example scriptOrigin('https://bff.example/v1/chunks/x.js') => 'https://bff.example'
 */
export function scriptOrigin(moduleUrl: string): string | null {
  if (!URL.canParse(moduleUrl)) return null;
  const { protocol, origin, pathname } = new URL(moduleUrl);
  const isFromBff = /^https?:$/.test(protocol) && /^\/v\d[\w.-]*\//.test(pathname);
  return isFromBff ? origin : null;
}
