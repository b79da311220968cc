/** The custom properties that these styles ask for: a page may set them. */
export function themePropertiesIn(styles: string): readonly string[] {
  return [...new Set(styles.match(/--soft-pull-[a-z-]+/g))];
}
