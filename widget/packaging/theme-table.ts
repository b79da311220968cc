import { readFileSync } from 'node:fs';
import { theme } from '../styles/theme.ts';

export interface ThemeProperty {
  name: string;
  description: string;
  /** As the styles have it; other properties stand by their public names. */
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
    default: value.replaceAll('var(--_', 'var(--soft-pull-'),
  }));
}
