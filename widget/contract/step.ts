import * as z from 'zod/mini';
import { errorCodes } from './error-code.ts';
import { lenderSchema } from './lender.ts';
import { offerSchema } from './offer.ts';
import { askLenderReasons, chargeOutcomes } from './outcome.ts';
import { reachedSchema } from './problem.ts';
import { dateSchema, localeSchema, moneySchema, timeSchema, uuidSchema } from './values.ts';

export const blockedReasons = [
  'order_required',
  'portal_required',
  'bank_required',
  'suspended',
] as const;
export const portalAccountStatuses = ['NotInvited', 'Invited', 'Active', 'Locked'] as const;

/**
 * Why the application did not lead on; the consumer may send it again. `order_in_use`: the order has an
 * application in another checkout, and `reached` `accepted` if a loan came of it.
 */
export const stepProblemSchema = z.object({
  code: z.enum([...errorCodes, 'order_in_use']),
  correlation_id: z.optional(z.string()),
  reached: z.optional(reachedSchema),
});

export const detailsStepSchema = z.object({
  screen: z.literal('details'),
  amount: z.nullable(moneySchema),
  amount_locked: z.boolean(),
  problem: z.optional(stepProblemSchema),
});

/**
 * The lender is being asked, or its answer was lost and is being reconciled: that of the soft pull,
 * or of a charge, which is neither pending nor open to another try before it is known. It has an end.
 */
export const workingStepSchema = z.object({ screen: z.literal('working'), since: timeSchema });

export const reviewStepSchema = z.object({
  screen: z.literal('review'),
  lender: z.nullable(lenderSchema),
  /** Once an offer was chosen: the lender may wait for a one-time code on that page. */
  consumer_invitation_link: z.optional(z.string()),
  /** What was chosen. To choose it again renews the link; without a link here, it brings one. */
  selected_offer_uuid: z.optional(z.string()),
});

export const offersStepSchema = z.object({
  screen: z.literal('offers'),
  requested_amount: moneySchema,
  offers: z.array(offerSchema),
  /** Whom to ask for the offers that cannot be shown here; null when there are none. */
  more_at_lender: z.nullable(z.object({ lender: z.nullable(lenderSchema) })),
  expires_at: z.nullable(timeSchema),
  selected_offer_uuid: z.nullable(uuidSchema),
  /** What the lender was applied to in: not always what the page speaks now. */
  locale: z.optional(localeSchema),
});

export const noOffersStepSchema = z.object({
  screen: z.literal('no_offers'),
  lender: z.nullable(lenderSchema),
  /** `unknown`: the lender does not say whether it sends a letter. */
  notice: z.enum(['none', 'queued', 'sent', 'unknown']),
  decided_at: z.nullable(timeSchema),
});

export const redirectStepSchema = z.object({
  screen: z.literal('redirect'),
  offer: offerSchema,
  selected_amount: moneySchema,
  consumer_invitation_link: z.string(),
  link_expires_at: z.nullable(timeSchema),
});

/** What the lender does not say is null. */
export const acceptedStepSchema = z.object({
  screen: z.literal('accepted'),
  loan_number: z.nullable(z.string()),
  credit_limit: z.nullable(moneySchema),
  available_spend: z.nullable(moneySchema),
  purchase_window_end_date: z.nullable(dateSchema),
  portal_account_status: z.nullable(z.enum(portalAccountStatuses)),
  charge_amount: z.nullable(moneySchema),
  /** The whole order's, of which the charge may be a part. */
  order_amount: z.optional(z.nullable(moneySchema)),
  blocked: z.nullable(z.enum(blockedReasons)),
});

export const chargePendingStepSchema = z.object({
  screen: z.literal('charge_pending'),
  charge_id: uuidSchema,
  payment_request_uuid: z.nullable(uuidSchema),
  loan_number: z.nullable(z.string()),
  /** Who sends the message. */
  lender: z.optional(z.nullable(lenderSchema)),
  amount: moneySchema,
  expires_at: timeSchema,
  notifications: z.object({
    sms: z.enum(['sent', 'skipped_opted_out', 'failed']),
    email: z.enum(['sent', 'none']),
  }),
  warning: z.nullable(z.string()),
});

export const chargeOutcomeStepSchema = z.object({
  screen: z.literal('charge_outcome'),
  charge_id: uuidSchema,
  payment_request_uuid: z.nullable(uuidSchema),
  amount: moneySchema,
  outcome: z.enum(chargeOutcomes),
  /** The merchant's server has acknowledged it. */
  merchant_told: z.optional(z.boolean()),
  may_charge_again: z.boolean(),
  /** The whole order's, while what is approved pays only a part of it. */
  order_amount: z.optional(moneySchema),
  /** Of another charge, where there may be one: the order, or what is left to spend, may have changed. */
  charge_amount: z.optional(moneySchema),
});

export const cancelledStepSchema = z.object({
  screen: z.literal('cancelled'),
  reason: z.enum(['terms_declined', 'account_cancelled', 'merchant_cancelled']),
});

/** The lender has the application, or may have it, and its answer cannot be shown here. */
export const askLenderStepSchema = z.object({
  screen: z.literal('ask_lender'),
  lender: z.nullable(lenderSchema),
  reason: z.enum(askLenderReasons),
  loan_number: z.nullable(z.string()),
});

export const expiredStepSchema = z.object({
  screen: z.literal('expired'),
  reason: z.enum(['offers', 'review', 'application']),
});

/** Where a checkout stands: the server says it, the widget draws the screen it names. */
export const checkoutStepSchema = z.discriminatedUnion('screen', [
  detailsStepSchema,
  workingStepSchema,
  reviewStepSchema,
  offersStepSchema,
  noOffersStepSchema,
  redirectStepSchema,
  acceptedStepSchema,
  chargePendingStepSchema,
  chargeOutcomeStepSchema,
  cancelledStepSchema,
  askLenderStepSchema,
  expiredStepSchema,
]);

export type CheckoutStep = z.infer<typeof checkoutStepSchema>;
export type Screen = CheckoutStep['screen'];
/** Whatever comes after the form. */
export type ResultStep = Exclude<CheckoutStep, { screen: 'details' }>;
export type StepOf<Name extends Screen> = Extract<CheckoutStep, { screen: Name }>;
export type StepProblem = z.infer<typeof stepProblemSchema>;
export type BlockedReason = (typeof blockedReasons)[number];
