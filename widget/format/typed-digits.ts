/** `' 900 10–0001' => '900100001'`; whatever holds more than digits and separators comes back trimmed. */
export function parseDigits(typed: string): string {
  const text = typed.trim();
  return /^[\d\s.\p{Pd}\p{Cf}]+$/u.test(text) ? text.replace(/\D/g, '') : text;
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
