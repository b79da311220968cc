import { listStatementsRoute, retrieveStatementRoute } from '../../lending-api/statements.ts';
import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';
import { listStatements } from '../operations/statements/list-statements.ts';
import { openStatement } from '../operations/statements/open-statement.ts';
import { retrieveStatement } from '../operations/statements/retrieve-statement.ts';
import { neverStored, pageHeaders } from '../pages/page-security.ts';
import { readerFor } from '../pages/reader.ts';
import { localeOf } from '../pages/request.ts';
import { answerUnknownAddress } from '../pages/unknown-address.ts';
import { statementPage } from '../pages/statements/statement-page.ts';
import type { LendingApp } from './lending-app.ts';
import { sponsorAuth } from './sponsor-auth.ts';

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
  const answerNone = answerUnknownAddress(context, (c) => c.json({ detail: 'Not found.' }, 404));
  app.use('/statements/*', pageHeaders, neverStored, sponsorAuth(context.config.sponsors));
  app.get('/statements/:request_user_id/:id', async (c) => {
    try {
      const opened = await openStatement(context, c.get('sponsor'), c.req.param());
      return c.html(statementPage(readerFor(context.config, localeOf(c)), opened));
    } catch (error) {
      if (error instanceof LendingError && error.kind === 'not_found') return answerNone(c);
      throw error;
    }
  });
}
