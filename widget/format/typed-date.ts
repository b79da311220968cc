/**
 * A date as people in the United States write it, as the wire has it; anything else unchanged.
 * @example
 * parseTypedDate('4/12/1985') => '1985-04-12'
 * parseTypedDate('04121985') => '1985-04-12'
 */
export function parseTypedDate(typed: string): string {
  const text = typed.trim();
  const match =
    /^(\d{1,2})[/.\s-]+(\d{1,2})[/.\s-]+(\d{4})$/.exec(text) ??
    /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  if (match === null) return text;
  const [, month = '', day = '', year = ''] = match;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** `'4-12-1985' => '04/12/1985'`; text that is no date stays as it was typed. */
export function formatTypedDate(typed: string): string {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(parseTypedDate(typed));
  return match === null ? typed : `${match[2]}/${match[3]}/${match[1]}`;
}

/** `'4/12/85' => true`, `'041285' => true`: which century is meant is not ours to guess. */
export function hasShortYear(typed: string): boolean {
  return /^(\d{1,2}[/.\s-]+\d{1,2}[/.\s-]+|\d{4})\d{2}$/.test(typed.trim());
}

/** The day it is for the person in front of the screen, `YYYY-MM-DD`. */
export function localDay(now: number): string {
  const date = new Date(now);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}
