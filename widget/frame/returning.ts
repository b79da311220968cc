const key = 'soft-pull-returning';

/** Whether this tab has got beyond the form, as `firstScript()` has read it. */
export function isReturning(): boolean {
  return document.documentElement.dataset.returning !== undefined;
}

/**
 * Remembers that, and nothing else, so that the form does not flash up when the page is loaded again.
 * @param isBeyondForm `null` while it is not known
 */
export function rememberReturning(isBeyondForm: boolean | null): void {
  if (isBeyondForm === null) return;
  delete document.documentElement.dataset.returning;
  try {
    if (isBeyondForm) sessionStorage.setItem(key, '');
    else sessionStorage.removeItem(key);
  } catch {
    // A browser that keeps nothing for frames shows the form first.
  }
}
