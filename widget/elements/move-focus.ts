/**
 * Moves the focus to the first element that matches, and the page no further than that needs. It
 * goes there at once: a page that glides would still be moving under whatever is pressed next.
 */
export function moveFocus(root: ParentNode, selector: string, options?: FocusOptions): void {
  const target = root.querySelector<HTMLElement>(selector);
  target?.focus({ preventScroll: true });
  if (!options?.preventScroll) target?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
