import { OpenAPIHono } from '@hono/zod-openapi';
import { isFieldErrorCode } from '../../../widget/contract/field-error-code.ts';
import { BffError, type FieldCode } from '../errors.ts';
import type { MerchantEnv } from './env.ts';

export type MerchantApp = OpenAPIHono<MerchantEnv>;

/** An app whose routes check their requests; what is wrong with one is `invalid_request`, by field. */
export function createMerchantApp(): MerchantApp {
  return new OpenAPIHono<MerchantEnv>({
    defaultHook: (result) => {
      if (result.success) return;
      throw new BffError('invalid_request', { errors: fieldCodes(result.error.issues) });
    },
  });
}

/** As much of zod's issues as is read here. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function fieldCodes(issues: readonly Issue[]): Record<string, FieldCode[]> {
  const errors: Record<string, Set<FieldCode>> = {};
  const add = (field: string, code: FieldCode) => {
    errors[field] = (errors[field] ?? new Set()).add(code);
  };
  for (const { path, message, keys } of issues) {
    if (keys === undefined) {
      add(path.join('.'), isFieldErrorCode(message) ? message : 'invalid');
      continue;
    }
    for (const key of keys) add([...path, nameable(key)].join('.'), 'unknown_field');
  }
  return Object.fromEntries(Object.entries(errors).map(([field, codes]) => [field, [...codes]]));
}

/** Nothing that was sent is echoed, unless it is plainly the name of a field. */
function nameable(key: string): string {
  return /^[a-z][a-z_]{0,39}$/.test(key) ? key : '';
}
