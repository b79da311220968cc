import { html } from 'hono/html';
import { code, type DocsPage, header, prose, rows } from './docs-page.ts';

const ask = `
await document.querySelector('soft-pull-checkout').diagnose();
// [{ code: 'origin_not_allowed', message: 'The BFF does not list …', fix: '"origins": ["…"]' }]`;

const findings = [
  ['server_missing', 'The element does not know where the BFF is: set `server`.'],
  ['key_missing', 'It has no publishable key: set `merchant`.'],
  ['wrong_key', 'No merchant has that key.'],
  [
    'origin_not_allowed',
    'The origin of the page, or the one to which `return-url` leads, is not listed for the merchant in `MERCHANTS_FILE`; `message` and `fix` name it.',
  ],
  [
    'wrong_value',
    'An attribute is too long, `return-url` above 1,900 characters and any other above 4,096, or is no address; or the BFF has refused the order token, the amount or the return address.',
  ],
  ['csp_source_missing', 'The page’s policy lacks a source; `fix` is the directive to add.'],
  [
    'not_asked',
    'The page’s policy does not let `diagnose()` ask the BFF about key and origin. The checkout itself works without that.',
  ],
  ['double_registration', 'The script came twice; `fix` names the one to keep.'],
  ['unreachable', 'Nothing answers at `server`, or no BFF does.'],
  ['script_blocked', 'The diagnostics themselves could not be loaded.'],
] as const;

/** Every code of a finding, in the order of this page. */
export const findingCodes = findings.map(([name]) => name);

/** What Chromium says where the page's policy is `script-src 'self'`. */
export function consoleLine(bffUrl: string): string {
  return `Loading the script '${bffUrl}/v1/soft-pull-checkout.js' violates the following Content Security Policy directive: "script-src 'self'". `;
}

export const diagnostics: DocsPage = {
  path: '/docs/diagnostics',
  title: 'Diagnostics',
  lead: 'Nothing to see? The element names what is wrong, and the line to paste.',
  body: ({ bffUrl, publishableKey }) => html`
    ${code('JavaScript, in the browser’s console', ask)}
    <p>${prose('The list is empty if nothing is wrong. It is loaded on demand, for developers, and answers within 10 seconds: it waits 5 for the BFF and 5 for its frame. A shopper sees a sentence in place of the form, with a button to try again. A frame that has not answered after 5 seconds counts as blocked. So does one with an unknown key or an origin that is not listed. If the element cannot start at all (`misconfigured`, `frame_blocked`), it names `diagnose()` on the console, once.')}</p>
    <h2 id="findings">What it finds</h2>
    <p>${prose('Each finding is a `code` of these, a `message` for you and a `fix`: the line to paste, or the one to keep.')}</p>
    ${rows(findings.map(([name, text]) => ({ name, text: prose(text) })))}
    <h2 id="no-element">Where the script itself is refused</h2>
    <p>${prose('`diagnose()` is part of the element. Without the BFF in `script-src` there is no element: `diagnose` is “not a function”, and the tag stays empty. The browser’s console then says so, in Chromium:')}</p>
    ${header('Console, script-src without the BFF', consoleLine(bffUrl))}
    <p>${prose("`customElements.get('soft-pull-checkout')` is `undefined` then. Add the BFF’s origin to `script-src`; if the console says nothing of the kind, check that the script’s address answers.")}</p>
    <h2 id="by-hand">By hand</h2>
    ${code(
      'Shell, from your page’s origin',
      `curl -H 'origin: https://shop.example' '${bffUrl}/v1/diagnose?merchant=${publishableKey}'\n# {"merchant_known": true, "origin_allowed": false}`,
    )}`,
};
