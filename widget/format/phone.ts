/**
 * A telephone number as typed, in E.164; what is no American number comes back trimmed.
 * @example parsePhone('(555) 555-0123') => '+15555550123'
 */
export function parsePhone(typed: string): string {
  const text = typed.trim();
  if (!/^[\d\s().+\p{Pd}\p{Cf}]+$/u.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  if (digits.length === 10) return `+1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : text;
}

/** `'5555550123' => '(555) 555-0123'`; what is no American number stays as it was typed. */
export function formatTypedPhone(typed: string): string {
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(parsePhone(typed));
  return match === null ? typed : `(${match[1]}) ${match[2]}-${match[3]}`;
}
