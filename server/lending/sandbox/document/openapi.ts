import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { answer, refusals, secured } from '../../../lending-api/answers.ts';
import type { LendingConfig } from '../../context.ts';
import { addBasicSecurity } from '../../routes/basic-security.ts';
import type { Control } from './control.ts';
import { sandboxControls } from './controls.ts';

export type OpenApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>;

/** The sandbox's controls as OpenAPI 3.1, a document of its own beside the API's. */
export function sandboxDocument({ publicUrl }: Pick<LendingConfig, 'publicUrl'>): OpenApiDocument {
  const app = new OpenAPIHono();
  addBasicSecurity(app.openAPIRegistry);
  for (const control of sandboxControls) app.openAPIRegistry.registerPath(routeOf(control));
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Sandbox controls',
      version: '1.0.0',
      description:
        'What time, consumers, underwriters and banks do outside the Sponsor Lending API. A sponsor sees and moves its own records alone.',
    },
    servers: [{ url: publicUrl }],
  });
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
    summary: effect,
    tags: [path.split('/')[1] ?? ''],
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

/** @example operationId('POST', '/clock/advance') => 'post_clock_advance' */
function operationId(method: string, path: string): string {
  return `${method.toLowerCase()}${path.replace(/[{}]/g, '').replace(/[^a-z_]+/g, '_')}`;
}
