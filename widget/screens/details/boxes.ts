import type { DisclosureId } from '../../contract/disclosure.ts';

export const boxes = ['esign_consent', 'privacy_notice_ack', 'sms_consent'] as const;

export type Box = (typeof boxes)[number];

/** The text that each box is about. */
export const boxTexts = {
  esign_consent: 'esign_consent',
  privacy_notice_ack: 'privacy_notice',
  sms_consent: 'sms_consent',
} as const satisfies Record<Box, DisclosureId>;
