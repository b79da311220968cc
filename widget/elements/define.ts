/**
 * Registers an element unless the page has one of that name: two copies of the widget may meet. A
 * server that renders pages with the tag has no registry.
 */
export function define(name: string, element: CustomElementConstructor): void {
  const registry: CustomElementRegistry | undefined = globalThis.customElements;
  if (!registry?.get(name)) registry?.define(name, element);
}
