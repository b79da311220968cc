import type { LendingConfig } from '../../context.ts';
import type { LendingApp } from '../../routes/lending-app.ts';
import { type OpenApiDocument, sandboxDocument } from '../document/openapi.ts';

export const SANDBOX_DOCUMENT = '/sandbox/v1/openapi.json';

/** The document of the controls, which is read without credentials: call it before the guard. */
export function registerSandboxDocument(app: LendingApp, config: LendingConfig): void {
  let document: OpenApiDocument | undefined;
  app.get(SANDBOX_DOCUMENT, (c) => {
    document ??= sandboxDocument(config);
    return c.json(document, 200);
  });
}
