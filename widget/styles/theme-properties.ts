import { tokens } from './tokens.ts';

/** The custom properties that a page may set: those that the tokens ask for. */
export const themeProperties: readonly string[] = tokens.match(/--soft-pull-[\w-]+/g) ?? [];
