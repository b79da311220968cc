import * as z from 'zod/mini';
import { localeSchema } from './values.ts';

/** The texts that the screens ask for by name; an answer may hold more. */
export const disclosureIds = [
  'soft_pull_authorization',
  'esign_consent',
  'privacy_notice',
  'sms_consent',
  'cip_notice',
  'alimony_notice',
  'state_notice_oh',
  'state_notice_wi',
  'state_notice_ca',
  'state_notice_ny',
  'ssn_purpose',
  'soft_inquiry_line',
  'offer_not_final_line',
  'credit_approval_line',
  'hard_inquiry_line',
  'mla_statement',
] as const;

export type DisclosureId = (typeof disclosureIds)[number];

/** One regulated text, word for word, with what proves which one was read. */
const disclosureSchema = z.object({
  id: z.string(),
  version: z.string(),
  sha256: z.string(),
  locale: localeSchema,
  text: z.string(),
});

/** Who is behind the form: the shop, and the lender where the BFF knows one before it has asked. */
const partiesSchema = z.object({ shop: z.string(), lender: z.nullable(z.string()) });

/** GET `/v1/disclosures/{locale}?merchant=&state=` */
export const disclosuresAnswerSchema = z.object({
  parties: partiesSchema,
  disclosures: z.array(disclosureSchema),
});

export type Parties = z.infer<typeof partiesSchema>;
export type DisclosuresAnswer = z.infer<typeof disclosuresAnswerSchema>;
export type Disclosure = z.infer<typeof disclosureSchema>;
