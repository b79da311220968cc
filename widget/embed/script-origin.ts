/**
 * The BFF's origin, by where this script came from: `https://bff.example/v1/…`. A module that
 * a merchant bundled says nothing about the BFF.
 * @example scriptOrigin('https://bff.example/v1/chunks/x.js') => 'https://bff.example'
 */
export function scriptOrigin(moduleUrl: string): string | null {
  const isFromBff = /^https?:\/\/[^/]+\/v\d[\w.-]*\//.test(moduleUrl);
  return isFromBff ? new URL(moduleUrl).origin : null;
}
