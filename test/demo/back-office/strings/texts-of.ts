/** What stands where a value goes in. */
export const marks = ['⟦1⟧', '⟦2⟧'] as const;

/** Every text by its path, with marks where values go in. */
export function textsOf(strings: object, path = ''): [path: string, text: string][] {
  return Object.entries(strings).flatMap(([name, value]): [string, string][] => {
    const at = `${path}/${name}`;
    if (typeof value === 'string') return [[at, value]];
    if (typeof value === 'function') return [[at, value(...marks)]];
    return textsOf(value, at);
  });
}
