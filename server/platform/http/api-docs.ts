import { readFile } from 'node:fs/promises';
import { Hono } from 'hono';

/** A page that shows an OpenAPI document. */
export interface DocsPage {
  /** Where the page is. */
  path: string;
  title: string;
  /** Of the document that it shows. */
  url: string;
}

const uiFiles = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

// Swagger UI draws its icons as data: images and some styles inline.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Swagger UI keeps the name of a tag, its text and its arrow in one line, wider than a phone. */
const narrow = '.swagger-ui .opblock-tag { flex-wrap: wrap; }';

const html = ({ path, title }: DocsPage) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>${narrow}</style>
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

/** Swagger UI at each page's path, from this origin's own files; each is read once. */
export function docsRoutes(pages: readonly DocsPage[]): Hono {
  const app = new Hono();
  for (const page of pages) {
    app.get(page.path, (c) => c.html(html(page), 200, pageHeaders));
    app.get(`${page.path}/start.js`, (c) =>
      c.body(start(page), 200, fileHeaders(uiFiles['swagger-ui-bundle.js'])),
    );
  }
  for (const [file, type] of Object.entries(uiFiles)) {
    let body: Awaited<ReturnType<typeof readAsset>> | undefined;
    app.get(`/docs/${file}`, async (c) => {
      body ??= await readAsset(file);
      return c.body(body, 200, fileHeaders(type));
    });
  }
  return app;
}

const uiHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};
const pageHeaders = { ...uiHeaders, 'Cross-Origin-Opener-Policy': 'same-origin' };

function fileHeaders(type: string): Record<string, string> {
  return { ...uiHeaders, 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' };
}

function readAsset(file: string) {
  return readFile(new URL(import.meta.resolve(`swagger-ui-dist/${file}`)));
}

/** The call of one operation that its document shows. */
export interface ExampleCall {
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

/** What a document says beside its schemas. */
export interface DocumentNotes {
  /** What each parameter of a path, a query or a header is, by its name. */
  parameters: Readonly<Record<string, string>>;
  /** By operationId. */
  calls: Readonly<Record<string, ExampleCall>>;
  /** What the calls are answered, by operationId. */
  answers: Readonly<Record<string, unknown>>;
}

interface Media {
  example?: unknown;
}

interface Parameter {
  name: string;
  description?: string;
  schema?: { type?: string };
  example?: unknown;
}

interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}

/** Puts the notes where OpenAPI readers look for them. */
export function addNotes(document: { paths?: object }, notes: DocumentNotes): void {
  for (const path of Object.values(document.paths ?? {})) {
    for (const operation of Object.values(path) as Operation[]) {
      describeParameters(operation, notes);
      addExamples(operation, notes);
    }
  }
}

function describeParameters({ parameters = [] }: Operation, notes: DocumentNotes): void {
  for (const parameter of parameters) {
    const description = notes.parameters[parameter.name];
    if (description !== undefined) parameter.description = description;
  }
}

function addExamples(operation: Operation, { calls, answers }: DocumentNotes): void {
  const id = operation.operationId ?? '';
  const call = calls[id];
  if (!call) return;
  const values: Record<string, string> = { ...call.path, ...call.query, ...call.headers };
  for (const parameter of operation.parameters ?? []) {
    const value = values[parameter.name];
    if (value === undefined) continue;
    parameter.example = parameter.schema?.type === 'integer' ? Number(value) : value;
  }
  for (const media of Object.values(operation.requestBody?.content ?? {})) {
    media.example = call.body;
  }
  const success = Object.keys(operation.responses).findLast((status) => status.startsWith('2'));
  const content = operation.responses[success ?? '']?.content;
  const answer = content?.['application/json'] ?? content?.['image/svg+xml'];
  if (answer) answer.example = answers[id];
}
