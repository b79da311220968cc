import { parseDigits } from './typed-digits.ts';

/** `'900100001' => '900-10-0001'`; anything but nine digits stays as it was typed. */
export function formatTypedSsn(typed: string): string {
  const match = /^(\d{3})(\d{2})(\d{4})$/.exec(parseDigits(typed));
  return match === null ? typed : `${match[1]}-${match[2]}-${match[3]}`;
}
