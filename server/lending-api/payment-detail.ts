import { createRoute, z } from '@hono/zod-openapi';
import { answer, detailResponse, jsonBody, refusals, secured } from './answers.ts';
import { email, line, zipCode } from './contact.ts';
import { pathId, sponsorId } from './identifiers.ts';
import { optional } from './optional.ts';
import { timestamp } from './times.ts';

export const bankAccountType = z.enum(['checking', 'savings']);
export const holderType = z.enum(['business', 'personal']);
/** Nacha standard entry class. */
export const secCode = z.enum(['CCD', 'PPD', 'WEB', 'TEL']);
export type SecCode = z.output<typeof secCode>;
export type BankAccountType = z.output<typeof bankAccountType>;
export type HolderType = z.output<typeof holderType>;

export const bankAccountStatus = z.enum([
  'New',
  'Pending',
  'Verified',
  'VerificationFailed',
  'Errored',
]);

/** Bank account of a merchant. The ABA rule and the sec_code rule are the service's. */
export const paymentDetailRequest = z
  .object({
    request_user_id: sponsorId,
    external_org_id: optional(sponsorId),
    name_on_check: line(1, 60),
    address_zip: zipCode,
    email,
    ach_account_number: z
      .string()
      .trim()
      .regex(/^\d{1,17}$/, 'Send 1 to 17 digits.'),
    ach_routing_number: z
      .string()
      .trim()
      .regex(/^\d{9}$/, 'Send 9 digits.'),
    bank_account_type: bankAccountType,
    holder_type: holderType,
    sec_code: optional(secCode),
    micro_deposits_amounts: optional(z.array(line(0, 20)).max(10)).openapi({
      description: 'Echoed. The service chooses the amounts that it sends.',
    }),
  })
  .openapi('PaymentDetailRequest');
export type PaymentDetailRequest = z.output<typeof paymentDetailRequest>;

/** The request's fields as they were sent, and where the verification stands. */
export const paymentDetailResponse = z
  .object({
    request_user_id: z.string(),
    external_org_id: z.string(),
    name_on_check: z.string(),
    address_zip: z.string(),
    email: z.string(),
    ach_account_number: z.string(),
    ach_routing_number: z.string(),
    bank_account_type: bankAccountType,
    holder_type: holderType,
    sec_code: secCode,
    micro_deposits_amounts: z.array(z.string()),
    bank_account_status: bankAccountStatus,
    micro_deposits_expire_at: timestamp.nullable(),
  })
  .openapi('PaymentDetailResponse');
export type PaymentDetailResponse = z.output<typeof paymentDetailResponse>;

/** POST merchants/payment-detail/: registers or replaces the bank account and sends two deposits. */
export const registerPaymentDetailRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/payment-detail/',
  operationId: 'registerPaymentDetail',
  summary: 'Register or replace the merchant bank account',
  description:
    'On success the verification starts: two micro-deposits of 0.01 to 0.99 are sent. Until their amounts are submitted the merchant has no active bank account. The answer echoes the fields that were sent; of the account number every other answer shows the last digits only. `request_user_id` is an Admin of the merchant.',
  tags: ['Bank account'],
  ...secured,
  request: { body: jsonBody(paymentDetailRequest) },
  responses: {
    200: answer(
      'This very account is registered already, verified or about to be; nothing was changed.',
      paymentDetailResponse,
    ),
    201: answer('Registered; micro-deposits are on their way.', paymentDetailResponse),
    ...refusals(403, 413, 415, 503),
    400: answer(
      'Invalid data, or this very account after its verification has failed: see initiate-micro-deposits.',
      detailResponse,
    ),
  },
});

const microDeposit = z
  .string()
  .trim()
  .regex(/^0\.(0[1-9]|[1-9]\d)$/, 'Send an amount from 0.01 to 0.99.');

/** The two exact amounts in any order. */
export const verifyMicroDepositsRequest = z
  .object({ micro_deposits_amounts: z.array(microDeposit).length(2, 'Send two amounts.') })
  .openapi('VerifyMicroDepositsRequest');
export type VerifyMicroDepositsRequest = z.output<typeof verifyMicroDepositsRequest>;

export const verifyMicroDepositsResponse = z
  .object({
    detail: z.string(),
    bank_account_status: bankAccountStatus,
    attempts_remaining: z.int().min(0).max(4),
    verified_at: timestamp,
  })
  .openapi('VerifyMicroDepositsResponse');
export type VerifyMicroDepositsResponse = z.output<typeof verifyMicroDepositsResponse>;

/** Wrong amounts say how many attempts remain; an account that is not Pending has `detail` only. */
export const verifyMicroDepositsRefusal = detailResponse
  .extend({
    bank_account_status: bankAccountStatus.optional(),
    attempts_remaining: z.int().min(0).max(4).optional(),
  })
  .openapi('VerifyMicroDepositsRefusal');

/** POST merchants/payment-detail/verify-micro-deposits/{request_user_id}/ */
export const verifyMicroDepositsRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/payment-detail/verify-micro-deposits/{request_user_id}/',
  operationId: 'verifyMicroDeposits',
  summary: 'Verify the bank account by its two micro-deposits',
  description:
    'Takes the two exact amounts in any order. After more than three wrong attempts, or 14 days, the account is `VerificationFailed`. The caller is an Admin.',
  tags: ['Bank account'],
  ...secured,
  request: {
    params: z.object({ request_user_id: pathId }),
    body: jsonBody(verifyMicroDepositsRequest),
  },
  responses: {
    200: answer('Verified.', verifyMicroDepositsResponse),
    ...refusals(403, 404, 413, 415),
    400: answer('Wrong amounts, or an account that is not Pending.', verifyMicroDepositsRefusal),
  },
});

/** Deposits that came back, or had run out on arrival, leave the account VerificationFailed. */
export const initiateMicroDepositsResponse = z
  .object({
    detail: z.string(),
    bank_account_status: bankAccountStatus,
    micro_deposits_sent_at: timestamp,
    micro_deposits_expire_at: timestamp,
  })
  .openapi('InitiateMicroDepositsResponse');
export type InitiateMicroDepositsResponse = z.output<typeof initiateMicroDepositsResponse>;

/** `bank_account_status` comes with the call that was one too many. */
export const initiateMicroDepositsRefusal = detailResponse
  .extend({ bank_account_status: bankAccountStatus.optional() })
  .openapi('InitiateMicroDepositsRefusal');

/** POST merchants/payment-detail/initiate-micro-deposits/{request_user_id}/ */
export const initiateMicroDepositsRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/payment-detail/initiate-micro-deposits/{request_user_id}/',
  operationId: 'initiateMicroDeposits',
  summary: 'Start a failed verification of the bank account again',
  description:
    'Only for an account that is `VerificationFailed`: two new deposits are sent, with fresh attempts and 14 days. At most three times for one account. The caller is an Admin.',
  tags: ['Bank account'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId }) },
  responses: {
    200: answer('Two deposits are on their way.', initiateMicroDepositsResponse),
    ...refusals(403, 404, 413, 415, 503),
    400: answer(
      'The verification has not failed, or was started too often.',
      initiateMicroDepositsRefusal,
    ),
  },
});
