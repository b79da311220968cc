import { HttpInputError } from './http-input-error.ts';

const defaultLimits: JsonLimits = { depth: 8, keysPerObject: 100 };

/** For what a lender says, whose form is its own. */
export const looseLimits: JsonLimits = { depth: 32, keysPerObject: 1_000, keepsNumbers: true };

/**
 * Reads JSON that two readers could not understand differently: no key twice, no `__proto__`, no
 * integer that a double cannot hold. A number with one or two decimals comes as a number whose
 * shortest text is the one that was written, so that money is read without a loss; one with more of
 * them or with an exponent comes as NaN, which no schema takes, unless the limits keep numbers.
 * @throws HttpInputError
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

export interface JsonLimits {
  depth: number;
  keysPerObject: number;
  /** Numbers that a double cannot hold come as the text that was written. */
  keepsNumbers?: boolean;
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Compares a text with what `JSON.parse` made of it and refuses what that lets pass: duplicate and
 * forbidden keys, too much depth, integers that lose digits, NUL and lone surrogates.
 */
function scanJson(text: string, value: unknown, limits: JsonLimits): { hasInexact: boolean } {
  // NUL and lone surrogates cannot stand in a decoded UTF-8 text as they are, only escaped.
  const walk = new Walk(limits, text.includes('\\u'));
  walk.visit(value, 1);
  const { keys, hasFractions, hasLossyIntegers } = scanTokens(text);
  if (hasLossyIntegers && !limits.keepsNumbers) throw new HttpInputError('lossy_number');
  // Of a key that stands twice in an object, one is left.
  if (keys !== walk.keys) throw new HttpInputError('duplicate_key');
  return { hasInexact: hasFractions || hasLossyIntegers };
}

/** Counts the keys of a parsed value and refuses what it must not hold. */
class Walk {
  keys = 0;
  readonly #limits: JsonLimits;
  readonly #checksTexts: boolean;

  constructor(limits: JsonLimits, checksTexts: boolean) {
    this.#limits = limits;
    this.#checksTexts = checksTexts;
  }

  visit(value: unknown, depth: number): void {
    if (typeof value === 'string') this.#checkText(value);
    if (typeof value !== 'object' || value === null) return;
    if (depth > this.#limits.depth) throw new HttpInputError('too_deep');
    if (Array.isArray(value)) for (const item of value) this.visit(item, depth + 1);
    else this.#visitMembers(value as Record<string, unknown>, depth);
  }

  #visitMembers(members: Record<string, unknown>, depth: number): void {
    let count = 0;
    for (const key in members) {
      if (forbiddenKeys.has(key)) throw new HttpInputError('forbidden_key');
      this.#checkText(key);
      this.visit(members[key], depth + 1);
      count += 1;
    }
    if (count > this.#limits.keysPerObject) throw new HttpInputError('too_many_keys');
    this.keys += count;
  }

  #checkText(text: string): void {
    if (!this.#checksTexts) return;
    if (text.includes('\0') || !text.isWellFormed()) throw new HttpInputError('invalid_text');
  }
}

const quote = 0x22;
const colon = 0x3a;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;

/** Counts the keys of a text that is JSON, and looks at its numbers. */
function scanTokens(text: string): {
  keys: number;
  hasFractions: boolean;
  hasLossyIntegers: boolean;
} {
  let keys = 0;
  let hasFractions = false;
  let hasLossyIntegers = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = stringEnd(text, at);
    else if (code === colon) keys += 1;
    else if (code === minus || (code >= zero && code <= nine)) {
      const end = numberEnd(text, at);
      const source = text.slice(at, end);
      if (/[.eE]/.test(source)) hasFractions = true;
      else if (!Number.isSafeInteger(Number(source))) hasLossyIntegers = true;
      at = end - 1;
    }
  }
  return { keys, hasFractions, hasLossyIntegers };
}

/** The index of the closing quote of the string that opens at `start`. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (precedingBackslashes(text, end) % 2 === 1) end = text.indexOf('"', end + 1);
  return end;
}

function precedingBackslashes(text: string, at: number): number {
  let count = 0;
  while (text.charAt(at - 1 - count) === '\\') count += 1;
  return count;
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while ('0123456789+-.eE'.includes(text.charAt(end)) && end < text.length) end += 1;
  return end;
}
