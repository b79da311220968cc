// node demo/docs/package-docs.ts: writes the guides of the npm package into widget/dist/docs. Its
// types are checked with the tests, since it reads the server's schemas.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import Turndown from 'turndown';
import { merchantApiDocument } from '../../server/bff/routes/merchant-docs.ts';
import type { DocsView } from './docs-page.ts';
import { docsPages } from './docs-routes.ts';

const root = new URL('../../', import.meta.url);
const themes = new URL('../assets/themes/', import.meta.url);

/** What the samples of the package name: its reader puts their own in. */
export const packageView: DocsView = {
  bffUrl: 'https://BFF',
  shopUrl: 'https://SHOP',
  publishableKey: 'pk_…',
  hasSandbox: false,
  sandboxUrl: null,
  hasBackOffice: false,
  isDemo: false,
};

/** Where a page of `/docs` stands in the package. */
export function packageFile(path: string): string {
  return `${path === '/docs' ? 'quick-start' : path.replace('/docs/', '')}.md`;
}

/** Parts of the repository's own pages that are for merchants, by the file that they become. */
const taken = [
  {
    file: 'merchant-api.md',
    title: 'Orders, the merchant API and webhooks in full',
    parts: [
      { page: 'server/bff/README.md', from: '## Signing an order', before: '## Other paths' },
      { page: 'server/README.md', from: '### Merchants\n', before: '### Sponsors' },
    ],
  },
  { file: 'custom-properties.md', parts: [{ page: 'widget/theming.md' }] },
  { file: 'accessibility-conformance.md', parts: [{ page: 'widget/ACCESSIBILITY.md' }] },
  { file: 'api-report.md', parts: [{ page: 'widget/api-report.md' }] },
];

/** Where links of those parts lead in the package; any other one becomes its text. */
const moved: Readonly<Record<string, string>> = {
  '../README.md': 'merchant-api.md',
  'bff/README.md': 'merchant-api.md',
  'theming.md': 'custom-properties.md',
  '../widget/theming.md': 'custom-properties.md',
};

/**
 * Every file of `dist/docs`, by its path there: the pages of `/docs` and what merchants read of the
 * repository's own pages, as Markdown; the merchant API as OpenAPI; the themes.
 */
export async function packageDocs(): Promise<Record<string, string>> {
  const pages: [string, string][] = [];
  for (const { path, title, lead, body } of docsPages) {
    const text = inMarkdown(String(await body(packageView)));
    pages.push([packageFile(path), `# ${title}\n\n${lead}\n\n${text}\n`]);
  }
  const parts: [string, string][] = [];
  for (const { file, title, parts: from } of taken) {
    const texts = await Promise.all(from.map(partOf));
    const heading = title === undefined ? '' : `# ${title}\n\n`;
    parts.push([file, `${heading}${texts.map(relinked).join('\n')}`]);
  }
  const styles = (await readdir(themes)).map(
    async (name) => [`themes/${name}`, await readFile(new URL(name, themes), 'utf8')] as const,
  );
  const document = merchantApiDocument(packageView.bffUrl);
  return {
    'README.md': contents(),
    ...Object.fromEntries([...pages, ...parts]),
    'openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    ...Object.fromEntries(await Promise.all(styles)),
  };
}

function contents(): string {
  const guides = docsPages.map(
    ({ path, title, lead }) => `- [${title}](${packageFile(path)}): ${lead}`,
  );
  return `# Guides

\`https://BFF\` is the origin of the server that the checkout calls, \`https://SHOP\` your own, and \`pk_…\` your publishable key. Whoever runs the BFF gives you its origin, the publishable key, the secret key and an order secret, and lists your origins and webhooks in \`MERCHANTS_FILE\`. “The demo” is the shop that comes with that server's sources, and “the sandbox” a BFF with a lender that only pretends.

${guides.join('\n')}

In full:

- [Orders, the merchant API and webhooks](merchant-api.md): every claim, call, status and rule, and your entry of \`MERCHANTS_FILE\`.
- [\`openapi.json\`](openapi.json): the merchant API as OpenAPI 3.1, as \`https://BFF/v1/openapi.json\` has it.
- [Custom properties](custom-properties.md), and [four themes](themes/) to copy.
- [Accessibility](accessibility-conformance.md), by the criteria of WCAG 2.2.
- [The public surface](api-report.md) that a minor version keeps.
`;
}

