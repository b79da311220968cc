import type { InitializeParams } from '@custom-elements-manifest/analyzer';
import * as analyzer from '@custom-elements-manifest/analyzer';
import type { Package } from 'custom-elements-manifest/schema.d.ts';

type TypeScript = InitializeParams['ts'];

/** What the analyzer exports, of which its own types say nothing. */
interface Analyzer {
  ts: TypeScript;
  create(options: {
    modules: ReturnType<TypeScript['createSourceFile']>[];
    context: { dev: boolean };
  }): Package;
}

export const { ts, create } = analyzer as unknown as Analyzer;
