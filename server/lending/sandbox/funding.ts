import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, secured } from '../../lending-api/answers.ts';
import { paymentRequestStatus, transactionStatus } from '../../lending-api/statuses.ts';
import type { LendingContext } from '../context.ts';
import { answerAsConsumer } from '../operations/funding/answer-on-behalf.ts';
import { advanceTransaction } from '../operations/funding/process-transaction.ts';
import type { LendingApp } from '../routes/lending-app.ts';

/** The consumer's answer to a charge. */
function answerRoute<Answer extends 'approve' | 'reject'>(consumerAnswer: Answer) {
  return createRoute({
    method: 'post',
    path: `/sandbox/v1/payment-requests/{payment_request_uuid}/${consumerAnswer}`,
    operationId: `post_payment_requests_payment_request_uuid_${consumerAnswer}`,
    summary: `Payment requests: ${consumerAnswer}`,
    description: `The consumer ${consumerAnswer}s the charge.`,
    tags: ['payment-requests'],
    ...secured,
    request: { params: z.object({ payment_request_uuid: z.string() }) },
    responses: {
      200: answer(
        'The status that follows.',
        z.object({ payment_request_status: paymentRequestStatus }),
      ),
      ...refusals(404),
    },
  });
}

const advanceTransactionRoute = createRoute({
  method: 'post',
  path: '/sandbox/v1/transactions/{uuid}/advance',
  operationId: 'post_transactions_uuid_advance',
  summary: 'Transactions: advance',
  description: 'Takes a charge or refund by its legal moves to a status.',
  tags: ['transactions'],
  ...secured,
  request: {
    params: z.object({ uuid: z.string() }),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.object({ to: transactionStatus }),
          example: { to: 'Transferred' },
        },
      },
    },
  },
  responses: {
    200: answer(
      'The status that follows.',
      z.object({ status: transactionStatus, is_settled: z.boolean() }),
    ),
    ...refusals(404, 413, 415),
  },
});

/** What consumers answer to charges, and what the payment processor does. */
export function registerFundingControls(app: LendingApp, context: LendingContext): void {
  for (const consumerAnswer of ['approve', 'reject'] as const) {
    app.openapi(answerRoute(consumerAnswer), async (c) => {
      const { payment_request_uuid: id } = c.req.valid('param');
      const status = await answerAsConsumer(context, c.get('sponsor').id, id, consumerAnswer);
      return c.json({ payment_request_status: status }, 200);
    });
  }
  app.openapi(advanceTransactionRoute, async (c) => {
    const { uuid } = c.req.valid('param');
    const { to } = c.req.valid('json');
    return c.json(await advanceTransaction(context, c.get('sponsor').id, uuid, to), 200);
  });
}
