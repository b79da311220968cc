import { isForSponsor } from '../domain/consumer-documents.ts';
import type { LendingContext } from '../context.ts';
import { LendingError } from '../errors.ts';
import { readerFor } from '../pages/reader.ts';
import { documentsPage } from '../pages/terms/documents-page.ts';
import { findDocument } from '../store/documents.ts';
import type { LendingApp } from './lending-app.ts';
import { registerSponsorPage } from './sponsor-page.ts';

/** A loan's document as it was shown, at the address that `documents` of the loan gives. */
export function registerDocuments(app: LendingApp, context: LendingContext): void {
  const { config, database, sealer } = context;
  registerSponsorPage(app, context, '/documents/:id', async (c) => {
    const id = c.req.param('id');
    const document = await findDocument(database.query, sealer, c.get('sponsor').id, id);
    if (!document || !isForSponsor(document)) throw new LendingError('not_found', 'Not found.');
    return documentsPage(readerFor(config, document.locale), [document.content]);
  });
}
