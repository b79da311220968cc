import { z } from 'zod';
import { transactionStatus } from '../../../lending-api/statuses.ts';
import { advanceTransaction } from '../../operations/funding/process-transaction.ts';
import { answerAsConsumer } from '../../operations/funding/answer-as-consumer.ts';
import type { RegisterControls } from './register-controls.ts';
import { readBody } from './read-body.ts';

export const advanceTransactionBody = z.object({ to: transactionStatus });

export const registerFunding: RegisterControls = (app, { context }) => {
  for (const answer of ['approve', 'reject'] as const) {
    app.post(`/sandbox/v1/payment-requests/:payment_request_uuid/${answer}`, async (c) => {
      const sponsorId = c.get('sponsor').id;
      const id = c.req.param('payment_request_uuid');
      const status = await answerAsConsumer(context, sponsorId, id, answer);
      return c.json({ payment_request_status: status });
    });
  }
  app.post('/sandbox/v1/transactions/:uuid/advance', async (c) => {
    const { to } = await readBody(c, advanceTransactionBody);
    return c.json(await advanceTransaction(context, c.get('sponsor').id, c.req.param('uuid'), to));
  });
};
