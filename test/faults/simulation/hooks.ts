import { registerHooks } from 'node:module';

const here = (file: string) => new URL(file, import.meta.url).href;

/** What the services import in the place of what would reach outside. */
const inPlaceOf: Readonly<Record<string, string>> = {
  undici: here('./undici-in-place.ts'),
  'better-sqlite3': here('./sqlite-in-place.ts'),
  './bare-lender/web-server.ts': here('./web-server-in-place.ts'),
};

/** A mistake in one file of the product. */
export interface Mistake {
  /** Below `server/`. */
  readonly file: string;
  readonly search: string;
  readonly replace: string;
}

/** From here on modules see the simulated world, and one file has the mistake in it, if there is one. */
export function registerSimulation(mistake?: Mistake): void {
  const target = mistake && new URL(`../../../server/${mistake.file}`, import.meta.url).href;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const url = inPlaceOf[specifier];
      if (url === undefined || context.parentURL === url) return nextResolve(specifier, context);
      return { url, shortCircuit: true };
    },
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (mistake === undefined || url !== target) return loaded;
      const source = String(loaded.source);
      const places = source.split(mistake.search).length - 1;
      if (places !== 1) {
        throw new Error(`${mistake.file} has ${places} places with ${mistake.search}`);
      }
      return { ...loaded, source: source.replace(mistake.search, () => mistake.replace) };
    },
  });
}
