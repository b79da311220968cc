import { Hono } from 'hono';
import { accessibility } from './accessibility.ts';
import { backOffice } from './back-office.ts';
import { contentSecurity } from './content-security.ts';
import { diagnostics } from './diagnostics.ts';
import { type DocsPage, type DocsView, docsDocument } from './docs-page.ts';
import { angular } from './frameworks/angular.ts';
import { plainHtml } from './frameworks/plain-html.ts';
import { react } from './frameworks/react.ts';
import { svelte } from './frameworks/svelte.ts';
import { vue } from './frameworks/vue.ts';
import { quickStart } from './quick-start.ts';
import { reference } from './reference.ts';
import { server } from './server.ts';
import { testing } from './testing.ts';
import { theming } from './theming.ts';
import { webhooks } from './webhooks.ts';

export const docsPages: readonly DocsPage[] = [
  quickStart,
  reference,
  plainHtml,
  react,
  vue,
  svelte,
  angular,
  theming,
  server,
  webhooks,
  backOffice,
  contentSecurity,
  accessibility,
  diagnostics,
  testing,
];

/** What a merchant's developer reads, page by page; only its copy buttons need a script. */
export function createDocs(view: DocsView): Hono {
  const app = new Hono();
  for (const page of docsPages) {
    app.get(page.path, async (c) => c.html(await docsDocument(page, docsPages, view)));
  }
  return app;
}
