import { listAvailableTransactionsRoute } from '../../lending-api/available-transactions.ts';
import { checkSettlementRoute } from '../../lending-api/settlement.ts';
import { listStatementsRoute, retrieveStatementRoute } from '../../lending-api/statements.ts';
import { listAllTransactionsRoute, listTransactionsRoute } from '../../lending-api/transactions.ts';
import type { LendingContext } from '../context.ts';
import { checkSettlement } from '../operations/funding/check-settlement.ts';
import { listAvailable } from '../operations/funding/list-available.ts';
import {
  listAllActivity,
  listCompletedTransactions,
} from '../operations/funding/list-transactions.ts';
import { listStatements, retrieveStatement } from '../operations/statements.ts';
import type { LendingApp } from './lending-app.ts';
import { pageEnvelope } from './page-envelope.ts';

/** What a merchant's charges and refunds became: the history of transactions and the monthly statements. */
export function registerTransactions(app: LendingApp, context: LendingContext): void {
  app.openapi(listTransactionsRoute, async (c) => {
    const { request_user_id: user } = c.req.valid('param');
    const dates = c.req.valid('query');
    return c.json(await listCompletedTransactions(context, c.get('sponsor'), user, dates), 200);
  });
  app.openapi(listAllTransactionsRoute, async (c) => {
    const { request_user_id: user } = c.req.valid('param');
    const query = c.req.valid('query');
    const activity = await listAllActivity(context, c.get('sponsor'), user, query);
    return c.json(pageEnvelope(context, activity, query, c.req.url), 200);
  });
  app.openapi(listAvailableTransactionsRoute, async (c) => {
    const { request_user_id: user } = c.req.valid('param');
    const query = c.req.valid('query');
    const loans = await listAvailable(context, c.get('sponsor'), user, query);
    return c.json(pageEnvelope(context, loans, query, c.req.url), 200);
  });
  app.openapi(checkSettlementRoute, async (c) => {
    const { request_user_id: user } = c.req.valid('param');
    const named = c.req.valid('json');
    return c.json(await checkSettlement(context, c.get('sponsor'), user, named), 200);
  });
  app.openapi(listStatementsRoute, async (c) => {
    const { request_user_id } = c.req.valid('param');
    return c.json(await listStatements(context, c.get('sponsor'), request_user_id), 200);
  });
  app.openapi(retrieveStatementRoute, async (c) => {
    const name = c.req.valid('param');
    return c.json(await retrieveStatement(context, c.get('sponsor'), name), 200);
  });
}
