/** `wireTime(0) => '1970-01-01T00:00:00Z'`, of epoch milliseconds. */
export function wireTime(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}
