import type { OpenAPIHono } from '@hono/zod-openapi';
import type { LendingContext, Sponsor } from '../context.ts';

/** What the routes of the API find in their request: the sponsor whose credentials it carries. */
export interface LendingEnv {
  Variables: { sponsor: Sponsor };
}

export type LendingApp = OpenAPIHono<LendingEnv>;

/** Adds the routes of one resource. */
export type RegisterRoutes = (app: LendingApp, context: LendingContext) => void;
