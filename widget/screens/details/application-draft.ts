import type { ApplicantField } from '../../contract/applicant.ts';
import type { Disclosure } from '../../contract/disclosure.ts';
import { type Prefill, prefillFields } from '../../contract/prefill.ts';
import { wireTime } from '../../format/date.ts';
import type { DisclosureTexts } from '../screen-context.ts';
import { applicantFields, type Box, boxTexts, type Part } from './form-fields.ts';
import { parseTyped, showTyped } from './typed-formats.ts';

/** Which text was agreed to, and when. */
export interface Tick {
  version: string;
  sha256: string;
  at: string;
}

type Values = Record<ApplicantField, string>;

/**
 * What has been typed so far, in memory only. It outlives the screen, so that an answer without a
 * decision finds everything still there, and is thrown away once there is one.
 */
export interface ApplicationDraft {
  part: Part;
  values: Values;
  /** What the consumer has typed or chosen, be it to clear it again. */
  touched: Set<ApplicantField>;
  ticks: Record<Box, Tick | null>;
}

export function emptyDraft(): ApplicationDraft {
  return {
    part: 1,
    values: Object.fromEntries(applicantFields.map((field) => [field, ''])) as Values,
    touched: new Set(),
    ticks: { esign_consent: null, privacy_notice_ack: null, sms_consent: null },
  };
}

/** Puts in what the page knows of the consumer, and never over what the consumer has typed. */
export function prefillDraft(draft: ApplicationDraft, prefill: Prefill): void {
  for (const field of prefillFields) {
    const value = prefill[field];
    if (value?.trim() && !draft.touched.has(field)) {
      draft.values[field] = showTyped(field, value);
    }
  }
}

/** An employer is asked of those who have one. */
export function isAsked(field: ApplicantField, values: Values): boolean {
  return field !== 'employer_name' || values.employment_status === 'employed';
}

export function tick(text: Disclosure, now: number): Tick {
  return { version: text.version, sha256: text.sha256, at: wireTime(now) };
}

/** A tick counts for the text that was read; a newer text or another language needs a new one. */
export function isTicked(draft: ApplicationDraft, box: Box, texts: DisclosureTexts): boolean {
  const text = texts.get(boxTexts[box]);
  return text !== undefined && draft.ticks[box]?.sha256 === text.sha256;
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
    employer_name: isAsked('employer_name', values) ? values.employer_name : undefined,
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
