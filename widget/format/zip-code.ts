import { parseDigits } from './typed-digits.ts';

/** `'80203 1234' => '80203-1234'`; anything but five or nine digits stays as it was typed. */
export function formatTypedZipCode(typed: string): string {
  const match = /^(\d{5})(\d{4})?$/.exec(parseDigits(typed));
  if (match === null) return typed;
  return match[2] === undefined ? match[0] : `${match[1]}-${match[2]}`;
}
