import { registerHooks } from 'node:module';

const fromEnvironment = new URL('./plant-from-environment.ts', import.meta.url).href;

/** A mistake of one line in one file of the product. */
export interface Mistake {
  /** Below `server/`. */
  readonly file: string;
  readonly search: string;
  readonly replace: string;
}

/**
 * From here on the file is loaded with the mistake in it.
 * @throws Error when the file is loaded and does not have its text in exactly one place
 */
export function plant({ file, search, replace }: Mistake): void {
  const target = new URL(`../../server/${file}`, import.meta.url).href;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (url !== target) return loaded;
      const source = String(loaded.source);
      const places = source.split(search).length - 1;
      if (places !== 1) throw new Error(`${file} has ${places} places with ${search}`);
      return { ...loaded, source: source.replace(search, () => replace) };
    },
  });
}

/** The environment of a product that is started with the mistake in it. */
export function withMistake(mistake: Mistake | undefined): Record<string, string> {
  if (mistake === undefined) return {};
  return {
    NODE_OPTIONS: `--import ${fromEnvironment}`,
    PLANTED_MISTAKE: JSON.stringify(mistake),
  };
}
