import { listStatementsRoute, retrieveStatementRoute } from '../../lending-api/statements.ts';
import type { LendingContext } from '../context.ts';
import { listStatements, openStatement, retrieveStatement } from '../operations/statements.ts';
import { readerFor } from '../pages/reader.ts';
import { localeOf } from '../pages/request.ts';
import { statementPage } from '../pages/statements/statement-page.ts';
import type { LendingApp } from './lending-app.ts';
import { registerSponsorPage } from './sponsor-page.ts';

/** The monthly statements of a merchant, and each as a page at the address that it gives. */
export function registerStatements(app: LendingApp, context: LendingContext): void {
  app.openapi(listStatementsRoute, async (c) => {
    const { request_user_id } = c.req.valid('param');
    return c.json(await listStatements(context, c.get('sponsor'), request_user_id), 200);
  });
  app.openapi(retrieveStatementRoute, async (c) => {
    const name = c.req.valid('param');
    return c.json(await retrieveStatement(context, c.get('sponsor'), name), 200);
  });
  registerSponsorPage(app, context, '/statements/:request_user_id/:id', async (c) => {
    const opened = await openStatement(context, c.get('sponsor'), c.req.param());
    return statementPage(readerFor(context.config, localeOf(c)), opened);
  });
}
