import { Hono } from 'hono';
import { accessibility } from './accessibility.ts';
import { contentSecurity } from './content-security.ts';
import { type DocsPage, type DocsView, docsDocument } from './docs-page.ts';
import { diagnostics } from './diagnostics.ts';
import { quickStart } from './quick-start.ts';
import { reference } from './reference.ts';
import { server } from './server.ts';
import { theming } from './theming.ts';

export const docsPages: readonly DocsPage[] = [
  quickStart,
  reference,
  theming,
  contentSecurity,
  server,
  accessibility,
  diagnostics,
];

/** What a merchant's developer reads, page by page; nothing of it needs a script. */
export function createDocs(view: DocsView): Hono {
  const app = new Hono();
  for (const page of docsPages) {
    app.get(page.path, async (c) => c.html(await docsDocument(page, docsPages, view)));
  }
  return app;
}
