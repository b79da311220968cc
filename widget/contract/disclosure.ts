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
] as const;

export type DisclosureId = (typeof disclosureIds)[number];

/** One regulated text, word for word, with what proves which one was read. */
export const disclosureSchema = z.object({
  id: z.string(),
  version: z.string(),
  sha256: z.string(),
  locale: localeSchema,
  text: z.string(),
});

/** GET `/v1/disclosures/{locale}?merchant=&state=&only=`; `only` is the id of a single text. */
export const disclosuresAnswerSchema = z.object({ disclosures: z.array(disclosureSchema) });

export type Disclosure = z.infer<typeof disclosureSchema>;
