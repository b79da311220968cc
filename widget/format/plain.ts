/**
 * What was typed or pasted, in the characters of an American keyboard: contact cards bring invisible
 * marks along, typesetters their dashes, and Japanese keyboards wide digits.
 * @example plain(' ９００–10–0001 ') => '900-10-0001'
 */
export function plain(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
    .trim();
}
