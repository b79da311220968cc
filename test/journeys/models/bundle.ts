import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../../..');
/** Where the source would stand if it were a file. */
const entry = join(root, 'test/journeys/frameworks/entry.tsx');

/**
 * One script of these sources, as a merchant's bundler would make it while somebody develops: with
 * the checks of the frameworks. Packages are those of the repository, the npm package as built.
 * @param alias packages that stand in for others, everywhere in the bundle
 */
export async function bundle(
  source: string,
  alias: Readonly<Record<string, string>> = {},
): Promise<string> {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
    // Angular's decorators are those of before the standard.
    oxc: { decorator: { legacy: true } },
    resolve: {
      alias: {
        'vue/server-renderer': '@vue/server-renderer',
        vue: 'vue/dist/vue.esm-bundler.js',
        ...alias,
      },
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [bundled] = [output].flat();
  if (bundled === undefined || !('output' in bundled)) throw new Error('nothing was bundled');
  return bundled.output[0].code;
}
