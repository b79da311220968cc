import { html } from 'hono/html';
import { demoPersonas } from '../personas.ts';
import { code, type DocsPage, type DocsView, prose, rows } from './docs-page.ts';

/** By default where `npm start` has them. */
const controls = ({ sandboxUrl }: DocsView) =>
  `${sandboxUrl ?? 'http://localhost:8788'}/sandbox/v1`;

const messages = (view: DocsView) => `
curl -u sponsor@example.test:sandbox-api-password ${controls(view)}/messages`;

const approving = (view: DocsView) => `
curl -u sponsor@example.test:sandbox-api-password -X POST \\
  ${controls(view)}/payment-requests/{payment_request_uuid}/approve
# 200 {"payment_request_status": "Approved"}`;

const waiting = (view: DocsView) => `
curl -u sponsor@example.test:sandbox-api-password -H 'content-type: application/json' \\
  -d '{"seconds": 604800}' ${controls(view)}/clock/advance`;

const mocked = `
import { vi } from 'vitest';

vi.mock('@soft-pull/checkout/soft-pull-checkout.js', () => ({}));`;

/** Orders that say how their charge ends. */
const orders = [
  ['sbx:consumer_approve', 'approved', 'The shopper approves the charge at once.'],
  ['sbx:consumer_reject', 'rejected', 'The shopper rejects it at once.'],
  ['sbx:processor_fail', 'failed', 'It fails after the shopper has approved it.'],
  ['sbx:exclude', 'held', 'The lender holds it after the shopper has approved it.'],
  ['sbx:reverse', 'reversed', 'It settles, and then the money is taken back.'],
  ['sbx:slow', 'approved', 'It is approved and never settles.'],
] as const;

const orderRows = orders.map(([name, outcome, text]) => ({
  name,
  facts: [html`<code>${outcome}</code>`],
  text,
}));

export const testing: DocsPage = {
  path: '/docs/testing',
  title: 'Testing and going live',
  lead: 'Try your page with the sandbox’s applicants. Then go through this list before real shoppers come.',
  group: 'Guides',
  body: (view) => html`
    <h2 id="applicants">Applicants</h2>
    <p>${prose('The sandbox decides by the Social Security number. Use one of these, and make up the other answers:')}</p>
    ${rows(demoPersonas.map(({ ssn, outcome }) => ({ name: ssn, text: outcome })))}
    <p>${prose('It takes only numbers that begin with `900-01` to `900-49`, which were never issued. With any other the shopper reads “The lender could not accept this answer”. `server/lending/sandbox/README.md` of the repository lists them all.')}</p>
    <p>${prose('With the same number and email it takes 3 applications in 24 hours. Use another email for each try, such as `ada+2@example.test`: that is another person, who does not get the offers of the one before. A tab keeps its checkout: call `restart()`, or use a new tab. With an order, first set a token of another `order_id`, or the `client_token` of another checkout.')}</p>
    <h2 id="messages">Messages and answers</h2>
    <p>${prose('The sandbox sends no text message, and no email unless it was given a mail server. You read them there, with their links:')}</p>
    ${code('Shell', 'the messages', messages(view))}
    <p>${prose('A charge waits until the shopper approves it, by the link in such a message. This call does it for them. `payment_request_uuid` is in the event `soft-pull-charge-requested`:')}</p>
    ${code('Shell', 'approve a charge', approving(view))}
    <p>${prose('These calls work as they stand with `npm start` on your machine. For any other sandbox, ask whoever runs it for address and password.')}</p>
    <h2 id="charges">How a charge ends</h2>
    <p>${prose('Apply as `900-10-0001`, whose loan can be charged at once. An order with one of these as its `order_id`, in the token or in the checkout that your server creates, says how its charge ends. Beside it stands the `outcome` of `soft-pull-charge-outcome`:')}</p>
    ${rows(orderRows)}
    <p>${prose('An order is charged once, so add `#` and a text of your own: `sbx:reverse#1`. The whole id has at most 27 characters. A longer one is an order like any other. What happens after the approval takes up to a week. Let it pass:')}</p>
    ${code('Shell', 'a week later', waiting(view))}
    <h2 id="webhooks">Webhooks</h2>
    <p>${prose('`npm run merchant -- listen` ')}<a href="/docs/webhooks#listen">posts the events to your machine</a>.</p>
    <h2 id="components">Your component tests</h2>
    <p>${prose('jsdom and happy-dom lack parts of a browser that the checkout needs, and Jest cannot import its ES module. In such tests, leave the registration out:')}</p>
    ${code('JavaScript', 'in Vitest', mocked)}
    <p>${prose('In Jest it is `jest.mock`, with the same arguments. The tag is then a plain element without `step` or `restart()`. To play an event, your test dispatches it: `tag.dispatchEvent(new Event("soft-pull-accepted"))`. Test the checkout itself in a browser, with the applicants above.')}</p>
    <h2 id="live">Going live</h2>
    <ol>
      <li>${prose('Get keys for the live BFF: the publishable key `pk_…`, the secret key, an order secret and a webhook secret. Use none of the sandbox’s there.')}</li>
      <li>${prose('Replace the BFF’s host and the publishable key wherever they stand: `src` of the script, `server` and `merchant` of the tag, and both in the `src` of the frame inside it. The element does not use a frame of another host or key.')}</li>
      <li><a href="/docs/server#orders">Sign orders</a>${prose(' with the new publishable key as `iss`, and the new BFF’s address, without a slash at its end, as `aud`.')}</li>
      <li>Put the new host into your <a href="/docs/security">Content-Security-Policy</a>${prose(': `script-src` and `frame-src`, and `connect-src` for `<soft-pull-message>`.')}</li>
      <li>${prose('Have every origin listed in `MERCHANTS_FILE`: of each page with one of the elements, with and without `www`, and of `return-url`. Have your ')}<a href="/docs/webhooks">webhook endpoint</a> listed, too.</li>
      <li>Decide if you <a href="/docs/security#integrity">pin the script</a>. A pinned one never changes: each fix needs a change of your page.</li>
      <li>${prose("Run `await document.querySelector('soft-pull-checkout').diagnose()` in the console of the live page. It must find nothing, but for `not_asked`: ")}<a href="/docs/diagnostics">what it finds</a>.</li>
      <li>${prose('Only then apply. The first application is a real credit pull: make it with your own data. A pull without the person’s consent is unlawful. The applicants and order ids above mean nothing there.')}</li>
    </ol>`,
};
