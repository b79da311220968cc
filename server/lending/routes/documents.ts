import { locale } from '../../lending-api/contact.ts';
import type { TextId } from '../../lending-api/texts/text-ids.ts';
import type { LendingContext } from '../context.ts';
import { isForSponsor } from '../domain/bureau-report.ts';
import { LendingError } from '../errors.ts';
import { pageReader } from '../pages/reader.ts';
import { documentsPage } from '../pages/documents-page.ts';
import { findDocument } from '../store/documents.ts';
import type { LendingApp } from './lending-app.ts';

/** What the addresses in the API's answers lead to: published texts, and pages for a sponsor's browser. */
export function registerDocuments(app: LendingApp, context: LendingContext): void {
  const { config, database, sealer } = context;
  const answerUnknown = answerUnknownAddress(context, (c) => c.json({ detail: 'Not found.' }, 404));

  // A version of a text is never changed.
  app.get('/texts/:id/:version/:locale', (c) => {
    const { id, version, locale: sent } = c.req.param();
    const inLocale = locale.safeParse(sent);
    // An id that is not one of ours finds nothing.
    const text = inLocale.success && config.texts.find(id as TextId, version, inLocale.data);
    if (!text) return c.json({ detail: 'Not found.' }, 404);
    c.header('Cache-Control', 'public, max-age=86400, immutable');
    return c.text(text.text, 200);
  });

  // A loan's document as it was shown.
  app.get('/documents/:id', async (c) => {
    const id = c.req.param('id');
    const document = await findDocument(database.query, sealer, c.get('sponsor').id, id);
    if (!document || !isForSponsor(document)) return answerUnknown(c);
    return c.html(await documentsPage(readerFor(config, document.locale), [document.content]));
  });

  app.get('/statements/:request_user_id/:id', async (c) => {
    try {
      const opened = await openStatement(context, c.get('sponsor'), c.req.param());
      return c.html(await statementPage(readerFor(config, localeOf(c)), opened));
    } catch (error) {
      if (error instanceof LendingError && error.kind === 'not_found') return answerUnknown(c);
      throw error;
    }
  });
}
