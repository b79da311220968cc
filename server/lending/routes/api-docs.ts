import { readFile } from 'node:fs/promises';
import { callbackEvents } from '../../lending-api/events.ts';
import type { LendingContext } from '../context.ts';
import { addBasicSecurity, addCallbackSecurity } from './basic-security.ts';
import { SANDBOX_DOCUMENT } from '../sandbox/routes/document.ts';
import { addExamples } from './document-examples.ts';
import { documentHead } from './document-head.ts';
import { addParameterDescriptions } from './document-parameters.ts';
import { addTags } from './document-tags.ts';
import type { LendingApp } from './lending-app.ts';

const UI_FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

// Swagger UI draws its icons as data: images and some styles inline.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

interface DocsPage {
  /** Where the page is. */
  path: string;
  title: string;
  /** Of the document that it shows. */
  url: string;
}

const apiPage: DocsPage = { path: '/docs', title: 'Sponsor Lending API', url: '/openapi.json' };
const sandboxPage: DocsPage = {
  path: '/docs/sandbox',
  title: 'Sandbox controls',
  url: SANDBOX_DOCUMENT,
};

const html = ({ path, title }: DocsPage) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="${path}/start.js"></script>
</body>
</html>
`;

const start = ({ url }: DocsPage) =>
  `SwaggerUIBundle({ url: '${url}', dom_id: '#docs', deepLinking: true });\n`;

const SANDBOX_NOTE = ` This is a sandbox: no loan is real. What happens outside the API is done by its [controls](${sandboxPage.path}).`;

/** `/openapi.json` (OpenAPI 3.1) and `/docs`, whose assets come from disk. Call it after all routes. */
export function registerApiDocs(app: LendingApp, { config }: LendingContext): void {
  addBasicSecurity(app.openAPIRegistry);
  addCallbackSecurity(app.openAPIRegistry);
  for (const { name, webhook } of callbackEvents) {
    app.openAPIRegistry.registerWebhook({ ...webhook, path: name });
  }
  const head = documentHead(config, {
    title: 'Sponsor Lending API',
    description: `Merchants and consumer loans.${config.environment === 'sandbox' ? SANDBOX_NOTE : ''}`,
  });
  let document: ReturnType<LendingApp['getOpenAPI31Document']> | undefined;
  app.get('/openapi.json', (c) => {
    document ??= completed(app.getOpenAPI31Document(head));
    return c.json(document, 200);
  });
  registerUi(app, config.environment === 'sandbox' ? [apiPage, sandboxPage] : [apiPage]);
}

function completed<Document extends Parameters<typeof addTags>[0]>(document: Document): Document {
  addParameterDescriptions(document);
  addExamples(document);
  addTags(document);
  return document;
}

function registerUi(app: LendingApp, pages: readonly DocsPage[]): void {
  for (const page of pages) {
    app.get(page.path, (c) => c.html(html(page), 200, uiHeaders));
    app.get(`${page.path}/start.js`, (c) =>
      c.body(start(page), 200, fileHeaders(UI_FILES['swagger-ui-bundle.js'])),
    );
  }
  for (const [file, type] of Object.entries(UI_FILES)) {
    app.get(`/docs/${file}`, async (c) => c.body(await readAsset(file), 200, fileHeaders(type)));
  }
}

const uiHeaders = {
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

function fileHeaders(type: string): Record<string, string> {
  return { ...uiHeaders, 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' };
}

function readAsset(file: string): Promise<string> {
  return readFile(new URL(import.meta.resolve(`swagger-ui-dist/${file}`)), 'utf8');
}
