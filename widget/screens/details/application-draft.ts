import type { ApplicantField } from '../../contract/applicant.ts';
import type { Disclosure } from '../../contract/disclosure.ts';
import { wireTime } from '../../format/wire-time.ts';
import type { DisclosureTexts } from '../screen-context.ts';

export const boxes = ['esign_consent', 'privacy_notice_ack', 'sms_consent'] as const;

export type Box = (typeof boxes)[number];

/** The text that each box is about. */
export const boxTexts: Readonly<Record<Box, string>> = {
  esign_consent: 'esign_consent',
  privacy_notice_ack: 'privacy_notice',
  sms_consent: 'sms_consent',
};

/** Which text was agreed to, and when. */
export interface Tick {
  version: string;
  sha256: string;
  at: string;
}

export type Part = 1 | 2 | 3;

/**
 * What has been typed so far, in memory only. It outlives the screen, so that an answer without a
 * decision finds everything still there, and is thrown away once there is one.
 */
export interface ApplicationDraft {
  part: Part;
  values: Record<ApplicantField, string>;
  ticks: Record<Box, Tick | null>;
}

export function emptyDraft(): ApplicationDraft {
  return {
    part: 1,
    values: {
      first_name: '',
      middle_name: '',
      last_name: '',
      suffix: '',
      date_of_birth: '',
      email: '',
      phone: '',
      address_1: '',
      address_2: '',
      city: '',
      state: '',
      zip_code: '',
      housing_status: '',
      monthly_housing_payment: '',
      employment_status: '',
      employer_name: '',
      annual_income: '',
      ssn: '',
    },
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
