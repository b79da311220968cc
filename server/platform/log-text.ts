const maxLength = 200;
const mask = '[masked]';

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const socialSecurityNumber = /\d{3}[- ]\d{2}[- ]\d{4}/;
const emailAddress = /[^\s@]@[^\s@]/;
const longDigitRun = /\d{9,}/;
const birthDate = /\b(?:19|20)\d{2}-\d{2}-\d{2}\b(?!T)/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/**
 * A text as it may stand in a log: one line, bounded, and masked when it holds what looks like
 * an SSN, an account or phone number, a date or, unless it names an account of ours, an e-mail
 * address. The last line of defence, not the first.
 */
export function safeText(text: string, namesAccount = false): string {
  const flat = text.replace(controlCharacters, ' ');
  const withoutIds = flat.replace(uuids, '');
  const isPersonal = [socialSecurityNumber, longDigitRun, birthDate].some((pattern) =>
    pattern.test(withoutIds),
  );
  if (isPersonal || (!namesAccount && emailAddress.test(flat))) return mask;
  return flat.length > maxLength ? `${flat.slice(0, maxLength)}…` : flat;
}

/** A number with as many digits as an SSN is neither a count nor a duration. */
export function safeValue<Value extends string | number | boolean | null>(
  value: Value,
  namesAccount: boolean,
): Value | string {
  if (typeof value === 'string') return safeText(value, namesAccount);
  return typeof value === 'number' && Math.abs(value) >= 100_000_000 ? mask : value;
}
