import 'axe-core/axe.min.js';
import type { AxeResults, RunOptions } from 'axe-core';

declare global {
  interface Window {
    axe: { run(context: Element, options: RunOptions): Promise<AxeResults> };
  }
}

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Fails with every rule of WCAG 2.2 AA, and of good practice, that the element breaks, and for a list
 * that is none to VoiceOver.
 */
export async function expectAccessible(element: Element): Promise<void> {
  const { violations } = await window.axe.run(element, {
    runOnly: { type: 'tag', values: tags },
    // A fragment of a page has no landmarks or page-level heading of its own.
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    resultTypes: ['violations'],
  });
  const found = violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`,
  );
  const lists = (element.shadowRoot ?? element).querySelectorAll('ul, ol');
  for (const list of lists) {
    // WebKit takes a list without markers for none, unless it says that it is one.
    if (getComputedStyle(list).listStyleType === 'none' && list.role !== 'list') {
      found.push(`${list.outerHTML} has no role`);
    }
  }
  if (found.length > 0) throw new Error(`Not accessible:\n${found.join('\n')}`);
}
