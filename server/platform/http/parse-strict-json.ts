import { HttpInputError } from './http-input-error.ts';
import { scanJson, type JsonLimits } from './scan-json.ts';

const defaultLimits: JsonLimits = { depth: 8, keysPerObject: 100 };

/**
 * Reads JSON that two readers could not understand differently: no key twice, no `__proto__`,
 * no integer that a double cannot hold. A number with one or two decimals comes as a number whose
 * shortest text is the one that was written, so that money is read without a loss; one with more of
 * them or with an exponent comes as NaN, which no schema takes, unless the limits keep numbers.
 * Throws an HttpInputError.
 *
 * @example
 * parseStrictJson('{"amount": 8400.10, "count": 3}') => { amount: 8400.1, count: 3 }
 */
export function parseStrictJson(text: string, limits: JsonLimits = defaultLimits): unknown {
  const value = parseNative(text);
  const { hasInexact } = scanJson(text, value, limits);
  if (!hasInexact) return value;
  return parseNative(text, limits.keepsNumbers ? keepWrittenNumbers : keepExactFractions);
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

function parseNative(text: string, reviver?: Reviver): unknown {
  try {
    // TypeScript's library does not know the reviver's third argument yet.
    return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]);
  } catch {
    throw new HttpInputError('malformed');
  }
}

const keepExactFractions: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && !isExact(source ?? '') ? Number.NaN : value;

const keepWrittenNumbers: Reviver = (_key, value, { source = '' }) =>
  typeof value === 'number' && !(isExact(source) && isSafe(value)) ? source : value;

/** A double holds any 15 significant digits. */
function isExact(source: string): boolean {
  return !/[.eE]/.test(source) || /^-?\d{1,13}\.\d{1,2}$/.test(source);
}

function isSafe(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
