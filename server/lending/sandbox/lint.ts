import { createRoute, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { answer, refusals, secured } from '../../lending-api/answers.ts';
import { routes } from '../../lending-api/routes.ts';
import { timestamp as timestampSchema } from '../../lending-api/times.ts';
import type { LendingContext } from '../context.ts';
import { timestamp } from '../domain/formats.ts';
import type { LendingApp, LendingEnv } from '../routes/lending-app.ts';
import { listFindings, noteFindings } from '../store/lint-findings.ts';

const finding = z.object({
  operation: z.string(),
  kind: z.enum(['unknown_field', 'fee_split']),
  field: z.string(),
  detail: z.string().nullable(),
  count: z.int(),
  first_at: timestampSchema,
  last_at: timestampSchema,
});

const listFindingsRoute = createRoute({
  method: 'get',
  path: '/sandbox/v1/lint',
  operationId: 'get_lint',
  summary: 'Lint',
  description:
    "Fields that were sent and ignored, and fee splits that are not the product's, the newest first.",
  tags: ['lint'],
  ...secured,
  responses: { 200: answer('The findings.', z.array(finding)), ...refusals() },
});

/** What was sent and had no effect. */
export function registerLint(app: LendingApp, { database }: LendingContext): void {
  app.openapi(listFindingsRoute, async (c) => {
    const findings = await listFindings(database.query, c.get('sponsor').id);
    return c.json(
      findings.map(({ operation, kind, field, detail, count, first_at, last_at }) => ({
        operation,
        kind,
        field,
        detail,
        count,
        first_at: timestamp(first_at),
        last_at: timestamp(last_at),
      })),
      200,
    );
  });
}

/**
 * Notes fields that were sent and ignored, by name and never with what they held. Use it after
 * `strictJson()`, whose checked value it reads.
 */
export function noteUnknownFields(context: LendingContext): MiddlewareHandler<LendingEnv> {
  const knownFields = fieldsByOperation();
  return async function noteUnknown(c, next) {
    const operation = `${c.req.method} ${routePath(c, -1)}`;
    const known = knownFields.get(operation);
    // Before the operation, so that nothing fails that was done.
    if (known && c.req.method !== 'GET') await note(c, operation, known);
    await next();
  };

  async function note(c: Context<LendingEnv>, operation: string, known: ReadonlySet<string>) {
    const fields = unknownFields(await c.req.json(), known);
    const { id: sponsorId } = c.get('sponsor');
    await noteFindings(
      context,
      { sponsorId, at: context.clock.now(sponsorId) },
      fields.map((field) => ({ operation, kind: 'unknown_field', field, detail: null })),
    );
  }
}

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
const maxNamed = 20;

/**
 * The names in a body, or in a list of bodies, that are not among the known ones. `null` is
 * absent. A name that is none may be anything, a person's data too, and is not repeated.
 */
function unknownFields(body: unknown, known: ReadonlySet<string>): string[] {
  const names = new Set(
    (Array.isArray(body) ? body : [body])
      .filter((item): item is object => typeof item === 'object' && item !== null)
      .flatMap((item) => Object.entries(item))
      .filter(([name, value]) => value !== null && !known.has(name))
      .map(([name]) => (fieldName.test(name) ? name : '(not a name)')),
  );
  return [...names].slice(0, maxNamed);
}
