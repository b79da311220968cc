import { HttpInputError } from './http-input-error.ts';

export interface JsonLimits {
  depth: number;
  keysPerObject: number;
}

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Walks over a text that `JSON.parse` has accepted and refuses what it lets pass: duplicate and
 * forbidden keys, too much depth, integers that lose digits, NUL and lone surrogates.
 */
export function scanJson(text: string, limits: JsonLimits): { hasFractions: boolean } {
  // One entry a level: the keys of an object, or undefined for an array.
  const levels: (Set<string> | undefined)[] = [];
  let hasFractions = false;
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = stringEnd(text, at);
      const keys = levels.at(-1);
      if (keys && isKey(text, end)) addKey(keys, decoded(text, at, end), limits);
      else decoded(text, at, end);
      at = end;
    } else if (char === '{' || char === '[') {
      levels.push(char === '{' ? new Set() : undefined);
      if (levels.length > limits.depth) throw new HttpInputError('too_deep');
      at += 1;
    } else if (char === '}' || char === ']') {
      levels.pop();
      at += 1;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      const end = numberEnd(text, at);
      hasFractions = isFraction(text.slice(at, end)) || hasFractions;
      at = end;
    } else {
      at += 1;
    }
  }
  return { hasFractions };
}

/** The index after the closing quote of the string that opens at `start`. */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (precedingBackslashes(text, end) % 2 === 1) end = text.indexOf('"', end + 1);
  return end + 1;
}

function precedingBackslashes(text: string, at: number): number {
  let count = 0;
  while (text.charAt(at - 1 - count) === '\\') count += 1;
  return count;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (' \t\n\r'.includes(text.charAt(at))) at += 1;
  return text.charAt(at) === ':';
}

// NUL and lone surrogates cannot stand in a decoded UTF-8 text as they are, only escaped.
function decoded(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  if (!inner.includes('\\')) return inner;
  const value: string = JSON.parse(text.slice(start, end));
  if (value.includes('\0') || !value.isWellFormed()) throw new HttpInputError('invalid_text');
  return value;
}

function addKey(keys: Set<string>, key: string, { keysPerObject }: JsonLimits): void {
  if (forbiddenKeys.has(key)) throw new HttpInputError('forbidden_key');
  if (keys.has(key)) throw new HttpInputError('duplicate_key');
  keys.add(key);
  if (keys.size > keysPerObject) throw new HttpInputError('too_many_keys');
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while ('0123456789+-.eE'.includes(text.charAt(end)) && end < text.length) end += 1;
  return end;
}

function isFraction(source: string): boolean {
  if (/[.eE]/.test(source)) return true;
  if (!Number.isSafeInteger(Number(source))) throw new HttpInputError('lossy_number');
  return false;
}
