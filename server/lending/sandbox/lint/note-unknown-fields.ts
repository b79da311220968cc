import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { LendingContext } from '../../context.ts';
import type { LendingEnv } from '../../routes/lending-app.ts';
import { noteLint } from '../../operations/note-lint.ts';
import { fieldsByOperation, unknownFields } from './request-fields.ts';

/**
 * Notes fields that were sent and ignored, by name and never with
 * what they held. To be used after strictJson(), whose reading it reads again.
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
    await noteLint(
      context,
      c.get('sponsor').id,
      fields.map((field) => ({ operation, kind: 'unknown_field', field, detail: null })),
    );
  }
}
