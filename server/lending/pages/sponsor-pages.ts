import type { Context } from 'hono';
import type { LendingContext } from '../context.ts';
import type { Html } from '../documents/html.ts';
import { isForSponsor } from '../domain/bureau-report.ts';
import { LendingError } from '../errors.ts';
import { openStatement } from '../operations/statements.ts';
import type { LendingApp, LendingEnv } from '../routes/lending-app.ts';
import { findDocument } from '../store/documents.ts';
import { documentsPage } from './documents-page.ts';
import { pageContextFor } from './page-context.ts';
import { localeOf } from './request.ts';
import { statementPage } from './statement-page.ts';
import { answerUnknownAddress } from './unknown-address.ts';

/** The pages that open in a sponsor's browser, at addresses that the API gives. */
export function registerSponsorPages(app: LendingApp, context: LendingContext): void {
  const { config, database, sealer } = context;
  registerSponsorPage(app, context, '/documents/:id', async (c) => {
    const id = c.req.param('id');
    const document = await findDocument(database.query, sealer, c.get('sponsor').id, id);
    if (!document || !isForSponsor(document)) throw new LendingError('not_found', 'Not found.');
    const pageContext = pageContextFor(config, document.locale);
    return documentsPage(pageContext, pageContext.strings.sponsorDocument.title, [
      document.content,
    ]);
  });
  registerSponsorPage(app, context, '/statements/:request_user_id/:id', async (c) => {
    const opened = await openStatement(context, c.get('sponsor'), c.req.param());
    return statementPage(pageContextFor(config, localeOf(c)), opened);
  });
}

/** Where `show` finds nothing, a page says that too. */
function registerSponsorPage<Path extends string>(
  app: LendingApp,
  context: LendingContext,
  path: Path,
  show: (c: Context<LendingEnv, Path>) => Promise<Awaited<Html>>,
): void {
  const answerNone = answerUnknownAddress(context, (c) => c.json({ detail: 'Not found.' }, 404));
  app.get(path, async (c) => {
    try {
      return c.html(await show(c));
    } catch (error) {
      if (error instanceof LendingError && error.kind === 'not_found') return answerNone(c);
      throw error;
    }
  });
}
