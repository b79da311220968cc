import { listAllTransactionsRoute, listTransactionsRoute } from '../../lending-api/transactions.ts';
import type { LendingContext } from '../context.ts';
import { listAllActivity } from '../operations/funding/list-activity.ts';
import { listCompletedTransactions } from '../operations/funding/list-transactions.ts';
import type { LendingApp } from './lending-app.ts';
import { pageEnvelope } from './page-envelope.ts';

/** The transaction history of a merchant. */
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
    const { pathname, searchParams } = new URL(c.req.url);
    const call = { address: `${context.config.publicUrl}${pathname}`, query: searchParams };
    return c.json(pageEnvelope(activity, query, call), 200);
  });
}
