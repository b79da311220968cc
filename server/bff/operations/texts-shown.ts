import type { Locale } from '../../../widget/contract/values.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import type { TextsShown } from '../domain/soft-pull.ts';
import { type DisclosureContext, readDisclosures } from './read-disclosures.ts';

/** Days, languages and states are few; those of the days before are not asked for again. */
const mostRemembered = 500;
const remembered = new Map<string, TextsShown>();

/** Which versions of the regulated texts stand on the screens of somebody who applies now. */
export function textsShown(
  context: DisclosureContext,
  { locale, state }: { locale: Locale; state: string },
): TextsShown {
  const day = easternDate(context.clock.now());
  const key = `${day} ${locale} ${state}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const texts = readDisclosures(context, { locale, state, only: undefined });
  const versions = Object.fromEntries(texts.map(({ id, version }) => [id, version]));
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(key, { locale, versions });
  return { locale, versions };
}