async function partOf({
  page,
  from,
  before,
}: {
  page: string;
  from?: string;
  before?: string;
}): Promise<string> {
  const text = await readFile(new URL(page, root), 'utf8');
  const start = from === undefined ? 0 : text.indexOf(`\n${from}`) + 1;
  const end = before === undefined ? text.length : text.indexOf(`\n${before}`) + 1;
  if ((from && start === 0) || (before && end === 0)) throw new Error(`${page} has no ${from}`);
  return text.slice(start, end);
}

function relinked(markdown: string): string {
  return markdown.replaceAll(
    /\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)#\s]*)(#[^)\s]*)?\)/g,
    (link, text: string, path: string, anchor = '') => {
      if (path === '' || path.startsWith('https:')) return link;
      const theme = /^\.\.\/demo\/assets\/(themes\/.*)$/.exec(path)?.[1];
      const target = moved[path] ?? theme;
      return target === undefined ? text : `[${text}](${target}${anchor})`;
    },
  );
}

const languages = {
  JavaScript: 'js',
  TypeScript: 'ts',
  Shell: 'sh',
  'HTTP header': 'http',
} as const;

function inMarkdown(page: string): string {
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced' });
  turndown.addRule('sample', {
    filter: 'figure',
    replacement: (_content, node) => {
      const label = node.querySelector('figcaption span')?.textContent ?? '';
      const [language = ''] = label.split(', ');
      const info = languages[language as keyof typeof languages] ?? language.toLowerCase();
      const source = node.querySelector('code')?.textContent ?? '';
      return `\n\n${label}:\n\n\`\`\`${info}\n${source}\n\`\`\`\n\n`;
    },
  });
  turndown.addRule('row', {
    filter: (node) => node.nodeName === 'DIV' && node.parentNode?.nodeName === 'DL',
    replacement: (_content, node) => {
      const anchor = node.id ? `<a id="${node.id}"></a>` : '';
      const [name, ...said] = [...node.childNodes]
        .filter(({ nodeType }) => nodeType === 1)
        .map((child) => turndown.turndown((child as HTMLElement).innerHTML));
      return `\n- ${anchor}${name}: ${said.filter(Boolean).join(' · ')}`;
    },
  });
  turndown.addRule('rows', {
    filter: 'dl',
    replacement: (content) => `\n\n${content.trim()}\n\n`,
  });
  turndown.addRule('heading', {
    filter: ['h2', 'h3', 'h4'],
    replacement: (content, node) => {
      const anchor = node.id ? `<a id="${node.id}"></a>\n\n` : '';
      return `\n\n${anchor}${'#'.repeat(Number(node.nodeName.slice(1)))} ${content}\n\n`;
    },
  });
  turndown.addRule('link', {
    filter: 'a',
    replacement: (content, node) => {
      const target = targetOf(node.getAttribute('href') ?? '');
      const isInCode = node.parentNode?.nodeName === 'CODE';
      return target === undefined || isInCode ? content : `[${content}](${target})`;
    },
  });
  const escaped = turndown.escape;
  turndown.escape = (text) => escaped(text).replaceAll('<', '\\<');
  return turndown.turndown(page);
}

/** Undefined for a page that only the demo or a BFF serves. */
function targetOf(href: string): string | undefined {
  if (href.startsWith('#')) return href;
  if (href === `${packageView.bffUrl}/docs`) return 'openapi.json';
  if (href.startsWith(packageView.bffUrl)) return undefined;
  if (href.startsWith('https:') || taken.some(({ file }) => file === href)) return href;
  const theme = /\/(themes\/\w+\.css)$/.exec(href)?.[1];
  const [path = '', anchor] = href.split('#');
  const isGuide = docsPages.some((page) => page.path === path);
  const file = isGuide ? packageFile(path) : theme;
  return file && (anchor ? `${file}#${anchor}` : file);
}

if (import.meta.main) {
  const docs = new URL('widget/dist/docs/', root);
  // Made beside it, and put in its place whole.
  const draft = new URL(`widget/dist/docs-${process.pid}/`, root);
  for (const [path, text] of Object.entries(await packageDocs())) {
    const file = new URL(path, draft);
    await mkdir(new URL('./', file), { recursive: true });
    await writeFile(file, text);
  }
  await rm(docs, { recursive: true, force: true });
  await rename(draft, docs);
}
