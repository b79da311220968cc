import type { Disclosure } from '../../../widget/contract/disclosure.ts';
import type { Locale } from '../../../widget/contract/values.ts';
import { currentText } from '../../lending-api/texts/registry.ts';
import { checkoutTextIds } from '../../lending-api/texts/text-ids.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { BffContext } from '../context.ts';

const statePrefix = 'state_notice_';

export interface WantedTexts {
  locale: Locale;
  /** Of the states' notices only that of this state. */
  state: string | undefined;
  /** No text but this one. */
  only: string | undefined;
}

export type DisclosureContext = Pick<BffContext, 'clock'>;

/** The texts in force today. */
export function readDisclosures(
  { clock }: DisclosureContext,
  { locale, state, only }: WantedTexts,
): Disclosure[] {
  const today = easternDate(clock.now());
  return checkoutTextIds
    .filter((id) => (only ?? id) === id && (!id.startsWith(statePrefix) || isOfState(id, state)))
    .map((id) => {
      const { version, text } = currentText(id, locale, today);
      return { id, version, sha256: sha256Hex(text), locale, text };
    });
}

function isOfState(id: string, state: string | undefined): boolean {
  return state === undefined || id === `${statePrefix}${state.toLowerCase()}`;
}
