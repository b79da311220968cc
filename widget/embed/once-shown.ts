/**
 * Begins at once, or when a prerendered page is shown: before, browsers load no frame of another origin,
 * and throw away what is kept in the tab's storage.
 */
export function onceShown(begin: () => void): void {
  const page: (Document & { prerendering?: boolean }) | undefined = globalThis.document;
  if (page?.prerendering) page.addEventListener('prerenderingchange', begin, { once: true });
  else begin();
}
