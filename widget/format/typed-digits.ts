/** `' 900 10–0001' => '900100001'`; whatever holds more than digits and separators comes back trimmed. */
export function parseDigits(typed: string): string {
  const text = typed.trim();
  return /^[\d\s.\p{Pd}\p{Cf}]+$/u.test(text) ? text.replace(/\D/g, '') : text;
}
