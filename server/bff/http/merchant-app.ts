import { OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { isFieldErrorCode } from '../../../widget/contract/field-error-code.ts';
import { BffError, type FieldCode } from '../errors.ts';
import type { MerchantEnv } from './env.ts';

export type MerchantApp = OpenAPIHono<MerchantEnv>;

/** An app whose routes check their requests; what is wrong with one is `invalid_request`, by field. */
export function createMerchantApp(): MerchantApp {
  const app = new OpenAPIHono<MerchantEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      const { issues } = result.error;
      if (issues.some(isAboutBody)) {
        throw new BffError('invalid_request', {
          detail: 'The body must be a JSON object, such as {}.',
        });
      }
      throw new BffError('invalid_request', { errors: fieldCodes(issues) });
    },
  });
  const register = app.openapi;
  const registerStrictly = (route: RouteConfig, ...rest: HandlerAndHook) =>
    register(withQuery(route), ...rest);
  return Object.assign(app, { openapi: registerStrictly as typeof register });
}

type HandlerAndHook =
  Parameters<MerchantApp['openapi']> extends [unknown, ...infer Rest] ? Rest : never;

/** A route that names no query parameters takes none. */
function withQuery(route: RouteConfig): RouteConfig {
  return { ...route, request: { query: z.strictObject({}), ...route.request } };
}

/** As much of zod's issues as is read here. */
interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** A body that is no object has no field to name. */
function isAboutBody({ code, path }: Issue): boolean {
  return code === 'invalid_type' && path.length === 0;
}

function fieldCodes(issues: readonly Issue[]): Record<string, FieldCode[]> {
  // A map, since a parameter may be named `constructor`, which every object has.
  const errors = new Map<string, Set<FieldCode>>();
  const add = (field: string, code: FieldCode) => {
    errors.set(field, (errors.get(field) ?? new Set()).add(code));
  };
  for (const { path, message, keys } of issues) {
    if (keys === undefined) {
      add(path.join('.'), isFieldErrorCode(message) ? message : 'invalid');
      continue;
    }
    for (const key of keys) add([...path, nameable(key)].join('.'), 'unknown_field');
  }
  return Object.fromEntries([...errors].map(([field, codes]) => [field, [...codes]]));
}

/** Nothing that was sent is echoed, unless it is plainly the name of a field. */
function nameable(key: string): string {
  return /^[a-z][a-zA-Z_]{0,39}$/.test(key) ? key : '';
}
