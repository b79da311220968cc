/** Known to every copy of the widget that a page loads. */
const key = Symbol.for('soft-pull-checkout copies');

/**
 * The scripts that wanted to register the element, in the order in which they came. A classic script
 * that a bundler made does not know its address.
 */
export function registeredBy(): readonly (string | undefined)[] {
  return Reflect.get(globalThis, key) ?? [];
}

export function noteRegistration(scriptUrl: string | undefined): void {
  Reflect.set(globalThis, key, [...registeredBy(), scriptUrl]);
}
