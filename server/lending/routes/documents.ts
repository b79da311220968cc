import { isForSponsor } from '../domain/consumer-documents.ts';
import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';
import { neverStored, pageHeaders } from '../pages/page-security.ts';
import { readerFor } from '../pages/reader.ts';
import { documentsPage } from '../pages/terms/documents-page.ts';
import { findDocument } from '../store/documents.ts';
import type { LendingApp } from './lending-app.ts';
import { sponsorAuth } from './sponsor-auth.ts';

/** A loan's document as it was shown, at the address that `documents` of the loan gives. */
export function registerDocuments(
  app: LendingApp,
  { config, database, sealer }: LendingContext,
): void {
  app.use('/documents/*', pageHeaders, neverStored, sponsorAuth(config.sponsors));
  app.get('/documents/:id', async (c) => {
    const document = await findDocument(
      database.query,
      sealer,
      c.get('sponsor').id,
      c.req.param('id'),
    );
    if (!document || !isForSponsor(document)) throw new LendingError('not_found', 'Not found.');
    const reader = readerFor(config, document.locale);
    return c.html(documentsPage(reader, [document.content]));
  });
}
