import type { Context } from 'hono';
import type { z } from 'zod';
import { LendingError } from '../../errors.ts';

/** The checked body of a sandbox control. Throws `invalid`. */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  return check(await c.req.json(), schema);
}

/** The checked query of a sandbox control. Throws `invalid`. */
export function readQuery<Schema extends z.ZodType>(c: Context, schema: Schema): z.output<Schema> {
  return check(c.req.query(), schema);
}

function check<Schema extends z.ZodType>(value: unknown, schema: Schema): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error.issues) {
    const field = path.length === 0 ? 'body' : path.join('.');
    errors[field] = [...(errors[field] ?? []), message];
  }
  throw new LendingError('invalid', 'Some fields are missing or not valid.', { errors });
}
