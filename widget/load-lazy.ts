export type Lazy = typeof import('./lazy.ts');

let fetched: Lazy | null = null;

/** What comes after the first part of the form, or `null` while it has not been fetched. */
export function lazyIfLoaded(): Lazy | null {
  return fetched;
}

/** Fetches it; rejects where it is out of reach, and then the next call tries again. */
export async function loadLazy(): Promise<Lazy> {
  fetched ??= await import('./lazy.ts');
  return fetched;
}

/** Fetches it; `null` where it is out of reach. */
export function tryLoadLazy(): Promise<Lazy | null> {
  return loadLazy().catch(() => null);
}
