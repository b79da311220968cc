import type { Hono } from 'hono';

/** A method and an address of a service. */
export interface ServedRoute {
  readonly method: string;
  /** `/v1/checkouts/:id/offers/:offer_uuid/select` */
  readonly pattern: string;
}

/** What a service answers, once each; a route of its own for each prefix that it guards. */
export function routesOf(app: Pick<Hono, 'request'>): ServedRoute[] {
  // Both services are Hono apps, whatever less they say of themselves.
  const { routes } = app as Hono;
  const served = routes.map(({ method, path }) => ({ method, pattern: path }));
  return [...new Map(served.map((route) => [`${route.method} ${route.pattern}`, route])).values()];
}
