import { theme } from '../styles/theme.ts';

export interface ThemeProperty {
  name: string;
  description: string;
  /** As the styles have it; other properties stand by their public names. */
  default: string;
}

const declaration = /\/\* (.+?) \*\/\s+([\w-]+): ([^;]+);/g;

/** Every custom property that a page may set, with the sentence above it. */
export function themeTable(): ThemeProperty[] {
  return [...theme.matchAll(declaration)].map(([, description = '', name = '', value = '']) => ({
    name: `--soft-pull-${name}`,
    description,
    default: value.replace(/\s+/g, ' ').replaceAll('var(--_', 'var(--soft-pull-'),
  }));
}
