/** The language of the page where the element stands. */
export function pageLanguage(element: Element): string {
  return element.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;
}
