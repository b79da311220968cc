import type { Disclosure } from '../../../widget/contract/disclosure.ts';
import type { Locale } from '../../../widget/contract/values.ts';
import { checkoutTextIds } from '../../lending-api/texts/text-ids.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { BffConfig, BffContext } from '../context.ts';
import type { TextsShown } from '../domain/checkout.ts';

const statePrefix = 'state_notice_';

export interface WantedTexts {
  locale: Locale;
  /** Of the states' notices only that of this state. */
  state: string | undefined;
}

type DisclosureContext = Pick<BffContext, 'clock'> & { config: Pick<BffConfig, 'texts'> };

/** The texts in force today. */
export function readDisclosures(
  { clock, config: { texts } }: DisclosureContext,
  { locale, state }: WantedTexts,
): Disclosure[] {
  const today = easternDate(clock.now());
  return shownIds(state).map((id) => {
    const { version, text } = texts.current(id, locale, today);
    return { id, version, sha256: sha256Hex(text), locale, text };
  });
}

/** Of every state when none is named. */
function shownIds(state: string | undefined) {
  return checkoutTextIds.filter((id) => !id.startsWith(statePrefix) || isOfState(id, state));
}

function isOfState(id: string, state: string | undefined): boolean {
  return state === undefined || id === `${statePrefix}${state.toLowerCase()}`;
}

/** Which versions of the regulated texts stand on the screens of somebody who applies now. */
export function textsShown(
  { clock, config: { texts } }: DisclosureContext,
  { locale, state }: { locale: Locale; state: string },
): TextsShown {
  const today = easternDate(clock.now());
  const versions = shownIds(state).map((id) => [id, texts.current(id, locale, today).version]);
  return { locale, versions: Object.fromEntries(versions) };
}
