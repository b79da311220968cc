/** The address, or `null` for text that is none; `URL.canParse()` is missing on iPhones that are still in use. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
