import type { Locale } from '../../../widget/contract/values.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import type { TextsShown } from '../domain/checkout.ts';
import { type DisclosureContext, shownIds } from './read-disclosures.ts';

/** Which versions of the regulated texts stand on the screens of somebody who applies now. */
export function textsShown(
  { clock, config: { texts } }: DisclosureContext,
  { locale, state }: { locale: Locale; state: string },
): TextsShown {
  const today = easternDate(clock.now());
  const versions = shownIds(state).map((id) => [id, texts.current(id, locale, today).version]);
  return { locale, versions: Object.fromEntries(versions) };
}
