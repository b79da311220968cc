export type Results = typeof import('./results.ts');

let loaded: Results | null = null;

/** What comes after the form, or `null` while it has not been fetched. */
export function loadedResults(): Results | null {
  return loaded;
}

/** Fetches it; rejects where it is out of reach, and then the next call tries again. */
export async function loadResults(): Promise<Results> {
  loaded ??= await import('./results.ts');
  return loaded;
}
