import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const widget = new URL('./widget/', import.meta.url);
const { version } = JSON.parse(readFileSync(new URL('package.json', widget), 'utf8'));

function pathOf(name: string): string {
  return fileURLToPath(new URL(name, widget));
}

/** Styles travel without the notes and the white space of their source. */
function shortStyles(): Plugin {
  const shortened = (styles: string) =>
    styles
      .replaceAll(/\/\*.*?\*\//gs, '')
      .replaceAll(/\s+/g, ' ')
      // What follows a closing brace may be the rest of a value that was filled in.
      .replaceAll(/ ?([{;,]) (?!})|(:) |;? (})/g, '$1$2$3');
  return {
    name: 'short-styles',
    enforce: 'pre',
    transform: {
      filter: { code: 'css`' },
      handler: (code) => ({
        code: code.replaceAll(/\bcss`[^`]*`/g, shortened),
        map: null,
      }),
    },
  };
}

/** Templates travel without the indentation of their source. */
function shortTemplates(): Plugin {
  return {
    name: 'short-templates',
    enforce: 'pre',
    transform: {
      filter: { code: 'html`' },
      handler: (code) => ({ code: code.replaceAll(/\n\s+/g, '\n'), map: null }),
    },
  };
}

/**
 * A browser remembers of an address that no module came from it, for as long as the document lives
 * (Chromium before 156, Firefox before 154, Safari): what is tried again is asked for by another one.
 */
function retriedImports(): Plugin {
  const again = `const missed = {};
const importAgain = (url) => import(url + (missed[url] ?? '')).catch((error) => {
  missed[url] = (missed[url] ?? '') + '?';
  throw error;
});
`;
  return {
    name: 'retried-imports',
    renderChunk(code) {
      const retried = code.replaceAll(/\bimport\((?=["'`]\.)/g, 'importAgain(');
      return retried === code ? null : { code: again + retried, map: null };
    },
  };
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
function removeOwnFiles(): Plugin {
  const isOfOtherVersion = (name: string) =>
    /^soft-pull-[a-z]+-\d+\.\d+\.\d+\.js$/.test(name) && !name.endsWith(`-${version}.js`);
  return {
    name: 'remove-own-files',
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

/** Writes `frame.en.html` and the like: the documents in which the flow runs. */
function frameDocuments(): Plugin {
  return {
    name: 'frame-documents',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entry = chunks.find(({ name, isEntry }) => isEntry && name === 'frame');
      if (entry === undefined) throw new Error('the frame has no entry');
      const { writeFrameDocuments } = await import('./widget/frame/frame-document.ts');
      for (const [fileName, source] of writeFrameDocuments(`/v1/${entry.fileName}`)) {
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

/** Writes `pay.html`: the page of a merchant's link. */
function payPage(): Plugin {
  return {
    name: 'pay-page',
    async generateBundle(_options, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (entry === undefined) throw new Error('the page of links has no entry');
      const { payDocument } = await import('./widget/pay/pay-document.ts');
      const source = payDocument(`/v1/${entry.fileName}`);
      this.emitFile({ type: 'asset', fileName: 'pay.html', source });
    },
  };
}

/** A script tag's file is one file: what is wanted later was built before, under these names. */
const builtBefore = {
  '/flow/inline-flow.ts': () => './soft-pull-checkout-inline.js',
  '/diagnosis/diagnose.ts': () =>
    `./chunks/${readdirSync(`${cdn}/chunks`).find((name) => name.startsWith('diagnose-'))}`,
};

function loadBuilt(...paths: (keyof typeof builtBefore)[]): Plugin {
  return {
    name: 'load-built',
    resolveId: {
      order: 'pre',
      handler(source) {
        const path = paths.find((one) => source.endsWith(one));
        return path === undefined ? null : { id: builtBefore[path](), external: true };
      },
    },
  };
}

/** The builds of what the BFF serves write here. */
const cdn = pathOf('dist/cdn');

export default defineConfig({
  logLevel: 'warn',
  plugins: [shortStyles(), shortTemplates()],
  resolve: { conditions: ['production', 'browser', 'import', 'default'] },
  builder: {
    async buildApp(builder) {
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'client') await builder.build(environment);
      }
    },
  },
  environments: {
    /** What runs in the frame: everything inside, files named by their content. */
    frame: {
      consumer: 'client',
      build: {
        outDir: cdn,
        emptyOutDir: false,
        target: 'es2022',
        lib: {
          entry: {
            frame: pathOf('frame/main.ts'),
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
          },
          // What the results share with the form is exported by its file, and needs none of its own.
          preserveEntrySignatures: 'allow-extension',
          plugins: [removeOwnFiles(), retriedImports(), frameDocuments()],
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
    /** The page of a merchant's link. */
    pay: {
      consumer: 'client',
      build: {
        outDir: cdn,
        emptyOutDir: false,
        target: 'es2022',
        lib: { entry: { pay: pathOf('pay/main.ts') }, formats: ['es'] },
        rolldownOptions: {
          output: { minify: true, comments: false, entryFileNames: 'chunks/[name]-[hash].js' },
          plugins: [payPage()],
        },
      },
    },
    /** What a script tag loads where the flow runs inline: all that the form needs. */
    inline: {
      consumer: 'client',
      build: {
        outDir: cdn,
        emptyOutDir: false,
        target: 'es2022',
        lib: {
          entry: { 'soft-pull-checkout-inline': pathOf('soft-pull-checkout-inline.ts') },
          formats: ['es'],
        },
        rolldownOptions: {
          output: {
            minify: true,
            comments: false,
            entryFileNames: '[name].js',
            chunkFileNames: 'chunks/[name]-[hash].js',
          },
          preserveEntrySignatures: 'allow-extension',
          // The flow is wanted at once here, whatever the element's own code says.
          checks: { ineffectiveDynamicImport: false },
          plugins: [loadBuilt('/diagnosis/diagnose.ts'), retriedImports()],
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
          plugins: [loadBuilt('/flow/inline-flow.ts', '/diagnosis/diagnose.ts')],
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
        // The other scripts contain no package that is not in this one.
        license: { fileName: 'third-party-licenses.txt' },
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
