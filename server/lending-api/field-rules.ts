import type { z } from '@hono/zod-openapi';

type Rule<Body> = (body: Body, context: z.core.$RefinementCtx) => void;

/** A rule of a body in which at least one of two fields is sent; if both are missing, the error is on the first. */
export function eitherOf<First extends string, Second extends string>(
  first: First,
  second: Second,
): Rule<{ readonly [Field in First | Second]?: unknown }> {
  const message = `Send ${first} or ${second}.`;
  return (body, context) => {
    if (body[first] !== undefined || body[second] !== undefined) return;
    context.addIssue({ code: 'custom', path: [first], message });
  };
}

/** A rule of two dates, `YYYY-MM-DD`, that may each be left out. */
export function notBefore<Begin extends string, End extends string>(
  begin: Begin,
  end: End,
): Rule<{ readonly [Field in Begin | End]?: string | undefined }> {
  const message = `Must be on or after ${begin}.`;
  return (body, context) => {
    const { [begin]: from, [end]: until } = body;
    if (from === undefined || until === undefined || until >= from) return;
    context.addIssue({ code: 'custom', path: [end], message });
  };
}
