import { readFileSync } from 'node:fs';
import { callbackEvents } from '../../lending-api/events.ts';
import type { LendingContext } from '../context.ts';
import { addExamples } from './document-examples.ts';
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

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sponsor Lending API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#docs', deepLinking: true });\n`;

const SANDBOX_NOTE = ' This is a sandbox: no loan is real.';

/** `/openapi.json` (OpenAPI 3.1) and `/docs`, whose assets come from disk. Call it after all routes. */
export function registerApiDocs(app: LendingApp, { config }: LendingContext): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'basic', {
    type: 'http',
    scheme: 'basic',
    description: 'The sponsor’s account e-mail and API password.',
  });
  for (const { name, webhook } of callbackEvents) {
    app.openAPIRegistry.registerWebhook({ ...webhook, path: name });
  }
  const head = {
    openapi: '3.1.0',
    info: {
      title: 'Sponsor Lending API',
      version: '1.0.0',
      description: `Merchants and consumer loans.${config.environment === 'sandbox' ? SANDBOX_NOTE : ''}`,
    },
    servers: [{ url: config.publicUrl }],
  };
  let document: ReturnType<LendingApp['getOpenAPI31Document']> | undefined;
  app.get('/openapi.json', (c) => {
    document ??= withExamples(app.getOpenAPI31Document(head));
    return c.json(document, 200);
  });
  registerUi(app);
}

function withExamples<Document extends { paths?: object }>(document: Document): Document {
  addExamples(document);
  return document;
}

function registerUi(app: LendingApp): void {
  app.get('/docs', (c) => c.html(PAGE, 200, uiHeaders));
  app.get('/docs/start.js', (c) =>
    c.body(START, 200, fileHeaders(UI_FILES['swagger-ui-bundle.js'])),
  );
  for (const [file, type] of Object.entries(UI_FILES)) {
    app.get(`/docs/${file}`, (c) => c.body(readAsset(file), 200, fileHeaders(type)));
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

function readAsset(file: string): string {
  return readFileSync(new URL(import.meta.resolve(`swagger-ui-dist/${file}`)), 'utf8');
}
