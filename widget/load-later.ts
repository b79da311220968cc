export type Later = typeof import('./later.ts');

let fetched: Later | null = null;

/** What comes after the first part of the form, or `null` while it has not been fetched. */
export function laterIfHere(): Later | null {
  return fetched;
}

/** Fetches it; rejects where it is out of reach, and then the next call tries again. */
export async function loadLater(): Promise<Later> {
  fetched ??= await import('./later.ts');
  return fetched;
}

/** Fetches it; `null` where it is out of reach. */
export function loadLaterIfPossible(): Promise<Later | null> {
  return loadLater().catch(() => null);
}
