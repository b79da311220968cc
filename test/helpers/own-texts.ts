import {
  checkoutTextIds,
  messageTextIds,
  type TextId,
} from '../../server/lending-api/texts/text-ids.ts';

/** Texts of a lender's own for these ids, by their paths in a `TEXTS_FOLDER`. */
export function ownTexts(
  ids: readonly TextId[] = [...checkoutTextIds, ...messageTextIds],
): Record<string, string> {
  const paths = ids.flatMap((id) => [`${id}/en/2026-01.txt`, `${id}/es/2026-01.txt`]);
  return Object.fromEntries(paths.map((path) => [path, `effective_from: 2026-01-01\n\n${path}\n`]));
}
