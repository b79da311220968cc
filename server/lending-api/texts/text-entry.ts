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

/** The first version of a text. */
export function firstVersion(id: TextId, ...paragraphs: string[]): TextEntry {
  return { id, version: '2026-01', effective_from: '2026-01-01', text: paragraphs.join('\n\n') };
}
