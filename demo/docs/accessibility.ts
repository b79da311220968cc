import { html } from 'hono/html';
import { code, type DocsPage, prose } from './docs-page.ts';

const headings = `
<h2>Payment</h2>
<soft-pull-checkout heading-level="3" lang="es" …></soft-pull-checkout>`;

export const accessibility: DocsPage = {
  path: '/docs/accessibility',
  title: 'Accessibility and languages',
  lead: 'Built for WCAG 2.2 AA. What the element does for you, and what is left for you to do.',
  group: 'Guides',
  body: ({ isDemo }) => html`
    <h2 id="by-itself">What the element does</h2>
    <ul>
      <li>When the screen changes, the focus moves to the new heading. A status region says its words, also where the focus stays elsewhere.</li>
      <li>Errors are shown beside their fields and in a summary that links to them.</li>
      <li>Everything works by keyboard, at 400 % zoom, in forced colors and with reduced motion.</li>
      <li>The frame follows the height of its content. It has no scrollbar and does not trap the focus.</li>
      <li>It has no landmark and no heading above the level that you set.</li>
    </ul>
    <h2 id="yours">What you do</h2>
    ${code('HTML', 'headings', headings)}
    <ul>
      <li>${prose('Set `heading-level` to one level below the heading above the element. The default is 2.')}</li>
      <li>${prose('Do not move the focus on `soft-pull-step-change`.')}</li>
      <li>${prose('If a bar is pinned to the top of your page, set its height as the `scroll-padding-top` of `html`. Else a new screen’s heading can come to stand behind it.')}</li>
      <li>Keep enough contrast when you set colors, and give the element at least 320 px of width.</li>
    </ul>
    <h2 id="report">Criterion by criterion</h2>
    <p>${isDemo ? prose('`widget/ACCESSIBILITY.md`') : html`<a href="accessibility-conformance.md">The conformance page</a>`} lists each criterion of WCAG 2.2, A and AA, with the control and the test that shows it, or says that no test does. Use it as the evidence where you are asked for an accessibility conformance report (ACR, VPAT), for example under the ADA or Section 508. It does not cover the lender’s pages and your own.</p>
    <h2 id="languages">Languages</h2>
    <p>${prose('English (`en`) and Spanish (`es`). Set `locale`; without it, the element reads the page’s `lang`. The value is matched exactly, then by language. Otherwise it is `en`. You can change `locale` at any time, and nothing typed is lost. The page’s `lang` is read when the element starts or an attribute changes. The lender’s pages and the regulated texts have the same language. `ar-XB` is a right-to-left pseudo-locale of English, to test your layout.')}</p>
    <p>Regulated texts come from the BFF as versioned data. The version that was shown is kept as evidence. A page cannot replace them.</p>`,
};
