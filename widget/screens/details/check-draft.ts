import { checkApplication } from '../../contract/check-application.ts';
import type { FieldErrors } from '../../contract/field-error-code.ts';
import { hasShortYear, localDay } from '../../format/typed-date.ts';
import type { DisclosureTexts } from '../screen-context.ts';
import { type ApplicationDraft, isTicked } from './application-draft.ts';
import { wireTime } from '../../format/wire-time.ts';
import type { Box } from './boxes.ts';
import { parseTyped } from './typed-formats.ts';

/** What is wrong with what has been typed so far, by field; nothing when it may be sent. */
export function checkDraft(
  draft: ApplicationDraft,
  texts: DisclosureTexts,
  now: number,
): FieldErrors {
  const body = toApplicationBody(draft, texts, now);
  const checked = checkApplication(body, { today: localDay(now) });
  if (checked.ok) return {};
  return hasShortYear(draft.values.date_of_birth)
    ? { ...checked.errors, date_of_birth: ['short_year'] }
    : checked.errors;
}

/** The application's body, as far as it has been typed; the authorization is given by sending it. */
export function toApplicationBody(
  draft: ApplicationDraft,
  texts: DisclosureTexts,
  now: number,
): Record<string, unknown> {
  const { values, ticks } = draft;
  const authorization = texts.get('soft_pull_authorization');
  const agreed = (box: Box) => (isTicked(draft, box, texts) ? ticks[box] : null);
  const body = {
    ...parseTyped(values),
    soft_pull_consent: authorization !== undefined,
    soft_pull_consent_version: authorization?.version,
    soft_pull_consent_text_sha256: authorization?.sha256,
    soft_pull_consent_at: wireTime(now),
    esign_consent: agreed('esign_consent') !== null,
    esign_consent_version: agreed('esign_consent')?.version,
    esign_consent_at: agreed('esign_consent')?.at,
    privacy_notice_ack: agreed('privacy_notice_ack') !== null,
    privacy_notice_version: agreed('privacy_notice_ack')?.version,
    sms_consent: agreed('sms_consent') !== null,
    sms_consent_version: agreed('sms_consent')?.version,
    sms_consent_at: agreed('sms_consent')?.at,
  };
  const given = Object.entries(body).filter(([, value]) => value !== undefined && value !== '');
  return Object.fromEntries(given);
}
