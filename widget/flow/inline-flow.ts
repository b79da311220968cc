/* What the page's own script loads where no frame stands between: the flow, and its style sheets. */
import type { ReactiveElement } from 'lit';
import { sharedSheet } from '../styles/shared-sheet.ts';
import { sheetOf } from '../styles/sheet.ts';
import { FlowElement } from './flow-element.ts';
import { formStyles, sharedStyles } from './shared-styles.ts';

export { defineFlow, flowTag } from './define-flow.ts';

sharedSheet.replaceSync(sharedStyles);
FlowElement.addInitializer(keepSheets);

/** Of the shadow root that the flow is put into. */
export const flowSheets: readonly CSSStyleSheet[] = [sharedSheet, sheetOf(formStyles)];

/**
 * Sets the style sheets of the flow and its screen again. A browser takes them away for good from
 * whatever goes into another document, where scripts park what is to outlive a swap.
 */
function keepSheets(flow: ReactiveElement): void {
  const kept = new WeakMap<ShadowRoot, CSSStyleSheet[]>();
  const keep = () => {
    // No other document takes them.
    if (flow.ownerDocument !== document) return;
    const screen = flow.shadowRoot?.querySelector('.screen');
    for (const root of [flow.shadowRoot, screen?.shadowRoot]) {
      if (!root) continue;
      if (root.adoptedStyleSheets.length > 0) kept.set(root, [...root.adoptedStyleSheets]);
      else root.adoptedStyleSheets = kept.get(root) ?? [];
    }
  };
  flow.addController({ hostConnected: keep, hostUpdated: keep });
}
