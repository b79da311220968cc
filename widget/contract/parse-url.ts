/** The address, or `null` for text that is none; `URL.canParse()` is younger than iPhones in use. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
