import type { Hono, NotFoundHandler } from 'hono';
import { answerProblem } from './answer-error.ts';
import { BffError } from './errors.ts';
import type { BffEnv } from './http-env.ts';

/** 405 with `Allow` where another method is taken, else 404. */
export function answerUnrouted(app: Hono<BffEnv>): NotFoundHandler<BffEnv> {
  return (c) => {
    const methods = methodsOf(app, c.req.path);
    if (methods.length === 0) return answerProblem(c, new BffError('not_found'));
    c.header('allow', methods.join(', '));
    return answerProblem(c, new BffError('method_not_allowed'));
  };
}

function methodsOf(app: Hono<BffEnv>, path: string): string[] {
  const methods = app.routes
    .filter(({ method, path: pattern }) => method !== 'ALL' && expressionOf(pattern).test(path))
    .map(({ method }) => method);
  return [...new Set(methods)];
}

/** `'/checkouts/:id' => /^\/checkouts\/[^/]+$/` */
function expressionOf(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .map((segment) => {
      const own = /^:\w+\{(.+)\}$/.exec(segment)?.[1];
      if (own !== undefined) return `(?:${own})`;
      return segment.startsWith(':') ? '[^/]+' : segment.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('/');
  return new RegExp(`^${source}$`);
}
