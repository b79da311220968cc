import { themePropertiesIn } from '../../widget/frame/theme.ts';
import { tokens } from '../../widget/styles/theme.ts';

/** The custom properties that a page may set. */
export const themeProperties: readonly string[] = themePropertiesIn(tokens(':host'));
