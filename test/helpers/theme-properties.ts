import { themePropertiesIn } from '../../widget/styles/theme-properties.ts';
import { tokens } from '../../widget/styles/tokens.ts';

/** The custom properties that a page may set. */
export const themeProperties: readonly string[] = themePropertiesIn(tokens(':host'));
