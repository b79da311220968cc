/** Makes a forgotten case of a closed union a compile error. */
export function assertNever(value: never): never {
  throw new TypeError(`Unexpected value: ${value}`);
}
