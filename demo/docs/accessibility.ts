import { html } from 'hono/html';
import { code, type DocsPage, prose } from './docs-page.ts';

const headings = `
<h2>Payment</h2>
<soft-pull-checkout heading-level="3" lang="es" …></soft-pull-checkout>`;

export const accessibility: DocsPage = {
  path: '/docs/accessibility',
  title: 'Accessibility and languages',
  lead: 'Built for WCAG 2.2 AA. What the element does by itself, and the little that is yours to do.',
  body: () => html`
    <h2 id="by-itself">By itself</h2>
    <ul>
      <li>After each change of screen the focus moves to the new heading, and it is announced once.</li>
      <li>Errors stand beside their fields and in a summary whose links lead to them.</li>
      <li>Everything works by keyboard, at 400 % zoom, in forced colours and with reduced motion.</li>
      <li>The frame follows the height of its content: no scrollbar of its own, no trap.</li>
      <li>It has no landmark and no heading above the level that you set.</li>
    </ul>
    <h2 id="yours">Yours</h2>
    ${code('HTML, headings', headings)}
    <ul>
      <li>${prose('Set `heading-level` to one below the heading that the element stands under; it is 2 by default.')}</li>
      <li>${prose('Don’t move the focus yourself on `soft-pull-step-change`.')}</li>
      <li>Keep the contrast when you set colours, and leave the element 320 px of width.</li>
    </ul>
    <h2 id="languages">Languages</h2>
    <p>${prose('`en` and `es`. `locale`, or the page’s `lang` where it is not set, is matched exactly, then by language, then falls back to `en`. `locale` may change at any time, and nothing typed is lost; the page’s `lang` is read when the element starts or something is set on it. The lender’s own pages and the regulated texts follow. `ar-XB` is a disguise of English from right to left, to test your layout with.')}</p>
    <p>Regulated texts come from the BFF as versioned data, and the version that was shown is kept as evidence. They cannot be replaced by the page.</p>`,
};
