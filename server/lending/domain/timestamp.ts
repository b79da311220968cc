/**
 * RFC 3339 in UTC with whole seconds, as every time stands on the wire.
 *
 * @example timestamp(1772463845678) => '2026-03-02T15:04:05Z'
 */
export function timestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
