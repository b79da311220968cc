/** Known to every copy of the widget that a page loads. */
const key = Symbol.for('soft-pull-checkout copies');

/** The scripts that wanted to register the element, in the order in which they came. */
export function registeredBy(): readonly string[] {
  return Reflect.get(globalThis, key) ?? [];
}

export function noteRegistration(scriptUrl: string): void {
  Reflect.set(globalThis, key, [...registeredBy(), scriptUrl]);
}
