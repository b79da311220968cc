// node widget/packaging/main.ts: writes what the npm package has besides its scripts.
// node widget/packaging/main.ts --api-report: writes api-report.md and theming.md, which are kept
// with the sources.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { apiReport } from './api-report.ts';
import { vsCodeCss, vsCodeHtml, webTypes } from './editor-data.ts';
import { elementFacts } from './element-facts.ts';
import { frameworkTypes } from './framework-types.ts';
import { readManifest } from './manifest.ts';
import { theming } from './theming.ts';

const widget = new URL('../', import.meta.url);
const built = new URL('dist/npm/', widget);

/** Every generated file of the package, by its path in `dist/npm`. */
async function packageFiles(): Promise<Record<string, string>> {
  const manifest = readManifest();
  const elements = elementFacts(manifest);
  const { name, version } = JSON.parse(await readFile(new URL('package.json', widget), 'utf8'));
  const types = Object.entries(frameworkTypes(elements));
  return {
    'custom-elements.json': json(manifest),
    'html-custom-data.json': json(vsCodeHtml(elements)),
    'css-custom-data.json': json(vsCodeCss(elements)),
    'web-types.json': json(webTypes(elements, { name, version })),
    ...Object.fromEntries(types.map(([entry, text]) => [`types/${entry}.d.ts`, text])),
  };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (process.argv.includes('--api-report')) {
  const manifest = readManifest();
  await writeFile(new URL('api-report.md', widget), apiReport(manifest));
  await writeFile(new URL('theming.md', widget), theming(manifest));
} else {
  await mkdir(new URL('types/', built), { recursive: true });
  for (const [path, text] of Object.entries(await packageFiles())) {
    await writeFile(new URL(path, built), text);
  }
}
