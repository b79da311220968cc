import { z } from '@hono/zod-openapi';

/** Static path segments under `merchants/`, which no sponsor id may equal. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set([
  'users',
  'onboarding',
  'payment-detail',
  'rate-sheets',
  'payment-request',
  'refund-payment-request',
  'loan-applications',
  'transactions',
  'statement',
  'invitation',
  'batch-create-users',
  'offer-code',
  'settled',
  'all-transactions',
  'available-transactions',
  'refundable-transactions',
]);

/**
 * A sponsor's own id: 1 to 64 of `[A-Za-z0-9._:@-]`, compared case-sensitively. Clients resolve `.`
 * and `..` in a path, also where they are encoded.
 */
export const sponsorId = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9._:@-]+$/, 'Use letters, digits and . _ : @ - only.')
  .refine((id) => id !== '.' && id !== '..', { message: 'This id cannot stand in a path.' });

/** A sponsor id that will stand in a path: a reserved word is refused. */
export const newSponsorId = sponsorId.refine((id) => !RESERVED_WORDS.has(id), {
  message: 'This word is reserved.',
});

/** A platform id: UUID v4, lower-case. */
export const platformId = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  .openapi({ format: 'uuid', example: '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10' });

/** A platform id as it is sent: any case, trimmed, read as lower-case. */
export const platformIdInput = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'Send a UUID.')
  .openapi({ format: 'uuid', example: '3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10' });

/**
 * An id in a path. Its form is not checked further: an id that cannot exist is as unknown as any
 * other and answered 404. Control characters are refused, since PostgreSQL has no text with NUL.
 */
export const pathId = z
  .string()
  .min(1)
  .max(200)
  .refine((id) => !/\p{Cc}/u.test(id), { message: 'Unreadable id.' });

/** A platform id in a path, in any case. */
export const pathPlatformId = pathId.toLowerCase();

/** The 10-digit application or loan number; its last digit is a Luhn check digit. */
export const loanNumber = z
  .string()
  .regex(/^[1-9]\d{9}$/)
  .openapi({ example: '7342055188' });

/** `PR-` and ten digits: a charge request's number for people. */
export const paymentRequestNumber = z
  .string()
  .regex(/^PR-\d{10}$/)
  .openapi({ example: 'PR-4401829375' });
