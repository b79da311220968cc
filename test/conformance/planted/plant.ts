import { registerHooks } from 'node:module';
import type { Mutant } from './mutants.ts';

/** From here on the file is loaded with the mistake in it. */
export function plant({ file, search, replace }: Omit<Mutant, 'endpoint'>): void {
  const target = new URL(`../../../server/lending/${file}`, import.meta.url).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== target) return loaded;
      const source = String(loaded.source);
      if (!source.includes(search)) throw new Error(`${file} has no ${search}`);
      return { ...loaded, source: source.replaceAll(search, replace) };
    },
  });
}
