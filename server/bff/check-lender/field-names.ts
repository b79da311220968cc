/** Names of fields, and below each those of what it holds. Of a list the name ends in `[]`. */
export type NameTree = Map<string, NameTree>;

/** What lies deeper in an answer is not looked at. */
export const deepest = 4;
const longestName = 40;

/** Adds the names of an answer's fields, and no value. */
export function addNames(tree: NameTree, answer: unknown, depth = 0): void {
  if (depth > deepest) return;
  if (Array.isArray(answer)) {
    for (const row of answer) addNames(memberOf(tree, 'rows[]'), row, depth + 1);
    return;
  }
  for (const [field, value] of Object.entries(membersOf(answer))) {
    const isList = Array.isArray(value);
    const below = memberOf(tree, `${printable(field)}${isList ? '[]' : ''}`);
    for (const each of isList ? value : [value]) addNames(below, each, depth + 1);
  }
}

/** @example describeNames(…) => 'decision, offers[]{offer_uuid, amount}' */
export function describeNames(tree: NameTree): string {
  const names = [...tree].map(([name, below]) =>
    below.size === 0 ? name : `${name}{${describeNames(below)}}`,
  );
  return names.join(', ');
}

/** The members of a JSON object; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return value as Record<string, unknown>;
}

/** A name as it may be printed: one that may be an id, a number or an address is `…`. */
export function printable(name: string): string {
  const isName = /^[a-z_]\w*$/i.test(name) && !/\d{4}/.test(name);
  return isName && name.length <= longestName ? name : '…';
}

/** @example listed(['apr', 'amount']) => 'apr, amount' */
export function listed(names: Iterable<string>): string {
  return [...new Set([...names].map(printable))].join(', ');
}

function memberOf(tree: NameTree, name: string): NameTree {
  const known = tree.get(name);
  if (known !== undefined) return known;
  const below: NameTree = new Map();
  tree.set(name, below);
  return below;
}
