/** Themes of the checkout. Each is a file to copy: `assets/themes/*.css`. */
export const themes = [
  { id: 'hillside', name: 'Hillside, this shop’s' },
  { id: 'clay', name: 'Clay, warm and round' },
  { id: 'ink', name: 'Ink, always dark' },
  { id: 'contrast', name: 'Contrast, 7 to 1' },
] as const;

export type ThemeId = (typeof themes)[number]['id'];

/** The last theme chosen in this browser. */
export const themeCookie = 'hillside_theme';

const own: ThemeId = 'hillside';

/** The theme that `theme=` names, or the shop's own. */
export function themeOf(query: URLSearchParams): ThemeId {
  return themes.find(({ id }) => id === query.get('theme'))?.id ?? own;
}

/** Where its file is served. */
export function themeFile(theme: ThemeId): string {
  return `/assets/themes/${theme}.css`;
}

/** The query parameter for a theme, to append to an address. Empty for the shop's own. */
export function themeQuery(theme: ThemeId): string {
  return theme === own ? '' : `&theme=${theme}`;
}
