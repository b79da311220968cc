import type { OpenAPIHono } from '@hono/zod-openapi';
import type { LendingConfig } from '../context.ts';
import { sampleLender } from '../domain/lender.ts';

/** Where the sandbox's controls are described. */
export const SANDBOX_DOCUMENT = '/sandbox/v1/openapi.json';

type Head = Parameters<OpenAPIHono['getOpenAPI31Document']>[0];

interface Subject {
  title: string;
  description: string;
}

/** How an OpenAPI document of the service begins; its paths start at `{base_url}`. */
export function documentHead({ publicUrl }: Pick<LendingConfig, 'publicUrl'>, subject: Subject) {
  return {
    openapi: '3.1.0',
    info: {
      ...subject,
      version: '1.0.0',
      contact: { name: sampleLender.name, url: publicUrl },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [
      {
        url: '{base_url}',
        description: 'Staging and production each have a base address of their own.',
        variables: { base_url: { default: publicUrl, description: 'This service’s.' } },
      },
    ],
  } satisfies Head;
}

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
