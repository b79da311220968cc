import type { BrowserContext } from 'playwright-core';

/** What is read as text, and may name what the browser does not know. */
const readAsText = new Set(['document', 'script', 'stylesheet']);

/**
 * Takes from every page of a browser what came to Safari after 16.4, to Chrome after 111 or to
 * Firefox after 121, and which pages would miss: functions, and functions of CSS.
 */
export async function removeNewerFeatures(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const newer: readonly [owner: object, names: readonly PropertyKey[]][] = [
      [AbortSignal, ['any']],
      [URL, ['canParse', 'parse']],
      [Promise, ['try', 'withResolvers']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Array, ['fromAsync']],
      [ReadableStream, ['from']],
      [ReadableStream.prototype, ['values', Symbol.asyncIterator]],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isDisjointFrom']],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        ['map', 'filter', 'find', 'some', 'every', 'toArray', 'forEach', 'take'],
      ],
      [Element.prototype, ['checkVisibility', 'getHTML', 'setHTMLUnsafe']],
      [HTMLElement.prototype, ['showPopover', 'togglePopover', 'hidePopover']],
      [Uint8Array, ['fromBase64', 'fromHex']],
      [window, ['requestIdleCallback', 'navigation', 'scheduler']],
    ];
    for (const [owner, names] of newer)
      for (const name of names) Reflect.deleteProperty(owner, name);
  });
  await context.route('**', async (route) => {
    if (!readAsText.has(route.request().resourceType())) return route.continue();
    // A server may close the connection that this was to reuse.
    const response = await route.fetch({ maxRedirects: 0, maxRetries: 2 });
    const text = await response.text();
    const body = text
      .replaceAll('light-dark(', 'unknown-light-dark(')
      .replaceAll('color(from ', 'unknown-color(from ');
    return route.fulfill({ response, body });
  });
}
