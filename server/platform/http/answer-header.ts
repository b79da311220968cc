import type { ServerResponse } from 'node:http';
import type { Context } from 'hono';

/**
 * Sets a header that a route may replace. It goes onto Node's own response where there is one: by
 * `c.header()` every answer would be built with a `Headers` object, which is read back name by name.
 */
export function answerHeader(
  c: Context,
  name: string,
  value: string,
  { append = false }: { append?: boolean } = {},
): void {
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse };
  if (outgoing === undefined) c.header(name, value, { append });
  else if (append) outgoing.appendHeader(name, value);
  else outgoing.setHeader(name, value);
}
