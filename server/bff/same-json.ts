/**
 * Whether two values are the same as JSON, the form in which they are stored and sent: what was
 * stored has lost the keys that are undefined in what was just read. Keys in another order count as
 * a difference, which at worst writes the same once more.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
