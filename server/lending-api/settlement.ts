import { createRoute, z } from '@hono/zod-openapi';
import { answer, jsonBody, refusals, secured } from './answers.ts';
import { eitherOf } from './field-rules.ts';
import { pathId, platformId, platformIdInput } from './identifiers.ts';
import { optional } from './optional.ts';
import { paymentRequestStatus, transactionStatus } from './statuses.ts';
import { date, timestamp } from './times.ts';

/** Names a charge or a refund. */
export const settlementCheck = z
  .object({
    payment_request_uuid: optional(platformIdInput),
    refund_request_uuid: optional(platformIdInput),
  })
  .superRefine(eitherOf('payment_request_uuid', 'refund_request_uuid'))
  .openapi('SettlementCheck');
export type SettlementCheck = z.output<typeof settlementCheck>;

/** `status` is the charge request's until it is approved, then the transaction's. */
export const settlement = z
  .object({
    payment_request_uuid: platformId,
    refund_request_uuid: platformId.optional(),
    is_settled: z.boolean(),
    status: z.union([transactionStatus, paymentRequestStatus]),
    settled_at: timestamp.nullable(),
    expected_settlement_date: date.nullable(),
  })
  .openapi('Settlement');
export type Settlement = z.output<typeof settlement>;

/** POST merchants/{request_user_id}/settled/ */
export const checkSettlementRoute = createRoute({
  method: 'post',
  path: '/api/v1/sponsor/merchants/{request_user_id}/settled/',
  operationId: 'checkSettlement',
  summary: 'Check whether a charge or a refund has settled',
  description: 'Names the charge or the refund by its uuid.',
  tags: ['Transaction history'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId }), body: jsonBody(settlementCheck) },
  responses: {
    200: answer('Where it stands.', settlement),
    ...refusals(400, 403, 404, 413, 415),
  },
});
