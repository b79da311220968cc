import { z } from '@hono/zod-openapi';
import { email, line, personName, phone, state, streetAddress, zipCode } from './contact.ts';
import { moneyInput } from './money.ts';
import { optional } from './optional.ts';
import { dateInput, timestampInput } from './times.ts';

/** A form sends booleans as text. */
export const flag = z.preprocess(readFlag, z.boolean({ error: 'Send true or false.' }));

const given = z
  .preprocess(readFlag, z.literal(true, { error: 'This consent is required.' }))
  .openapi({ type: 'boolean', enum: [true] });

function readFlag(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  const text = sent.trim().toLowerCase();
  if (text === 'true') return true;
  return text === 'false' ? false : sent;
}

export const housingStatus = z.enum(['own', 'rent', 'other']);
export const employmentStatus = z.enum([
  'employed',
  'self_employed',
  'retired',
  'unemployed',
  'student',
  'other',
]);

/** Social security number as sent; it comes out as nine digits. */
export const ssn = z
  .string()
  .trim()
  .regex(/^(\d{9}|\d{3}-\d{2}-\d{4})$/, 'Send nine digits.')
  .transform((text) => text.replaceAll('-', ''))
  .openapi({ type: 'string', pattern: '^(\\d{9}|\\d{3}-\\d{2}-\\d{4})$', example: '900-10-0001' });

/** The consumer's own fields of a soft pull; age by state is the service's rule. */
export const applicantFields = {
  first_name: personName(1, 50),
  middle_name: optional(personName(0, 50)),
  last_name: personName(1, 50),
  suffix: optional(personName(0, 10)),
  date_of_birth: dateInput,
  ssn,
  email,
  phone,
  address_1: streetAddress,
  address_2: optional(line(0, 100)),
  city: line(1, 50),
  state,
  zip_code: zipCode,
  housing_status: housingStatus,
  monthly_housing_payment: moneyInput(),
  annual_income: moneyInput({ min: '0.01' }),
  employment_status: employmentStatus,
  employer_name: optional(line(0, 100)),
};

export type ApplicantField = keyof typeof applicantFields;

/** What the consumer would like to borrow. */
export const requestedAmount = moneyInput({ min: '500.00', max: '100000.00' });

const version = line(1, 40);

/** What the consumer agreed to on the service's own page, by text and version. */
export const hostedConsentFields = {
  soft_pull_consent: given,
  soft_pull_consent_version: version,
  soft_pull_consent_text_sha256: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, 'Send the SHA-256 of the text in hexadecimal.'),
  esign_consent: given,
  esign_consent_version: version,
  privacy_notice_ack: given,
  privacy_notice_version: version,
  sms_consent: optional(flag),
  sms_consent_version: optional(version),
};

/** The same with the times at which a sponsor's page took them. */
export const consentFields = {
  ...hostedConsentFields,
  soft_pull_consent_at: timestampInput,
  esign_consent_at: timestampInput,
  sms_consent_at: optional(timestampInput),
};

// Made once: making a schema takes far longer than checking by it.
const ipAddress = z.union([z.ipv4(), z.ipv6()]);

/** Where the consumer was when consenting; supplied by the caller, never by the browser. */
export const consentOriginFields = {
  consent_ip_address: z
    .string()
    .trim()
    .max(45)
    .refine((text) => ipAddress.safeParse(text).success, {
      message: 'Send an IP address.',
    })
    .openapi({ example: '203.0.113.7' }),
  consent_user_agent: line(1, 512),
  consent_session_id: line(1, 128),
};

/** SMS consent needs its version and time; without it no SMS is ever sent. */
export function requireSmsEvidence(
  body: {
    sms_consent?: boolean | undefined;
    sms_consent_version?: string | undefined;
    sms_consent_at?: string | undefined;
  },
  context: z.core.$RefinementCtx,
): void {
  if (body.sms_consent !== true) return;
  for (const field of ['sms_consent_version', 'sms_consent_at'] as const) {
    if (body[field] !== undefined) continue;
    context.addIssue({ code: 'custom', path: [field], message: 'Required with sms_consent.' });
  }
}
