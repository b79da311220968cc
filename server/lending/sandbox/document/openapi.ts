import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { answer, refusals, secured } from '../../../lending-api/answers.ts';
import type { LendingConfig } from '../../context.ts';
import { addBasicSecurity, documentHead } from '../../routes/document-head.ts';
import type { Control } from './control.ts';
import { sandboxControls } from './controls.ts';

/** The records that controls are about, by the first segment of their paths. */
const tags = [
  { name: 'clock', description: 'The time of the sponsor.' },
  { name: 'messages', description: 'SMS and e-mails to consumers and merchants.' },
  { name: 'events', description: 'Callbacks to the sponsor.' },
  { name: 'lint', description: 'What was sent and had no effect.' },
  { name: 'reset', description: 'All records of the sponsor.' },
  { name: 'merchants', description: 'What merchants, underwriters and banks do.' },
  { name: 'applications', description: 'What consumers and underwriters do.' },
  { name: 'payment-requests', description: 'What consumers answer to charges.' },
  { name: 'transactions', description: 'What the payment processor does.' },
];

export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** The sandbox's controls as OpenAPI 3.1, a document of its own beside the API's. */
export function sandboxDocument(config: Pick<LendingConfig, 'publicUrl'>): OpenApiDocument {
  const app = new OpenAPIHono();
  addBasicSecurity(app.openAPIRegistry);
  for (const control of sandboxControls) app.openAPIRegistry.registerPath(routeOf(control));
  const head = documentHead(config, {
    title: 'Sandbox controls',
    description:
      'What time, consumers, underwriters and banks do outside the Sponsor Lending API. A sponsor sees and moves its own records alone.',
  });
  return app.getOpenAPI31Document({ ...head, tags });
}

function routeOf({ method, path, effect, query, body, answer: { status, schema } }: Control) {
  const params = paramsOf(path);
  const request = {
    ...(params && { params }),
    ...(query && { query }),
    ...(body && { body: exampleBody(body) }),
  };
  return {
    method: method === 'GET' ? 'get' : 'post',
    path: `/sandbox/v1${path}`,
    operationId: operationId(method, path),
    summary: title(path),
    description: `${effect.charAt(0).toUpperCase()}${effect.slice(1)}.`,
    tags: [subjectOf(path)],
    ...secured,
    request,
    responses: {
      [status]: schema ? answer('Done.', schema) : { description: 'Done.' },
      ...refusals(404),
    },
  } satisfies RouteConfig;
}

function exampleBody({ schema, example }: NonNullable<Control['body']>) {
  return { required: true, content: { 'application/json': { schema, example } } };
}

function paramsOf(path: string): z.ZodObject | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length === 0) return undefined;
  return z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
}

/** The first segment. */
function subjectOf(path: string): string {
  return path.split('/')[1] ?? '';
}

/** @example title('/applications/{external_application_id}/accept-terms') => 'Applications: accept terms' */
function title(path: string): string {
  const [subject = '', ...steps] = path.split('/').filter((word) => /^[^{]/.test(word));
  const words = [`${subject.charAt(0).toUpperCase()}${subject.slice(1)}`, ...steps].join(': ');
  return words.replaceAll('-', ' ');
}

/** @example operationId('POST', '/clock/advance') => 'post_clock_advance' */
function operationId(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replace(/[{}]/g, '').replace(/[^a-z_]+/g, '_')}`;
}
