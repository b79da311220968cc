import { detailsStyles } from '../screens/details/details.styles.ts';
import { fieldStyles } from '../screens/details/form.styles.ts';
import { base } from '../styles/base.ts';
import { buttons } from '../styles/buttons.ts';
import { panels } from '../styles/panels.ts';
import { tokens } from '../styles/theme.ts';

/** Of the flow, and of every screen: the text of `sharedSheet`. */
export const sharedStyles = tokens('soft-pull-flow') + base + buttons + panels;

/** Of the form, which has no shadow root. */
export const formStyles = fieldStyles + detailsStyles;
