import { compile } from 'svelte/compiler';
import { type CompilerOptions, compileScript, parse } from 'vue/compiler-sfc';

const entities = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&amp;': '&',
};

/** A sample of a docs page as its reader copies it, by what stands above it. */
export function sampleOf(page: string, label: string): string {
  const [, below = ''] = page.split(`<span>${label}</span>`);
  const [, marked] = /<code>(.*?)<\/code>/s.exec(below) ?? [];
  if (marked === undefined) throw new Error(`the page shows no sample of ${label}`);
  return unmarked(marked);
}

/** Every sample of a docs page, in its order. */
export function samplesOf(page: string): string[] {
  const marked = page.matchAll(/<figure.*?<pre[^>]*><code>(.*?)<\/code>/gs);
  return [...marked].map(([, sample = '']) => unmarked(sample));
}

function unmarked(sample: string): string {
  return sample
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll(
      /&(?:lt|gt|quot|#39|#x27|amp);/g,
      (entity) => entities[entity as keyof typeof entities],
    );
}

/** Vue's compiler options, as a sample of its Vite configuration hands them to its plugin. */
export async function vueOptionsOf(config: string): Promise<CompilerOptions> {
  const script = config.replace(
    "import vue from '@vitejs/plugin-vue';",
    'const vue = (options) => options;',
  );
  const { default: settings } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  return settings.plugins[0].template.compilerOptions;
}

/** A single-file component as the TypeScript module that Vue's compiler makes of it. */
export function compileVue(
  source: string,
  compilerOptions: CompilerOptions,
  { isServer = false } = {},
): string {
  const { descriptor, errors } = parse(source, { templateParseOptions: compilerOptions });
  if (errors.length > 0) throw new AggregateError(errors);
  const templateOptions = { compilerOptions, ssr: isServer, ssrCssVars: [] };
  return compileScript(descriptor, { id: 'sample', inlineTemplate: true, templateOptions }).content;
}

/** The script of a Svelte component, which is its default export. */
export function compileSvelte(
  source: string,
  { name, generate }: { name: string; generate: 'client' | 'server' },
): string {
  // Only the browser's checks what it hydrates.
  const dev = generate === 'client';
  return compile(source, { generate, name, filename: `${name}.svelte`, dev }).js.code;
}
