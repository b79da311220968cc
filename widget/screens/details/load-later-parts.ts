export type LaterParts = typeof import('./later-parts.ts');

let fetched: LaterParts | null = null;

/** What the form needs beyond its first part, or `null` while it has not been fetched. */
export function laterParts(): LaterParts | null {
  return fetched;
}

/** Fetches it; `null` where it is out of reach, and then the next call tries again. */
export async function loadLaterParts(): Promise<LaterParts | null> {
  try {
    fetched ??= await import('./later-parts.ts');
  } catch {
    return null;
  }
  return fetched;
}
