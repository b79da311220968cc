import type { OpenAPIHono } from '@hono/zod-openapi';

/** Names the credentials that every call of a document carries. */
export function addBasicSecurity(registry: OpenAPIHono['openAPIRegistry']): void {
  registry.registerComponent('securitySchemes', 'basic', {
    type: 'http',
    scheme: 'basic',
    description: 'The sponsor’s account e-mail and API password.',
  });
}

/** Names the credentials that every callback carries. */
export function addCallbackSecurity(registry: OpenAPIHono['openAPIRegistry']): void {
  registry.registerComponent('securitySchemes', 'callback', {
    type: 'http',
    scheme: 'basic',
    description: 'User name and password that the sponsor gave for its callback addresses.',
  });
}
