/*
 * Guards for what comes through a frame's channel, small enough for the script that every page
 * loads. Each is typed by the contract: a member that is forgotten, or of another kind, does not
 * compile.
 */

import { LONGEST_TEXT } from './limits.ts';
import { parseUrl } from './parse-url.ts';

export type Guard<Value> = (value: unknown) => value is Value;

/** A guard for each member. */
export type Members<Value> = { [Name in keyof Value]-?: Guard<Value[Name]> };

/** What each kind of a tagged union has besides its tag. */
export type Kinds<Union extends { type: string }> = {
  [Type in Union['type']]: Members<Omit<Extract<Union, { type: Type }>, 'type'>>;
};

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT;
}

export function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

/** One of a list that grows: the frame may be newer than the script that the page has pinned. */
export function isWord<Word extends string>(value: unknown): value is Word {
  return isText(value) && /^[a-z_]+$/.test(value);
}

/** A finite number from 0 on. */
export function isSize(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}

export function isWebUrl(value: unknown): value is string {
  return isText(value) && /^https?:\/\//.test(value) && parseUrl(value) !== null;
}

export function isOneOf<Value extends string | number>(values: readonly Value[]): Guard<Value> {
  return (value): value is Value => values.some((one) => one === value);
}

export function isNullOr<Value>(guard: Guard<Value>): Guard<Value | null> {
  return (value): value is Value | null => value === null || guard(value);
}

export function isListOf<Value>(guard: Guard<Value>, longest: number): Guard<Value[]> {
  return (value): value is Value[] =>
    Array.isArray(value) && value.length <= longest && value.every(guard);
}

/** An object as the channel makes them. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  return Object.getPrototypeOf(value) === Object.prototype;
}

/** An object with these members and no other. */
export function isExactly<Value extends object>(members: Members<Value>): Guard<Value> {
  return (value): value is Value => isPlain(value) && hasExactly(value, members);
}

/** One of a closed union, told by `type`. */
export function isAnyOf<Union extends { type: string }>(kinds: Kinds<Union>): Guard<Union> {
  const known = new Map<unknown, object>(Object.entries(kinds));
  return (value): value is Union => {
    if (!isPlain(value)) return false;
    const { type, ...others } = value;
    const members = known.get(type);
    return members !== undefined && hasExactly(others, members);
  };
}

function hasExactly(value: Readonly<Record<string, unknown>>, members: object): boolean {
  const guards: [string, Guard<unknown>][] = Object.entries(members);
  const given = new Map(Object.entries(value));
  return given.size === guards.length && guards.every(([name, guard]) => guard(given.get(name)));
}
