import { readFileSync } from 'node:fs';
import { theme } from '../styles/theme.ts';

export interface ThemeProperty {
  name: string;
  description: string;
  /** As the styles have it, by the public names; for a calculation the name of what it begins with. */
  default: string;
}

const sources = ['box-theme.ts', 'theme.ts'].map((name) =>
  readFileSync(new URL(`../styles/${name}`, import.meta.url), 'utf8'),
);

/** A property's name with the sentence above it, which no browser has to fetch. */
const described = /^ {2}\/\/ (.+)\n {2}'?([\w-]+)'?:/gm;

/** Every custom property that a page may set, with the sentence above it. */
export function themeTable(): ThemeProperty[] {
  const descriptions = new Map(
    [...sources.join('\n').matchAll(described)].map(([, sentence, name]) => [name, sentence]),
  );
  return Object.entries(theme).map(([name, value]) => ({
    name: `--soft-pull-${name}`,
    description: descriptions.get(name) ?? '',
    default: publicDefault(value),
  }));
}

/** `'color(from var(--_accent) xyz …)' => 'from --soft-pull-accent'` */
function publicDefault(value: string): string {
  const [, origin] = /color\(from var\(--_([\w-]+)\)/.exec(value) ?? [];
  if (origin !== undefined) return `from --soft-pull-${origin}`;
  return value.replaceAll('var(--_', 'var(--soft-pull-');
}
