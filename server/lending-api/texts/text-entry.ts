import type { TextId } from './text-ids.ts';

/** One version of a text in one language. */
export interface TextEntry {
  readonly id: TextId;
  readonly version: string;
  /** First day in force, `YYYY-MM-DD`. */
  readonly effective_from: string;
  /** Plain text; paragraphs are parted by an empty line. */
  readonly text: string;
}

/** What every notice of the sandbox lender carries. */
export const SAMPLE_MARK = 'SAMPLE – NOT FOR PRODUCTION USE';
export const SAMPLE_MARK_ES = `MUESTRA – NO USAR EN PRODUCCIÓN (${SAMPLE_MARK})`;

/** The first version of a text. */
export function firstVersion(id: TextId, ...paragraphs: string[]): TextEntry {
  return laterVersion(id, '2026-01-01', ...paragraphs);
}

/** A version named by the month of its first day in force, `YYYY-MM-DD`. */
export function laterVersion(
  id: TextId,
  effective_from: string,
  ...paragraphs: string[]
): TextEntry {
  const version = effective_from.slice(0, 'YYYY-MM'.length);
  return { id, version, effective_from, text: paragraphs.join('\n\n') };
}

/** The same text in several versions, each by its first day: the other language has changed. */
export function unchanged(
  id: TextId,
  days: readonly string[],
  ...paragraphs: string[]
): TextEntry[] {
  return days.map((effective_from) => laterVersion(id, effective_from, ...paragraphs));
}
