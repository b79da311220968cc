import { html } from 'hono/html';
import { orderFaults } from '../../widget/embed/diagnosis/order-faults.ts';
import { code, type DocsPage, header, prose, rows } from './docs-page.ts';

const ask = `
await document.querySelector('soft-pull-checkout').diagnose();
// [{ code: 'origin_not_allowed', message: 'The BFF does not list …', fix: '"origins": ["…"]' }]`;

const findings = [
  [
    'server_missing',
    'The element does not know where the BFF is: set `server`, with its `https://`, or `http://` on localhost.',
  ],
  ['key_missing', 'The element has no publishable key: set `merchant`.'],
  ['wrong_key', 'No merchant has that key.'],
  [
    'origin_not_allowed',
    'The origin of the page, of a page around it, or of `return-url` is not among the `origins` of the merchant’s entry in `MERCHANTS_FILE`. `fix` is the line to add. Or the page has no origin: it was opened as a file, or is in a `sandbox` without `allow-same-origin`. Firefox before 148 names no page around, and a frame with `referrerpolicy="no-referrer"` may hide the one that it stands in.',
  ],
  [
    'wrong_value',
    'An attribute is too long (`return-url` over 1,900 characters; `amount`, `order-token` or `client-token` over 4,096), `return-url` is not a web address, an attribute has the name of its property (`ordertoken` in place of `order-token`), or two elements have one `id`. Or the page needs a `return-url`, because its own address is not one of the web (`about:srcdoc`). Or the BFF has refused the order token, the amount or the return URL.',
  ],
  ['amount_missing', 'The element has neither an amount nor an order: set one of them.'],
  [
    'wrong_client_token',
    'The BFF does not know the client token. It was cut, belongs to another merchant, or its checkout was deleted.',
  ],
  [
    'frame_unused',
    'The element does not use a frame in its markup: the frame is not a direct child, it is for another server or merchant, or `isolation` is `inline`. Or it uses the frame, and the frame’s `sandbox` keeps it from working.',
  ],
  ['csp_source_missing', 'The page’s policy lacks a source. `fix` is the directive to add.'],
  [
    'not_asked',
    'The page’s policy does not let `diagnose()` ask the BFF about key and origin. The checkout works without that.',
  ],
  ['double_registration', 'The script was loaded twice. `fix` names the one to keep.'],
  ['unreachable', 'Nothing answers at `server`, or what answers is not a BFF.'],
  ['script_blocked', 'The diagnostics themselves could not be loaded.'],
] as const;

const refusals = Object.entries(orderFaults({ server: 'https://BFF' })).map(
  ([name, { message }]) => [name, message] as const,
);

/** Every code of a finding, in the order of this page. */
export const findingCodes = findings.map(([name]) => name);

/** What Chromium says where the page's policy is `script-src 'self'`. */
export function consoleLine(bffUrl: string): string {
  return `Loading the script '${bffUrl}/v1/soft-pull-checkout.js' violates the following Content Security Policy directive: "script-src 'self'". `;
}

export const diagnostics: DocsPage = {
  path: '/docs/diagnostics',
  title: 'Diagnostics',
  lead: 'Does nothing appear? Ask the element what is wrong. It answers with the line to paste.',
  group: 'Guides',
  body: ({ bffUrl, publishableKey }) => html`
    ${code('JavaScript', 'in the browser’s console', ask)}
    <p>${prose('The list is empty if nothing is wrong. `diagnose()` is loaded on demand. It waits 5 seconds for the BFF and 5 for the frame, and 10 where the browser does not name a page around this one. If the element cannot start, the shopper sees a sentence in place of the form, with a button to try again unless the page has set something wrong (`misconfigured`). The element then mentions `diagnose()` in the console once. A frame that does not answer within 10 seconds counts as blocked (`frame_blocked`). So does a frame with an unknown key or an origin that is not listed.')}</p>
    <h2 id="findings">What it finds</h2>
    <p>${prose('Each finding has one of these values as `code`, a `message` for you, and a `fix`: the line to paste or to keep.')}</p>
    ${rows(findings.map(([name, text]) => ({ name, text: prose(text) })))}
    <h2 id="order-token">Why an order token is refused</h2>
    <p>${prose('In the sandbox, `message` names one of these reasons, and so does the answer of the call, as `reason`. With `missing_claim` and `wrong_claim`, `claim` is its name. Outside the sandbox the reason is only in the BFF’s log, as `order_refused`.')}</p>
    ${rows(refusals.map(([name, text]) => ({ name, text: prose(text) })))}
    <h2 id="no-element">If the script is blocked</h2>
    <p>${prose('`diagnose()` is part of the element. Without the BFF in `script-src` there is no element: `diagnose` is “not a function”. The tag shows only what your markup holds. A frame in it says after 10 seconds that part of the page did not load. Chromium’s console then shows:')}</p>
    ${header('Console, script-src without the BFF', consoleLine(bffUrl))}
    <p>${prose("Then `customElements.get('soft-pull-checkout')` is `undefined`. Add the BFF’s origin to `script-src`. If the console shows no such line, check that the script’s URL answers.")}</p>
    <h2 id="by-hand">By hand</h2>
    ${code(
      'Shell',
      'from your page’s origin',
      `curl -H 'origin: https://shop.example' '${bffUrl}/v1/diagnose?merchant=${publishableKey}'\n# {"merchant_known": true, "origin_allowed": false}`,
    )}`,
};
