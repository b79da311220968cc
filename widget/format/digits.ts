import { plain } from './plain.ts';

/** `' 900 10–0001' => '900100001'`; whatever holds more than digits and separators comes back plain. */
export function parseDigits(typed: string): string {
  const text = plain(typed);
  return /^[\d\s.-]+$/.test(text) ? text.replace(/\D/g, '') : text;
}

/** `'900100001' => '900-10-0001'`; anything but nine digits stays as it was typed. */
export function formatTypedSsn(typed: string): string {
  const match = /^(\d{3})(\d{2})(\d{4})$/.exec(parseDigits(typed));
  return match === null ? typed : `${match[1]}-${match[2]}-${match[3]}`;
}

/** `'80203 1234' => '80203-1234'`; anything but five or nine digits stays as it was typed. */
export function formatTypedZipCode(typed: string): string {
  const match = /^(\d{5})(\d{4})?$/.exec(parseDigits(typed));
  if (match === null) return typed;
  return match[2] === undefined ? match[0] : `${match[1]}-${match[2]}`;
}

/**
 * A telephone number as typed, in E.164; what is no American number comes back plain.
 * @example parsePhone('(555) 555-0123') => '+15555550123'
 */
export function parsePhone(typed: string): string {
  const text = plain(typed);
  if (!/^[\d\s().+-]+$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  // Behind a plus, ten digits begin with another country's code.
  if (digits.length === 10 && !text.includes('+')) return `+1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : text;
}

/** `'5555550123' => '(555) 555-0123'`; what is no American number stays as it was typed. */
export function formatTypedPhone(typed: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(parsePhone(typed));
  return match === null ? typed : `(${match[1]}) ${match[2]}-${match[3]}`;
}

/** `'7342055188' => '7342 055 188'`, as on the lender's pages; any other stays as the lender writes it. */
export function formatLoanNumber(loanNumber: string): string {
  return loanNumber.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
}
