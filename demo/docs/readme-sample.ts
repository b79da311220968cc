import { readFileSync } from 'node:fs';
import type { DocsView } from './docs-page.ts';

const readme = readFileSync(new URL('../../widget/README.md', import.meta.url), 'utf8');

/** The only sample of `widget/README.md` in a language, with this demo's own address and key. */
export function readmeSample(
  language: 'tsx' | 'vue',
  { bffUrl, publishableKey }: DocsView,
): string {
  const [, sample] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(readme) ?? [];
  if (sample === undefined) throw new Error(`widget/README.md has no sample in ${language}`);
  return sample.replaceAll('https://BFF', bffUrl).replaceAll('pk_…', publishableKey);
}
