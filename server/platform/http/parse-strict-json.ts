import { HttpInputError } from './http-input-error.ts';
import { scanJson, type JsonLimits } from './scan-json.ts';

const defaultLimits: JsonLimits = { depth: 8, keysPerObject: 100 };

/**
 * Reads JSON that two readers could not understand differently: no key twice, no `__proto__`,
 * no integer that a double cannot hold. Numbers with a fraction or an exponent come as the text
 * they were written as, so that money is read without a loss; integers come as numbers.
 * Throws an HttpInputError.
 *
 * @example
 * parseStrictJson('{"amount": 8400.10, "count": 3}') => { amount: '8400.10', count: 3 }
 */
export function parseStrictJson(text: string, limits: JsonLimits = defaultLimits): unknown {
  const value = parseNative(text);
  const { hasFractions } = scanJson(text, value, limits);
  return hasFractions ? parseNative(text, keepFractionsAsText) : value;
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

const keepFractionsAsText: Reviver = (_key, value, { source }) =>
  typeof value === 'number' && source !== undefined && /[.eE]/.test(source) ? source : value;
