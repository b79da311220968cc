import type { Problem } from './merchant-api-types.ts';
import type { Strings } from './strings/strings.ts';

/** Why the API refused a call. Only what a later version of it says is told in the API's own English. */
export function problemText(
  { title, code, blocked_by, detail }: Problem,
  { blockers, problems }: Strings,
): string {
  const own = blocked_by === undefined ? textOf(problems, code) : textOf(blockers, blocked_by);
  return own ?? detail ?? title;
}

/** The field of the call that a refusal is about; undefined if it is about none. */
export function wrongField({ errors = {} }: Problem): string | undefined {
  return Object.keys(errors)[0];
}

function textOf(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
