/** `' 900 10 0001' => '900100001'`; whatever holds more than digits and separators stays. */
export function parseSsn(typed: string): string {
  const text = typed.trim();
  return /^[\d\s.\p{Pd}\p{Cf}]+$/u.test(text) ? text.replace(/\D/g, '') : text;
}

/** `'900100001' => '900-10-0001'`; anything but nine digits stays as it was typed. */
export function formatTypedSsn(typed: string): string {
  const match = /^(\d{3})(\d{2})(\d{4})$/.exec(parseSsn(typed));
  return match === null ? typed : `${match[1]}-${match[2]}-${match[3]}`;
}
