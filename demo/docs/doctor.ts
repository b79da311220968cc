import { html } from 'hono/html';
import { code, type DocsPage, prose, rows } from './docs-page.ts';

const ask = `
await document.querySelector('soft-pull-checkout').diagnose();
// [{ code: 'origin_not_allowed', message: 'The BFF does not list …', fix: '"origins": ["…"]' }]`;

const findings = [
  ['server_missing', 'The element does not know where the BFF is: set `server`.'],
  ['key_missing', 'It has no publishable key: set `merchant`.'],
  ['wrong_key', 'No merchant has that key.'],
  [
    'origin_not_allowed',
    'The origin of the page is not listed for the merchant in `MERCHANTS_FILE`.',
  ],
  [
    'wrong_value',
    'An attribute is too long, `return-url` above 1,900 characters and any other above 4,096, or is no address.',
  ],
  ['csp_source_missing', 'The page’s policy lacks a source; `fix` is the directive to add.'],
  [
    'not_asked',
    'The policy keeps the doctor from asking about key and origin. The checkout itself does not need that.',
  ],
  ['double_registration', 'The script came twice; `fix` names the one to keep.'],
  ['unreachable', 'Nothing answers at `server`, or no BFF does.'],
  ['script_blocked', 'The doctor itself could not be loaded.'],
] as const;

/** Every code of a finding, in the order of this page. */
export const findingCodes = findings.map(([name]) => name);

export const doctor: DocsPage = {
  path: '/docs/doctor',
  title: 'Doctor',
  lead: 'Nothing to see? The element says what keeps it from working, and which line to paste.',
  body: ({ bffUrl, publishableKey }) => html`
    ${code('JavaScript, in the browser’s console', ask)}
    <p>${prose('The list is empty where all is well. It is loaded on demand, for developers: a shopper is told in a sentence where the form would be, with a button to try again. A frame that has not answered after five seconds counts as blocked.')}</p>
    <h2 id="findings">What it finds</h2>
    ${rows(findings.map(([name, text]) => ({ name, text: prose(text) })))}
    <h2 id="by-hand">By hand</h2>
    ${code(
      'Shell, from your page’s origin',
      `curl -H 'origin: https://shop.example' '${bffUrl}/v1/diagnose?merchant=${publishableKey}'\n# {"merchant_known": true, "origin_allowed": false}`,
    )}`,
};
