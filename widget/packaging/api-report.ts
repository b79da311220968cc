import { readFileSync } from 'node:fs';
import type { Package } from 'custom-elements-manifest/schema.d.ts';
import { type ElementFacts, elementFacts } from './element-facts.ts';
import { exportedDeclarations } from './exported-declarations.ts';

const widget = new URL('../', import.meta.url);

/** What exports anything, by what is imported. */
const sources = {
  '@soft-pull/checkout': 'index.ts',
  '@soft-pull/checkout/soft-pull-message.js': 'soft-pull-message.ts',
};

/** The whole public surface as one text, so that a change of the surface changes a line of it. */
export function apiReport(manifest: Package): string {
  return `# What \`@soft-pull/checkout\` promises

Written by \`npm run api-report\` from the sources. A line that goes or changes breaks pages that use it.

## What can be imported

${entries()}
${elementFacts(manifest).map(elementReport).join('\n')}
${Object.entries(sources).map(exportsReport).join('\n')}`;
}

function entries(): string {
  const { name, exports } = JSON.parse(readFileSync(new URL('package.json', widget), 'utf8'));
  const lines = Object.entries<unknown>(exports).map(([path, target]) => {
    const { default: file } = typeof target === 'string' ? { default: target } : (target as never);
    return `- \`${path.replace('.', name)}\`${file === undefined ? ': types' : ''}\n`;
  });
  return lines.join('');
}

function exportsReport([entry, source]: [string, string]): string {
  return `## What \`${entry}\` exports

\`\`\`ts
${exportedDeclarations(new URL(source, widget))}
\`\`\`
`;
}

function elementReport(element: ElementFacts): string {
  const { tagName, properties, events, parts, cssProperties } = element;
  return `## \`<${tagName}>\`

${table(
  ['Attribute', 'Property', 'Type'],
  properties.map(({ attribute, name, type }) => [attribute ?? '', name, type]),
)}
${table(
  ['Event', 'Class'],
  events.map(({ name, type }) => [name, type]),
)}
- Parts: ${codes(parts)}
${styling(cssProperties)}`;
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [
    headings,
    headings.map(() => '---'),
    ...rows.map((row) => row.map((cell) => cell && `\`${cell.replaceAll('|', '\\|')}\``)),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function styling(cssProperties: ElementFacts['cssProperties']): string {
  if (cssProperties.length === 0) return '';
  return `- Custom properties, which [theming.md](theming.md) describes: ${codes(cssProperties)}\n`;
}

function codes(facts: readonly { name: string }[]): string {
  return facts.map(({ name }) => `\`${name}\``).join(', ');
}
