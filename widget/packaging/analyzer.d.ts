import type { InitializeParams } from '@custom-elements-manifest/analyzer';
import type { Package } from 'custom-elements-manifest/schema.d.ts';

// The analyzer's own types leave out what it exports.
declare module '@custom-elements-manifest/analyzer' {
  export const ts: InitializeParams['ts'];
  export function create(options: {
    modules: ReturnType<typeof ts.createSourceFile>[];
    context: { dev: boolean };
  }): Package;
}
