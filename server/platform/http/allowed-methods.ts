import type { Hono } from 'hono';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The methods that have a route at this path, whose pattern `isRoute` may turn down. */
export function allowedMethods(
  { router }: Pick<Hono, 'router'>,
  path: string,
  isRoute = (_pattern: string) => true,
): string[] {
  const routed = methods.filter((method) => {
    const [matches] = router.match(method, path);
    return matches.some(([[, route]]) => route.method !== 'ALL' && isRoute(route.path));
  });
  // Hono answers HEAD by the route of GET.
  return routed.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : method));
}
