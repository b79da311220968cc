import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Schema {
  readonly [keyword: string]: unknown;
}

interface Media {
  schema?: Schema;
  example?: unknown;
}

interface Parameter extends Media {
  name: string;
  description?: string;
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses?: Record<string, { content?: Record<string, Media> }>;
}

/** As much of an OpenAPI document as the rules read. */
export interface OpenApiDocument {
  info: { contact?: object; license?: object };
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components: { securitySchemes?: Record<string, object>; schemas?: Record<string, object> };
}

type Named = readonly [name: string, operation: Operation];

/**
 * What an OpenAPI document lacks of the rules that linters of such documents agree on: words, tags
 * and credentials for each operation and webhook, and examples that are as their schemas say.
 */
export function documentProblems(document: OpenApiDocument): string[] {
  const calls = operationsIn(document.paths);
  const operations = [...calls, ...operationsIn(document.webhooks ?? {})];
  return [
    ...headProblems(document),
    ...repeated(operations.map(([, { operationId = '' }]) => operationId)),
    ...operations.flatMap((named) => operationProblems(document, named)),
    ...calls.flatMap(refusalProblems),
    ...exampleProblems(document, operations),
  ];
}

function operationsIn(paths: Record<string, Record<string, Operation>>): Named[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
}

function headProblems({ info, servers = [], tags = [] }: OpenApiDocument): string[] {
  return [
    ...(info.contact ? [] : ['info has no contact']),
    ...(info.license ? [] : ['info has no license']),
    ...(servers.length > 0 ? [] : ['it has no servers']),
    ...servers
      .filter(({ url }) => /localhost|example\.com/.test(url))
      .map(({ url }) => `${url} is nobody’s server`),
    ...tags.filter(({ description }) => !description).map(({ name }) => `tag ${name} says nothing`),
    ...repeated(tags.map(({ name }) => name)),
  ];
}

function repeated(names: readonly string[]): string[] {
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return twice.map((name) => `${name} is there twice`);
}

function operationProblems({ tags = [], components }: OpenApiDocument, [name, call]: Named) {
  const declared = new Set(tags.map((tag) => tag.name));
  const schemes = new Set(Object.keys(components.securitySchemes ?? {}));
  const named = (call.security ?? []).flatMap(Object.keys);
  const problems = [
    ...(['operationId', 'summary', 'description'] as const)
      .filter((field) => !call[field])
      .map((field) => `has no ${field}`),
    ...(call.tags?.length ? [] : ['has no tags']),
    ...(call.tags ?? []).filter((tag) => !declared.has(tag)).map((tag) => `has the tag ${tag}`),
    ...(named.length > 0 ? [] : ['has no security']),
    ...named.filter((scheme) => !schemes.has(scheme)).map((scheme) => `is secured by ${scheme}`),
    ...(hasAnswer(call, '2') ? [] : ['has no success']),
  ];
  return problems.map((problem) => `${name} ${problem}`);
}

function refusalProblems([name, call]: Named): string[] {
  return hasAnswer(call, '4') ? [] : [`${name} has no refusal`];
}

function hasAnswer({ responses = {} }: Operation, digit: string): boolean {
  return Object.keys(responses).some((status) => status.startsWith(digit));
}

function exampleProblems({ components }: OpenApiDocument, operations: readonly Named[]): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  return operations.flatMap(([name, operation]) =>
    exampled(operation).flatMap(([place, { schema = {}, example }]) => {
      if (example === undefined) return [];
      const isValid = ajv.validate({ ...schema, components }, example);
      return isValid ? [] : [`${name}, example of ${place}: ${ajv.errorsText()}`];
    }),
  );
}

function exampled({ parameters = [], requestBody, responses = {} }: Operation): [string, Media][] {
  return [
    ...parameters.map((each): [string, Media] => [each.name, each]),
    ...Object.entries(requestBody?.content ?? {}),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, media]): [string, Media] => [`${status} ${type}`, media]),
    ),
  ];
}
