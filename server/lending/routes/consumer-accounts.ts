import {
  cancelAccountRoute,
  increaseCreditLineRoute,
} from '../../lending-api/consumer-accounts.ts';
import type { LendingContext } from '../context.ts';
import { cancelAccount } from '../operations/close-account.ts';
import { increaseCreditLine } from '../operations/increase-credit-line.ts';
import type { LendingApp } from './lending-app.ts';

/** What becomes of a consumer account after its terms were accepted. */
export function registerConsumerAccounts(app: LendingApp, context: LendingContext): void {
  app.openapi(cancelAccountRoute, async (c) =>
    c.json(await cancelAccount(context, c.get('sponsor'), c.req.valid('json')), 200),
  );
  app.openapi(increaseCreditLineRoute, async (c) =>
    c.json(await increaseCreditLine(context, c.get('sponsor'), c.req.valid('json')), 200),
  );
}
