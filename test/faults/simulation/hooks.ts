import { registerHooks } from 'node:module';
import { type Mistake, plant } from '../plant.ts';

const here = (file: string) => new URL(file, import.meta.url).href;

/** What the services import in the place of what would reach outside. */
const inPlaceOf: Readonly<Record<string, string>> = {
  undici: here('./undici-in-place.ts'),
  'better-sqlite3': here('./sqlite-in-place.ts'),
  './bare-lender/web-server.ts': here('./web-server-in-place.ts'),
};

/** From here on modules see the simulated world, and one file has the mistake in it, if there is one. */
export function registerSimulation(mistake?: Mistake): void {
  if (mistake) plant(mistake);
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const url = inPlaceOf[specifier];
      if (url === undefined || context.parentURL === url) return nextResolve(specifier, context);
      return { url, shortCircuit: true };
    },
  });
}
