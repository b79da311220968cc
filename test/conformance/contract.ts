import type { TestLending } from '../helpers/lending.ts';

/** As much of JSON Schema as the served document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  pattern?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  example?: unknown;
}

export interface Media {
  schema?: JsonSchema;
  example?: unknown;
}

export interface Operation {
  operationId: string;
  tags: string[];
  parameters?: { name: string; in: string; schema?: JsonSchema; example?: unknown }[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, { description: string; content?: Record<string, Media> }>;
}

/** The served OpenAPI document, as far as tests read it. */
export interface Contract {
  openapi: string;
  info: { version: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

export async function servedContract({ app }: Pick<TestLending, 'app'>): Promise<Contract> {
  const response = await app.request('/openapi.json');
  return (await response.json()) as Contract;
}

export function operationOf(
  { paths }: Contract,
  { method, path }: { method: string; path: string },
): Operation | undefined {
  return paths[path]?.[method.toLowerCase()];
}

/** The schema that a reference leads to; of alternatives the first. */
export function resolved(contract: Contract, schema: JsonSchema = {}): JsonSchema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return resolved(contract, contract.components.schemas[name]);
  }
  const [first] = schema.oneOf ?? schema.anyOf ?? [];
  return first === undefined ? schema : resolved(contract, first);
}

/** The fields of a JSON request body; of a list, those of its items. */
export function bodyFields(
  contract: Contract,
  operation: Operation | undefined,
): { name: string; schema: JsonSchema; isRequired: boolean }[] {
  const body = resolved(contract, operation?.requestBody?.content['application/json']?.schema);
  const item = body.items === undefined ? body : resolved(contract, body.items);
  return Object.entries(item.properties ?? {}).map(([name, schema]) => ({
    name,
    schema: resolved(contract, schema),
    isRequired: item.required?.includes(name) ?? false,
  }));
}
