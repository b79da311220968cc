import type { ApplicantField } from '../../contract/applicant.ts';
import type { Disclosure } from '../../contract/disclosure.ts';
import { wireTime } from '../../format/wire-time.ts';
import type { DisclosureTexts } from '../screen-context.ts';
import { type Box, boxTexts } from './boxes.ts';
import { applicantFields, type Part } from './form-fields.ts';

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
  ticks: Record<Box, Tick | null>;
}

export function emptyDraft(): ApplicationDraft {
  return {
    part: 1,
    values: Object.fromEntries(applicantFields.map((field) => [field, ''])) as Values,
    ticks: { esign_consent: null, privacy_notice_ack: null, sms_consent: null },
  };
}

export function tick(text: Disclosure, now: number): Tick {
  return { version: text.version, sha256: text.sha256, at: wireTime(now) };
}

/** A tick counts for the text that was read; a newer text or another language needs a new one. */
export function isTicked(draft: ApplicationDraft, box: Box, texts: DisclosureTexts): boolean {
  const text = texts.get(boxTexts[box]);
  return text !== undefined && draft.ticks[box]?.sha256 === text.sha256;
}
