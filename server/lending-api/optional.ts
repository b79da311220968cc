import { z } from '@hono/zod-openapi';

/** Optional request field: `null` and an empty text count as absent. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(absentWhenEmpty<z.input<Schema>>, schema.optional());
}

/** As `optional()`, with the value that an absent field stands for. */
export function optionalWithDefault<Schema extends z.ZodType>(
  schema: Schema,
  value: z.core.util.NoUndefined<z.output<Schema>>,
) {
  return z.preprocess(absentWhenEmpty<z.input<Schema>>, schema.default(value));
}

function absentWhenEmpty<Value>(value: Value | null | undefined): unknown {
  if (value === null) return undefined;
  return typeof value === 'string' && value.trim() === '' ? undefined : value;
}
