import { z } from '@hono/zod-openapi';
import { routes } from '../../../lending-api/routes.ts';

/** The fields that each operation of the API knows in a body; `POST /path/:id/` names one. */
export function fieldsByOperation(): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    routes.map((route) => {
      const operation = `${route.method.toUpperCase()} ${route.getRoutingPath()}`;
      const schema = bodyOf(route);
      return [operation, new Set(schema === undefined ? [] : fieldsOf(schema))];
    }),
  );
}

function bodyOf(route: (typeof routes)[number]): unknown {
  if (!('request' in route) || !('body' in route.request)) return undefined;
  return route.request.body.content['application/json'].schema;
}

function fieldsOf(schema: unknown): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element);
  // What is read before it is checked: the check names the fields.
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.out);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return fieldsOf(schema.unwrap());
  }
  throw new TypeError('a body whose fields are not known');
}

const fieldName = /^[A-Za-z_]\w{0,63}$/;
const MAX_NAMED = 20;

/**
 * The names in a body, or in a list of bodies, that are not among the known ones. `null` is
 * absent. A name that is none may be anything, a person's data too, and is not repeated.
 */
export function unknownFields(body: unknown, known: ReadonlySet<string>): string[] {
  const names = new Set(
    (Array.isArray(body) ? body : [body])
      .filter((item): item is object => typeof item === 'object' && item !== null)
      .flatMap((item) => Object.entries(item))
      .filter(([name, value]) => value !== null && !known.has(name))
      .map(([name]) => (fieldName.test(name) ? name : '(not a name)')),
  );
  return [...names].slice(0, MAX_NAMED);
}
