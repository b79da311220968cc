import { registerHooks } from 'node:module';
import { root } from './read-readme.ts';

const mark = '?constants';
const constant = /^(?:export )?const ([A-Za-z]\w*)\b/gm;

let isHooked = false;

/** A file that is loaded for its constants gives away those that it keeps to itself, too. */
function hook(): void {
  if (isHooked) return;
  isHooked = true;
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(mark)) return loaded;
      const source = String(loaded.source);
      const names = [...source.matchAll(constant)].map(([, name]) => `${name} as own_${name}`);
      return { ...loaded, source: `${source}\nexport { ${names.join(', ')} };\n` };
    },
  });
}

/** The constants of a file's top level with their values, whether exported or not. */
export async function constantsOf(path: string): Promise<Record<string, unknown>> {
  hook();
  const all = (await import(new URL(path, root).href + mark)) as Record<string, unknown>;
  const own = Object.entries(all).filter(([name]) => name.startsWith('own_'));
  return Object.fromEntries(own.map(([name, value]) => [name.slice('own_'.length), value]));
}
