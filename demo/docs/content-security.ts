import { html } from 'hono/html';
import { code, type DocsPage, header, prose, rows } from './docs-page.ts';

/** The whole policy of a page that has nothing but the checkout, frame mode. */
export function framePolicy(bffUrl: string): string {
  return policy([`script-src ${bffUrl}`, `frame-src ${bffUrl}`], "'none'");
}

/** The same for inline mode, in which the page itself draws the form and calls the BFF. */
export function inlinePolicy(bffUrl: string): string {
  return policy([`script-src ${bffUrl}`, `connect-src ${bffUrl}`], 'lit-html');
}

function policy(sources: readonly string[], trustedTypes: string): string {
  return [
    "default-src 'none'",
    ...sources,
    "require-trusted-types-for 'script'",
    `trusted-types ${trustedTypes}`,
  ].join('; ');
}

const integrity = (bffUrl: string) => `
<script
  type="module"
  crossorigin
  src="${bffUrl}/v1/soft-pull-checkout-1.0.0.js"
  integrity="sha384-…"
></script>`;

/** Each file of `integrity.json`, where it runs and why; `*` stands for a hash or a language. */
const files = [
  [
    'soft-pull-checkout.js',
    'Your page',
    'Draws the frame of the form. It passes what your page sets, `prefill` included, into the frame, and events out of it. In frame mode it reads nothing that is typed. In inline mode it loads `soft-pull-checkout-inline.js`.',
  ],
  [
    'soft-pull-checkout-1.0.0.js',
    'Your page, in place of `soft-pull-checkout.js`',
    'The same, with the form for inline mode and `diagnose()` in the file. In frame mode it reads nothing that is typed. In inline mode it reads all of it. It loads no other script.',
  ],
  [
    'soft-pull-checkout-inline.js',
    'Your page, in inline mode only',
    'Draws the form in your page. It reads all that is typed, the Social Security number included, and sends it to the BFF.',
  ],
  [
    'soft-pull-message.js',
    'Your page, where `<soft-pull-message>` is',
    'Draws the monthly cost beside a price. It reads the amount that your page sets, and no input.',
  ],
  [
    'soft-pull-message-1.0.0.js',
    'Your page, in place of `soft-pull-message.js`',
    'The same file under its version.',
  ],
  [
    'chunks/diagnose-*.js',
    'Your page, when `diagnose()` is called',
    'Looks for what keeps the checkout from working. It reads the attributes of the element, and no input.',
  ],
  [
    'chunks/frame-*.js',
    'The frame',
    'Draws the form. It reads all that is typed and sends it to the BFF.',
  ],
  [
    'chunks/results-*.js',
    'The frame; your page in inline mode',
    'Draws the later steps of the form and what follows it, and checks what is typed.',
  ],
  [
    'chunks/es-*.js',
    'The frame; your page in inline mode',
    'The texts in Spanish. It reads nothing.',
  ],
  [
    'chunks/ar-xb-*.js',
    'The frame; your page in inline mode',
    'The texts of the pseudo-locale for tests. It reads nothing.',
  ],
  [
    'chunks/pay-*.js',
    'The BFF’s page of a link, `/pay`',
    'Opens the checkout of the link with `soft-pull-checkout.js`. It reads the link, and no input.',
  ],
  [
    'frame.*.html',
    'The frame',
    'Its document, with two short scripts in it. They hold a submit back until `chunks/frame-*.js` runs, and tell your page how high the form is. The BFF fills in theme and texts, so the hash is not that of what it serves.',
  ],
  ['pay.html', 'The BFF’s page of a link, `/pay`', 'Its document, without a script in it.'],
] as const;

export const contentSecurity: DocsPage = {
  path: '/docs/security',
  title: 'Content security',
  lead: 'What your Content-Security-Policy must allow, and what no script on your page can read.',
  group: 'Guides',
  body: ({ bffUrl }) => html`
    <h2 id="frame">Frame mode, the default</h2>
    <p>${prose('`isolation="frame"`: the form runs in a frame of the BFF’s origin. No script on your page can read what is typed there, such as a Social Security number. This includes third-party scripts.')}</p>
    ${header('HTTP header, frame mode', `Content-Security-Policy: ${framePolicy(bffUrl)}`)}
    <p>${prose('If your page is itself in a frame, every page around it must have a listed origin too. The lender’s pages cannot be framed: the top page goes to the lender and comes back to the return URL. A `sandbox` around your page needs `allow-top-navigation-by-user-activation`.')}</p>
    <h2 id="inline">Inline mode</h2>
    <p><strong>Any script on your page can read what is typed.</strong> ${prose('Use `isolation="inline"` only on pages that the sponsor controls. There the page itself calls the BFF:')}</p>
    ${header('HTTP header, inline mode', `Content-Security-Policy: ${inlinePolicy(bffUrl)}`)}
    <h2 id="your-policy">Your own policy</h2>
    <ul>
      <li>${prose('Add the two sources to your policy. Neither needs `unsafe-inline`, `unsafe-eval`, a `style-src` or an `img-src`.')}</li>
      <li>${prose('With a nonce and `strict-dynamic`, the script tag needs the nonce, and `script-src` needs no address.')}</li>
      <li>${prose('If your policy blocks the script, the frame in your markup still shows the form, which says after 10 seconds that it cannot go on. If it blocks both, the shopper sees only a fallback that you put inside the tag, such as a line with your telephone number.')}</li>
      <li>${prose("Trusted Types are optional. Inline, a page with a second copy of Lit needs `trusted-types lit-html 'allow-duplicates'`.")}</li>
      <li>${prose('In frame mode, only `diagnose()` needs `connect-src`. `<soft-pull-message>` always needs it, because it reads its text from the BFF.')}</li>
    </ul>
    <h2 id="integrity">A pinned script</h2>
    ${code('HTML', 'pinned script', integrity(bffUrl))}
    <p>
      ${prose('A versioned file never changes. Its hash is in ')}<a href="${bffUrl}/v1/integrity.json">integrity.json</a>${prose('. `/v1/soft-pull-checkout.js` is the latest file of version 1.')}
    </p>
    <h2 id="inventory">For your script inventory</h2>
    <p>${prose(`PCI DSS 6.4.3 asks for a list of the scripts on a payment page, with the reason for each and a check of its integrity. These are the files of the checkout. All of them come from \`${bffUrl}\`, the scripts from below \`/v1/\`, and none loads a script of anybody else. \`integrity.json\` has the hash of each (\`sha384\`). A browser checks it where the script tag has \`integrity\`: pin a versioned file for that, because the content of \`soft-pull-checkout.js\` changes. What runs in the frame cannot reach your page, and its own policy allows scripts of the BFF only.`)}</p>
    ${rows(files.map(([name, at, text]) => ({ name, facts: [prose(at)], text: prose(text) })))}
    <h2 id="kept">Storage</h2>
    <p>${prose('On your origin, the element keeps one entry in `sessionStorage`: a handle to its checkout, never personal data. Where the browser refuses storage, the entry is in `history.state`. The frame notes in the `sessionStorage` of the BFF’s origin that this tab has got beyond the form, and nothing else. The element sets no cookie and calls only the BFF. Nothing depends on storage in the frame, so frame mode works with third-party cookies blocked.')}</p>`,
};
