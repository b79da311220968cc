/* What the page's own script loads where no frame stands between: the flow, and its style sheets. */
import { sharedSheet } from '../styles/shared-sheet.ts';
import { sheetOf } from '../styles/sheet.ts';
import { FlowElement } from './flow-element.ts';
import { keepSheets } from './keep-sheets.ts';
import { formStyles, sharedStyles } from './shared-styles.ts';

export { defineFlow, flowTag } from './define-flow.ts';

sharedSheet.replaceSync(sharedStyles);
FlowElement.addInitializer(keepSheets);

/** Of the shadow root that the flow is put into. */
export const flowSheets: readonly CSSStyleSheet[] = [sharedSheet, sheetOf(formStyles)];
