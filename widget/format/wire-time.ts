/** `0 => '1970-01-01T00:00:00Z'` */
export function wireTime(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`;
}
