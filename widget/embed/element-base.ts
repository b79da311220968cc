/** On a server, which renders pages with the tag, there is nothing to extend. */
export const HTMLElementOrNone = globalThis.HTMLElement ?? class {};

/** A framework may have set a property before the script was here: it is set again, as if it came now. */
export function takeEarlier<Name extends string>(
  element: Partial<Record<Name, unknown>>,
  name: Name,
): void {
  if (!Object.hasOwn(element, name)) return;
  const value = element[name];
  delete element[name];
  element[name] = value;
}
