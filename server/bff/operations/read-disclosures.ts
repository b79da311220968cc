import type { Application } from '../../../widget/contract/applicant.ts';
import type { Disclosure } from '../../../widget/contract/disclosure.ts';
import type { Offer } from '../../../widget/contract/offer.ts';
import type { Locale } from '../../../widget/contract/values.ts';
import { checkoutTextIds, formTextIds, type TextId } from '../../lending-api/texts/text-ids.ts';
import { easternDate } from '../../platform/calendar/eastern-time.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { BffConfig, BffContext } from '../context.ts';
import type { TextsShown, TextVersions } from '../domain/checkout.ts';

const statePrefix = 'state_notice_';

export interface WantedTexts {
  locale: Locale;
  /** Leaves out the notices of other states. */
  state: string | undefined;
}

type DisclosureContext = Pick<BffContext, 'clock'> & { config: Pick<BffConfig, 'texts'> };

/** The texts in force today. */
export function readDisclosures(
  { clock, config: { texts } }: DisclosureContext,
  { locale, state }: WantedTexts,
): Disclosure[] {
  const today = easternDate(clock.now());
  return ofState(checkoutTextIds, state).map((id) => {
    const { version, text } = texts.current(id, locale, today);
    return { id, version, sha256: sha256Hex(text), locale, text };
  });
}

/** The notices of every state if none is named. */
function ofState(ids: readonly TextId[], state: string | undefined): TextId[] {
  return ids.filter((id) => !id.startsWith(statePrefix) || isOfState(id, state));
}

function isOfState(id: string, state: string | undefined): boolean {
  return state === undefined || id === `${statePrefix}${state.toLowerCase()}`;
}

/** What of an application says which texts its applicant has read. */
type ReadTexts = Pick<
  Application,
  | 'state'
  | 'soft_pull_consent_version'
  | 'soft_pull_consent_text_sha256'
  | 'esign_consent_version'
  | 'privacy_notice_version'
  | 'sms_consent_version'
>;

/**
 * Which versions of the regulated texts an applicant has had on the form, and in which language: those
 * that the application names, as far as they were published, else those of today. The page may have got
 * them yesterday, and another tab may have another language since.
 */
export function textsShown(
  { clock, config: { texts } }: DisclosureContext,
  application: ReadTexts,
  pageLocale: Locale,
): TextsShown {
  const today = easternDate(clock.now());
  const authorization = {
    version: application.soft_pull_consent_version,
    sha256: application.soft_pull_consent_text_sha256,
  };
  const read = texts.findByDigest('soft_pull_authorization', authorization, sha256Hex);
  const locale = read?.locale ?? pageLocale;
  const named: Readonly<Record<string, string | undefined>> = {
    soft_pull_authorization: application.soft_pull_consent_version,
    esign_consent: application.esign_consent_version,
    privacy_notice: application.privacy_notice_version,
    sms_consent: application.sms_consent_version,
  };
  const versions = ofState(formTextIds, application.state).map((id) => {
    const published = texts.find(id, named[id] ?? '', locale);
    return [id, (published ?? texts.current(id, locale, today)).version];
  });
  return { locale, versions: Object.fromEntries(versions), besideOffers: [] };
}

/** Which versions of the regulated texts are in force today for what stands beside these offers. */
export function textsBesideOffers(
  { clock, config: { texts } }: DisclosureContext,
  offers: readonly Offer[],
  locale: Locale,
): TextVersions {
  const today = easternDate(clock.now());
  const isHard = offers.some(({ hard_inquiry_on_accept }) => hard_inquiry_on_accept === true);
  const isCovered = offers.some(({ mla_covered }) => mla_covered);
  const ids: TextId[] = ['offer_not_final_line', 'credit_approval_line'];
  if (isHard) ids.push('hard_inquiry_line');
  if (isCovered) ids.push('mla_statement');
  const versions = ids.map((id) => [id, texts.current(id, locale, today).version]);
  return { locale, versions: Object.fromEntries(versions) };
}
