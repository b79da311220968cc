/** The value as it is written; null stays null. */
export function orNull<Value>(value: Value | null, write: (value: Value) => string): string | null {
  return value === null ? null : write(value);
}
