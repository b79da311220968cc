import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
    writeBundle() {
      const files = readdirSync(cdn, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(js|html)$/.test(name))
        .sort((one, other) => one.localeCompare(other))
        .map((name) => [name, describeFile(readFileSync(`${cdn}/${name}`))]);
      const manifest = { version, files: Object.fromEntries(files) };
      writeFileSync(`${cdn}/integrity.json`, `${JSON.stringify(manifest, null, 2)}\n`);
    },
  };
}

/** Takes away what an earlier build wrote, but for the files of other versions, which pages pin. */
function ownFilesAnew(): Plugin {
  const isOfOtherVersion = (name: string) =>
    /^soft-pull-[a-z]+-\d+\.\d+\.\d+\.js$/.test(name) && !name.endsWith(`-${version}.js`);
  return {
    name: 'own-files-anew',
    buildStart() {
      if (!existsSync(cdn)) return;
      const own = readdirSync(cdn).filter((name) => !isOfOtherVersion(name));
      for (const name of own) rmSync(`${cdn}/${name}`, { recursive: true });
    },
  };
}

/** A script that is one file anyway stands under its version too, to be pinned by its hash. */
function alsoByVersion(name: string): Plugin {
  return {
    name: 'also-by-version',
    writeBundle: () => copyFileSync(`${cdn}/${name}.js`, `${cdn}/${name}-${version}.js`),
  };
}

function describeFile(bytes: Buffer) {
  return { sha384: createHash('sha384').update(bytes).digest('base64'), size: bytes.byteLength };
}

/**
 * What the first screen needs comes in one file and not in several, since each would be asked for
 * only once the one before has been read; what the frame begins with must not begin inline.
 */
const firstScreen: Rolldown.CodeSplittingGroup = {
  name: 'first-screen',
  tags: ['$initial'],
  test: (id) =>
    ![pathOf('frame/main.ts'), pathOf('embed/diagnosis/')].some((path) => id.startsWith(path)),
};

/** Writes `frame.html`: the document in which the flow runs, naming the files that it begins with. */
function frameDocument(): Plugin {
  return {
    name: 'frame-document',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find(({ name, isEntry }) => isEntry && name === 'frame');
      if (entry === undefined) throw new Error('the frame has no entry');
      const preloads = entry.imports
        .map((name) => `<link rel="modulepreload" href="/v1/${name}">`)
        .join('');
      const source = readFileSync(pathOf('frame/frame.html'), 'utf8').replace(
        '<script type="module" src="main.ts"></script>',
        `${preloads}<script type="module" src="/v1/${entry.fileName}"></script>`,
      );
      this.emitFile({ type: 'asset', fileName: 'frame.html', source });
    },
  };
}

/** What the script tag's file loads on demand, and the chunk of the frame's build that it is. */
const onDemand = { '/flow/define-flow.ts': 'flow-', '/diagnosis/diagnose.ts': 'diagnose-' };

/** The script tag's file is one file: what is wanted later is of the frame's build. */
function chunksOfFrame(): Plugin {
  return {
    name: 'chunks-of-frame',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'cdn',
    resolveId(source) {
      const [, prefix] = Object.entries(onDemand).find(([path]) => source.endsWith(path)) ?? [];
      if (prefix === undefined) return null;
      const name = readdirSync(`${cdn}/chunks`).find((file) => file.startsWith(prefix));
      if (name === undefined) throw new Error('the frame is built first');
      return { id: `./chunks/${name}`, external: true };
    },
  };
}

/** The builds of what the BFF serves write here. */
const cdn = pathOf('dist/cdn');

export default defineConfig({
  logLevel: 'warn',
  plugins: [chunksOfFrame()],
  resolve: { conditions: ['production', 'browser', 'import', 'default'] },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'client') await builder.build(environment);
      }
    },
  },
  environments: {
    /** What runs in the frame, or inline: everything inside, files named by their content. */
    frame: {
      consumer: 'client',
      build: {
        outDir: cdn,
        emptyOutDir: false,
        target: 'es2022',
        lib: {
          entry: {
            frame: pathOf('frame/main.ts'),
            flow: pathOf('flow/define-flow.ts'),
            diagnose: pathOf('embed/diagnosis/diagnose.ts'),
          },
          formats: ['es'],
        },
        rolldownOptions: {
          output: {
            minify: true,
            entryFileNames: 'chunks/[name]-[hash].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
            comments: false,
            codeSplitting: { groups: [firstScreen] },
          },
          plugins: [ownFilesAnew(), frameDocument()],
        },
      },
    },
    /** The line beside a price, in a file of its own. */
    message: {
      consumer: 'client',
      build: {
        outDir: cdn,
        emptyOutDir: false,
        target: 'es2022',
        lib: { entry: { 'soft-pull-message': pathOf('soft-pull-message.ts') }, formats: ['es'] },
        rolldownOptions: {
          output: { minify: true, comments: false, entryFileNames: '[name].js' },
          plugins: [alsoByVersion('soft-pull-message')],
        },
      },
    },
    /** What a script tag loads. */
    cdn: {
      consumer: 'client',
      build: {
        outDir: cdn,
        emptyOutDir: false,
        target: 'es2022',
        lib: { entry: { 'soft-pull-checkout': pathOf('soft-pull-checkout.ts') }, formats: ['es'] },
        rolldownOptions: {
          output: { minify: true, comments: false, entryFileNames: '[name].js' },
        },
      },
    },
    /** The same in one file under its version, the flow inside: its hash covers all that runs inline. */
    versioned: {
      consumer: 'client',
      build: {
        outDir: cdn,
        emptyOutDir: false,
        target: 'es2022',
        lib: {
          entry: { [`soft-pull-checkout-${version}`]: pathOf('soft-pull-checkout.ts') },
          formats: ['es'],
        },
        rolldownOptions: {
          output: {
            minify: true,
            comments: false,
            entryFileNames: '[name].js',
            codeSplitting: false,
          },
          plugins: [integrityManifest()],
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
            'soft-pull-message': pathOf('soft-pull-message.ts'),
          },
          formats: ['es'],
        },
        rolldownOptions: {
          external: [/^lit(\/|$)/, /^zod(\/|$)/],
          output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
        },
      },
    },
  },
});
