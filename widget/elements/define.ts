/** Registers an element unless the page has one of that name: two copies of the widget may meet. */
export function define(name: string, element: CustomElementConstructor): void {
  if (customElements.get(name) === undefined) customElements.define(name, element);
}
