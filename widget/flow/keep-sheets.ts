import type { ReactiveElement } from 'lit';

/**
 * Sets the style sheets of the flow and its screen again. A browser takes them away for good from
 * whatever goes into another document, where scripts park what is to outlive a swap.
 */
export function keepSheets(flow: ReactiveElement): void {
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
