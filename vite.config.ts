import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const widget = new URL('./widget/', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', widget), 'utf8'));

function pathOf(name: string): string {
  return new URL(name, widget).pathname;
}

/** Writes `integrity.json`: the hash and size of every file that a script tag can lead to. */
function integrityManifest(): Plugin {
  return {
    name: 'integrity-manifest',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle)
        .map((file) => [file.fileName, describeFile(file)] as const)
        .sort(([one], [other]) => one.localeCompare(other));
      const source = `${JSON.stringify({ version, files: Object.fromEntries(files) }, null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'integrity.json', source });
    },
  };
}

function describeFile(file: Rolldown.OutputChunk | Rolldown.OutputAsset) {
  const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
  return { sha384: createHash('sha384').update(bytes).digest('base64'), size: bytes.byteLength };
}

/**
 * What the chunks share comes in one file and not in one a pair of them, since each would be asked
 * for only once the one before has been read.
 */
const sharedToolbox: Rolldown.CodeSplittingGroup = {
  name: 'base',
  test: /node_modules\/@?lit|widget\/(contract\/(field-)?error-code|elements\/|format\/|styles\/)/,
  minShareCount: 2,
};

/** Takes the indentation out of `css` literals; elsewhere white space may mean something. */
function compactStyles(): Plugin {
  return {
    name: 'compact-styles',
    transform(code, id) {
      if (!id.startsWith(widget.pathname)) return null;
      return code.replace(/\bcss`([^`]*)`/g, (_, styles: string) => `css\`${compact(styles)}\``);
    },
  };
}

function compact(styles: string): string {
  return styles
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .trim();
}

export default defineConfig({
  logLevel: 'warn',
  resolve: { conditions: ['production', 'browser', 'import', 'default'] },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'client') await builder.build(environment);
      }
    },
  },
  environments: {
    /** What a script tag loads: everything inside, chunks named by their content. */
    cdn: {
      consumer: 'client',
      build: {
        outDir: pathOf('dist/cdn'),
        emptyOutDir: true,
        target: 'es2022',
        lib: { entry: { 'soft-pull-checkout': pathOf('soft-pull-checkout.ts') }, formats: ['es'] },
        rolldownOptions: {
          output: {
            minify: true,
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            codeSplitting: { groups: [sharedToolbox] },
          },
          plugins: [compactStyles(), integrityManifest()],
        },
      },
    },
    /** What a bundler imports: lit and zod stay outside, to be shared. */
    npm: {
      consumer: 'client',
      build: {
        outDir: pathOf('dist/npm'),
        emptyOutDir: true,
        target: 'es2022',
        minify: false,
        lib: {
          entry: {
            index: pathOf('index.ts'),
            'soft-pull-checkout': pathOf('soft-pull-checkout.ts'),
          },
          formats: ['es'],
        },
        rolldownOptions: {
          external: [/^lit(\/|$)/, /^zod(\/|$)/],
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
          plugins: [compactStyles()],
        },
      },
    },
  },
});
