import { OpenAPIHono } from '@hono/zod-openapi';
import { Hono } from 'hono';
import { addNotes, docsRoutes } from '../../platform/http/api-docs.ts';
import type { BffConfig } from '../context.ts';
import { answerExamples, callExamples } from '../merchant-api/examples.ts';
import { merchantApiRoutes, parameters, tags } from '../merchant-api/routes.ts';
import { webhookOperation } from '../merchant-api/webhooks.ts';

const title = 'Soft Pull Checkout: merchant API';

const description = `For the servers of merchants. The secret key is the user name of HTTP Basic, without a password.

- **Errors** are problems of RFC 9457 with a \`code\`, \`retryable\` and a \`correlation_id\`. Fields and query parameters that are not known are refused.
- **Repeats**: a POST under the same \`Idempotency-Key\` does nothing twice: it is answered with the same object, as it is now. What was refused, or came to nothing, is tried again. A charge that was \`rejected\`, \`expired\`, \`canceled\` or \`failed\`, or a refund that \`failed\`, is not: ask again under another key. A charge, an approval, a refund and a higher limit need a key. A key that comes with another request is 409 \`idempotency_conflict\`.
- **Lists** are read by \`limit\` and \`starting_after\`, the id of the last row of the page before, while \`has_more\` is true.
- **Webhooks** tell your server what happens: they are described below the calls, and \`GET /v1/merchant/events\` has what was sent.
- **Versions**: under \`/v1\`, calls, optional fields, fields of answers, types of events, statuses and codes may be added without notice. What is there is meant to keep its name and meaning. Ignore a field or an event that you do not know. Show a status or a code that you do not know to a person: a generated client must not refuse them.
- **Amounts** are decimal text in US dollars, **times** are UTC.`;

/** `/v1/openapi.json` (OpenAPI 3.1) and `/docs`, which shows it. */
export function merchantDocsRoutes({
  bffPublicUrl,
  sandboxSecretKey,
}: Pick<BffConfig, 'bffPublicUrl' | 'sandboxSecretKey'>): Hono {
  const app = new Hono();
  let document: object | undefined;
  app.get('/v1/openapi.json', (c) => {
    document ??= merchantApiDocument(bffPublicUrl, sandboxSecretKey);
    return c.json(document, 200);
  });
  return app.route('/', docsRoutes([{ path: '/docs', title, url: '/v1/openapi.json' }]));
}

/** The merchant API as OpenAPI 3.1, by the schemas that it is checked by; `bffUrl` is its server. */
export function merchantApiDocument(bffUrl: string, sandboxSecretKey?: string): object {
  const { openAPIRegistry, getOpenAPI31Document } = new OpenAPIHono();
  for (const route of merchantApiRoutes) openAPIRegistry.registerPath(route);
  openAPIRegistry.registerComponent('securitySchemes', 'secret_key', {
    type: 'http',
    scheme: 'basic',
    description: `The merchant’s secret key as the user name, and an empty password.${keyToTry(sandboxSecretKey)}`,
  });
  openAPIRegistry.registerComponent('securitySchemes', 'webhook_signature', {
    type: 'apiKey',
    in: 'header',
    name: 'webhook-signature',
    description: 'By each secret of the endpoint, as Standard Webhooks has it.',
  });
  openAPIRegistry.registerWebhook(webhookOperation);
  const document = getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title,
      description,
      version: '1.0.0',
      contact: { name: 'Soft Pull Checkout', url: bffUrl },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [
      {
        url: '{bff}',
        description: 'The BFF.',
        variables: { bff: { default: bffUrl, description: 'This one.' } },
      },
    ],
    tags,
  });
  addNotes(document, { parameters, calls: callExamples, answers: answerExamples });
  return document;
}

function keyToTry(secretKey: string | undefined): string {
  return secretKey === undefined
    ? ''
    : ` That of this sandbox’s demo merchant is \`${secretKey}\`.`;
}
