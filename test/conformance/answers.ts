import assert from 'node:assert/strict';
import type { z } from 'zod';
import { routes } from '../../server/lending-api/routes.ts';

interface Named {
  method: string;
  path: string;
}

interface DescribedAnswer {
  content?: { 'application/json'?: { schema: z.ZodType } };
}

/** The route that serves an endpoint, as the OpenAPI document is made of it. */
function routeOf({ method, path }: Named) {
  return routes.find((route) => route.path === path && route.method === method.toLowerCase());
}

/** What is wrong with an answer by its route's own description; undefined when nothing is. */
export function problemWith(endpoint: Named, status: number, text: string): string | undefined {
  const responses: Record<number, DescribedAnswer> = routeOf(endpoint)?.responses ?? {};
  const schema = responses[status]?.content?.['application/json']?.schema;
  if (!schema) return `${status} is not among the answers described: ${text.slice(0, 200)}`;
  try {
    const body: unknown = JSON.parse(text);
    // A field that the schema does not know is dropped by it, and so makes a difference.
    assert.deepEqual(schema.parse(body), body);
    return undefined;
  } catch (error) {
    return `${status} is not of its form: ${error instanceof Error ? error.message : error}`;
  }
}
