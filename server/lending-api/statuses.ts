import { z } from '@hono/zod-openapi';

/** Consumer application. */
export const applicationStatus = z.enum([
  'Invited',
  'Started',
  'Pending: Verification',
  'Approved: Offers Available',
  'Approved: Offer Selected',
  'Approved: Accepted',
  'Suspended',
  'Declined',
  'Cancelled',
  'Expired',
]);
export type ApplicationStatus = z.output<typeof applicationStatus>;

export const accountStatus = z.enum(['Active', 'Suspended', 'Closed']);
export type AccountStatus = z.output<typeof accountStatus>;

export const portalAccountStatus = z.enum(['NotInvited', 'Invited', 'Active', 'Locked']);
export type PortalAccountStatus = z.output<typeof portalAccountStatus>;

export const merchantStatus = z.enum([
  'Invited',
  'Onboarding',
  'InvitationExpired',
  'PendingReview',
  'Active',
  'Declined',
  'Suspended',
  'Closed',
]);
export type MerchantStatus = z.output<typeof merchantStatus>;

/** Charge request. */
export const paymentRequestStatus = z.enum([
  'Pending',
  'Approved',
  'Rejected',
  'Expired',
  'Canceled',
]);
export type PaymentRequestStatus = z.output<typeof paymentRequestStatus>;

/** Transaction (Sponsor Lending API, transaction status and type codes). */
export const transactionStatus = z.enum([
  'Successful',
  'Failed',
  'Pending',
  'Submitted',
  'Reversed',
  'Transferred',
  'Excluded',
]);
export type TransactionStatus = z.output<typeof transactionStatus>;

/** 109 initial, 111 project, 113 final charge, 115 refund. */
export const transactionDescription = z.union([
  z.literal(109),
  z.literal(111),
  z.literal(113),
  z.literal(115),
]);
export type TransactionDescription = z.output<typeof transactionDescription>;

/** Transaction eligibility: 0 allowed, 1 blocked, 2 Payment Portal account required. */
export const eligibility = {
  is_valid_for_transaction: z.boolean(),
  transaction_status_code: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  no_transaction_message: z.string(),
};

export const adverseActionNotice = z.enum(['none', 'queued', 'sent']);
export const decision = z.enum(['offers', 'no_offers']);
export const applicationPath = z.enum(['invitation', 'soft_pull']);

/** Consumer invitation; lists do not name it. */
export const invitationStatus = z.enum([
  'Scheduled',
  'Sent',
  'Opened',
  'Completed',
  'Expired',
  'DeliveryFailed',
  'Cancelled',
]);
export type InvitationStatus = z.output<typeof invitationStatus>;

export const invitationChannel = z.enum(['sms', 'email']);
