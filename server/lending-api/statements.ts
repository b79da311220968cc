import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, secured } from './answers.ts';
import { loanNumber, pathId, platformId } from './identifiers.ts';
import { money } from './money.ts';
import { transactionDescription } from './statuses.ts';
import { date, timestamp } from './times.ts';
import { merchantTransactionType } from './transactions.ts';

export const statementStatus = z.enum(['Open', 'Issued']);

/** Money that may be negative. */
const netMoney = z
  .string()
  .regex(/^-?\d{1,9}\.\d{2}$/)
  .openapi({ example: '-376.00' });

/** A month of a merchant, as far as the user may see it. */
export const statement = z
  .object({
    id: z.int().openapi({ description: 'Year and month.', example: 202603 }),
    statement_number: z.string().openapi({ example: 'ST-202603-3F0C2A587F7E' }),
    period_start: date,
    period_end: date,
    issued_date: date.openapi({ description: 'The day after the period, also while it is open.' }),
    status: statementStatus,
    currency: z.literal('USD'),
    transaction_count: z.int().nonnegative().openapi({
      description: 'Settled charges, settled refunds and charges that came back after settlement.',
    }),
    total_consumer_charges: money,
    total_consumer_refunds: money.openapi({ description: 'Charges that came back included.' }),
    total_merchant_fees: money,
    total_fee_credits: money,
    net_to_merchant_amount: netMoney.openapi({
      description: 'Charges less refunds less fees plus fee credits.',
    }),
  })
  .openapi('Statement');
export type Statement = z.output<typeof statement>;

/** One leg; amounts are positive, the type gives the sign. */
export const statementLine = z.object({
  payment_request_uuid: platformId,
  consumer_application_human_readable_id: loanNumber,
  transaction_description: transactionDescription,
  transaction_type: merchantTransactionType,
  transaction_amount: money,
  created: timestamp,
  settled_at: timestamp,
});
export type StatementLine = z.output<typeof statementLine>;

export const statementDetail = statement
  .extend({
    platform_merchant_id: platformId,
    business_name: z.string(),
    lines: z.array(statementLine),
    document_url: z.url().openapi({
      description: 'The statement as a page to read or print; it takes the same credentials.',
    }),
  })
  .openapi('StatementDetail');
export type StatementDetail = z.output<typeof statementDetail>;

/** GET merchants/{request_user_id}/statement/: the newest first. */
export const listStatementsRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/{request_user_id}/statement/',
  operationId: 'listStatements',
  summary: 'List the monthly statements of the merchant user',
  description:
    'One statement for each month since the merchant became active, the newest first. The first one is still open.',
  tags: ['Statements'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId }) },
  responses: { 200: answer('The statements.', z.array(statement)), ...refusals(403, 404) },
});

/** GET merchants/{request_user_id}/statement/{id}/ */
export const retrieveStatementRoute = createRoute({
  method: 'get',
  path: '/api/v1/sponsor/merchants/{request_user_id}/statement/{id}/',
  operationId: 'retrieveStatement',
  summary: 'Retrieve one statement with its lines',
  description:
    'Only what was transferred counts, and what was reversed afterwards. A Salesrep or Salesperson sees lines of consumers they invited, Admin and Salesmanager all.',
  tags: ['Statements'],
  ...secured,
  request: { params: z.object({ request_user_id: pathId, id: pathId }) },
  responses: { 200: answer('The statement.', statementDetail), ...refusals(403, 404) },
});
