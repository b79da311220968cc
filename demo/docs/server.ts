import { html } from 'hono/html';
import { code, type DocsPage, type DocsView, prose, rows } from './docs-page.ts';
import { frameTag } from './quick-start.ts';

const signing = ({ bffUrl, publishableKey }: DocsView) => `
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';

const orderToken = await new SignJWT({ amount: '8400.00', order_id: '1001' })
  .setProtectedHeader({ alg: 'HS256', typ: 'JWT' }) // or EdDSA, by one of your order_keys
  .setIssuer('${publishableKey}')
  .setAudience('${bffUrl}')
  .setJti(randomUUID())
  .setIssuedAt()
  .setExpirationTime('14m') // 15 at most
  .sign(new TextEncoder().encode(process.env.ORDER_SECRET));`;

const signingInPhp = ({ bffUrl, publishableKey }: DocsView) => `
<?php
$base64url = fn (string $bytes) => rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');

$claims = [
  'iss' => '${publishableKey}',
  'aud' => '${bffUrl}',
  'jti' => bin2hex(random_bytes(16)),
  'iat' => time(),
  'exp' => time() + 14 * 60, // 15 at most
  'amount' => '8400.00',
  'order_id' => '1001',
];
$signed = $base64url('{"alg":"HS256","typ":"JWT"}') . '.' . $base64url(json_encode($claims));
// The secret as it is: it is not decoded.
$orderToken = $signed . '.' . $base64url(hash_hmac('sha256', $signed, getenv('ORDER_SECRET'), true));`;

const renewing = `
const checkout = document.querySelector('soft-pull-checkout');
let renewedAt = 0;

async function renew() {
  renewedAt = Date.now();
  const answer = await fetch('/order-token', { method: 'POST' }); // signs another one
  if (answer.ok) checkout.orderToken = await answer.text();
}

checkout.addEventListener('soft-pull-step-change', ({ step }) => {
  if (step === 'cancelled' || step === 'expired') renew();
});
checkout.addEventListener('soft-pull-error', ({ code }) => {
  // One that is refused at once, too, has a cause that another token does not mend.
  if (code === 'order_invalid' && Date.now() - renewedAt > 60_000) renew();
});`;

const making = ({ bffUrl, shopUrl }: DocsView) => `
curl -u "$SECRET_KEY:" ${bffUrl}/v1/merchant/checkouts \\
  -H 'content-type: application/json' -H 'idempotency-key: order-1001-1' \\
  -d '{"amount": "8400.00", "order_id": "1001", "return_url": "${shopUrl}/pay"}'
# 201 {"checkout_id": "…", "client_token": "…", "url": "…/pay#…", "status": "open", "step": {"screen": "details", …}}`;

const page = (view: DocsView) => `
<soft-pull-checkout
  server="${view.bffUrl}"
  merchant="${view.publishableKey}"
  client-token="…"
>
  ${frameTag(view)}
</soft-pull-checkout>`;

const typing = ({ bffUrl }: DocsView) => `
npx openapi-typescript ${bffUrl}/v1/openapi.json --output merchant-api.d.ts`;

const calling = ({ bffUrl }: DocsView) => `
import createClient from 'openapi-fetch';
import type { paths } from './merchant-api.d.ts';

// Answers in JSON: without the second type the settlements could be a table's text, too.
const bff = createClient<paths, \`application/\${string}\`>({
  baseUrl: '${bffUrl}',
  headers: { authorization: \`Basic \${btoa(\`\${process.env.SECRET_KEY}:\`)}\` },
});
const { data, error } = await bff.GET('/v1/merchant/settlements');
if (error) throw new Error(error.code);
for (const { order_id, net_amount } of data.settlements) console.log(order_id, net_amount);`;

const charging = ({ bffUrl }: DocsView) => `
curl -u "$SECRET_KEY:" ${bffUrl}/v1/merchant/checkouts/{id}/charges \\
  -H 'content-type: application/json' -H 'idempotency-key: charge-1001-1' \\
  -d '{"transaction_description": 109, "amount": "8400.00"}'`;

const refunding = ({ bffUrl }: DocsView) => `
curl -u "$SECRET_KEY:" ${bffUrl}/v1/merchant/checkouts/{id}/charges/{charge}/refunds \\
  -H 'content-type: application/json' -H 'idempotency-key: refund-1001-1' \\
  -d '{"amount": "400.00", "reason": "One filter less"}'`;

const calls = [
  [
    'POST /v1/merchant/checkouts',
    'Creates a checkout whose amount cannot be changed: `amount`, `order_id`, and optionally `return_url`, `description`, `locale`, `sold_by` (one of the `users` in your entry), `offer_code` and `expires_at` (30 days by default, 90 at most). Send the consumer its `url`, or give your page its `client_token`: whichever is typed into first makes the other void.',
  ],
  [
    'GET /v1/merchant/checkouts',
    'Lists checkouts, newest first, also those that a page opened. Filter by `order_id`, `status`, `sold_by`, `created_after` and `created_before`. Page through with `limit` and `starting_after`.',
  ],
  [
    'GET /v1/merchant/checkouts/{id}',
    'Returns `checkout_id`, `order_id`, `amount`, `status`, `sold_by`, `offer_code`, `created_at`, `expires_at`, `charges`, the `timeline` and, while it is `accepted`, the `loan`. The loan has `credit_limit`, `available_spend`, `purchase_window_end_date` and `portal_account_status`. A checkout that a page opened is answered, too. For one that your server created, it returns the `url` until somebody has begun. It returns no offers: those are the consumer’s.',
  ],
  [
    'POST /v1/merchant/checkouts/{id}/link',
    'Issues the link again. Before an application the one before is void; after it you get a new, empty checkout of the order; after acceptance 409 `wrong_step`.',
  ],
  [
    'GET /v1/merchant/checkouts/{id}/qr.svg',
    'Returns the link as a QR code, for a phone to scan. 409 `wrong_step` once somebody has begun.',
  ],
  [
    'POST /v1/merchant/checkouts/{id}/cancel',
    'Cancels a checkout. Before the consumer accepts it ends at once; after that the lender cancels the loan, unless money was spent. 409 `wrong_step` says what stands in the way. While its `cancellation` is `working`, repeat the call under its key: no webhook says that it came to nothing.',
  ],
  [
    'POST /v1/merchant/checkouts/{id}/credit-limit',
    'Raises the limit of a loan to `amount`, once, before anything is spent. While its `status` is `working`, repeat the call under its key: no webhook says that it came to nothing.',
  ],
  ['GET /v1/merchant/checkouts/{id}/charges', 'Returns its `charges`.'],
  [
    'POST /v1/merchant/checkouts/{id}/charges',
    'Requests a charge: `transaction_description` (109 initial, 111 project, 113 final) and `amount`. The lender asks the consumer to approve it. Ask for a final charge last: once it has gone through, a lender may take no other charge to the loan, and cancel those that still wait. With `may_split` in your entry, `fee_split` says how much of it the platform, the sponsor and you get.',
  ],
  [
    'POST /v1/merchant/checkouts/{id}/charges/{charge}/approve',
    'Approves a `pending` charge for a consumer who has authorised it elsewhere: `authorization_method` and `authorization_reference`. The lender and the merchant’s entry must allow it.',
  ],
  [
    'POST /v1/merchant/checkouts/{id}/charges/{charge}/resolve',
    'Resolves an `unresolved` charge: `as` is `charged` (with its `payment_request_uuid`) or `not_charged`. 409 if the lender’s lists show otherwise. If they cannot be read as a whole, `not_charged` is taken 48 hours after the request at the earliest. A charge that was `pending` before is `expired` then.',
  ],
  [
    'GET /v1/merchant/checkouts/{id}/charges/{charge}/refunds',
    'Returns the `refunds` of a charge.',
  ],
  [
    'POST /v1/merchant/checkouts/{id}/charges/{charge}/refunds',
    'Refunds a charge: `amount`, or all that is left. A charge that has not settled can be refunded in full only. 409 `refund_blocked` says what stands in the way.',
  ],
  [
    'POST /v1/merchant/checkouts/{id}/charges/{charge}/refunds/{refund}/resolve',
    'Resolves an `unresolved` refund: `as` is `refunded` or `not_refunded`. 409 if the lender’s lists show otherwise. If they cannot be read as a whole, `not_refunded` is taken 48 hours after the request at the earliest.',
  ],
  [
    'GET /v1/merchant/events',
    'Lists what your server was sent, with every attempt. Filter by `checkout_id`, `status`, `type` and `created_after`.',
  ],
  [
    'POST /v1/merchant/events/{event}/resend',
    'Sends an event again. `POST /v1/merchant/failed-events/resend` sends all that failed since `created_after`.',
  ],
  [
    'GET /v1/merchant/report',
    'Counts how many checkouts came to each stage up to acceptance, and the charges, payouts and refunds, `by` day, offer code or seller.',
  ],
  [
    'GET /v1/merchant/settlements',
    'Lists what has settled between the days `from` and `to`: charges, and refunds and reversals as negative amounts. As JSON, or as CSV by `Accept: text/csv`.',
  ],
] as const;

export const server: DocsPage = {
  path: '/docs/server',
  title: 'Your server',
  lead: 'Sign an order or create the checkout on your server. Request the charge. Read how it ended.',
  group: 'Guides',
  body: (view) => html`
    <h2 id="orders">Signing an order</h2>
    ${code('JavaScript', 'order token', signing(view))}
    ${code('PHP', 'the same without a library', signingInPhp(view))}
    <p>${prose('The token’s amount overrides the attribute. Without an order token or a `client_token`, no page can start the charge. A `jti` is valid for one checkout. If the cart changes once there are offers, set a new token and call `restart()`: offers keep the amount they were made for. If the new token is of another order, do both in one go, with no `await` between them. `description` and `offer_code`, one of the lender’s codes, are optional claims. Set a new token when the step is `cancelled` or `expired`. When `soft-pull-error` has the code `order_invalid`, set a new one once: if that is refused too, stop and run `diagnose()`. At `no_offers` a new token starts a new checkout at once: set it when the shopper has changed the order, not on your own. An order secret has 32 bytes or more and never leaves your server.')}</p>
    ${code('JavaScript', 'a new order token', renewing)}
    <h2 id="resume">The same order in another browser</h2>
    <p>${prose('If you know that the shopper is the one who began the order, because they are signed in, add the claim `resume: true`. The page then continues the order’s newest application, unless it has left offers by `restart()`. Each token opens it once. Without the claim, the shopper is told that the order has an application, and can start again. For orders that may wait, create the checkout on your server.')}</p>
    <h2 id="checkouts">Checkouts created by your server</h2>
    ${code('Shell', 'create a checkout', making(view))}
    ${code('HTML', 'its page', page(view))}
    <p>${prose('The secret key is the user name in HTTP Basic, with an empty password. A sandbox on your own machine names its demo merchant’s key at `/docs` of the BFF. A `client_token` gives access to offers and amounts, never to the consumer’s identity. Pass it only to that consumer’s page.')}</p>
    <p>${prose('After the checkout is `expired` or `cancelled`, “Start again” fires `soft-pull-error` with `order_invalid`. Then, and on `not_found`, create another checkout under another `Idempotency-Key`, and set its `client_token`. The same key answers with the checkout that has ended. After `expired` and `cancelled` you can also call `POST …/{id}/link`: it answers with a new checkout of the order, unless the consumer had accepted. If the cart changes while the checkout is `open`, cancel it (`POST …/{id}/cancel`). Then create another under another `Idempotency-Key`. Until then, the first can be applied for and charged, at its own amount. Once it is more than `open`, ask the shopper first: cancelling ends the application, and after acceptance the loan. A 409 blocked by `soft_pull` says that the lender is deciding: call again.')}${view.isDemo ? html` See this demo’s <a href="/server-checkout">own page</a>.` : ''}</p>
    <h2 id="calls">Calls</h2>
    ${rows(calls.map(([name, text]) => ({ name, text: prose(text) })))}
    <p>${prose('A POST that is repeated with the same `Idempotency-Key` does nothing twice: it is answered with the same object, as it is now. A call that was refused, or came to nothing, is tried again. A charge that was `rejected`, `expired`, `canceled` or `failed`, or a refund that `failed`, is not: ask again under another key. A charge, an approval, a refund and a higher limit require a key. Errors are RFC 9457 problem details with a `code`, `retryable` and a `correlation_id`. The whole API, with what each code means, is described at ')}<a href="${view.bffUrl}/docs">the BFF’s /docs</a>${prose('. Fields, event types, statuses and codes may be added without notice. Ignore a field or an event that you do not know. Show a status or a code that you do not know to a person. For types of every call, to be used with ')}<a href="https://openapi-ts.dev/openapi-fetch/">openapi-fetch</a>:</p>
    ${code('Shell', 'types', typing(view))}
    ${code('TypeScript', 'a typed call', calling(view))}
    <h2 id="course">From order to refund</h2>
    <ol>
      <li>${prose('Create the checkout, or sign the order. Store the `checkout_id` with it; of a page’s checkout the first webhook has it.')}</li>
      <li>${prose('`checkout.accepted` says that there is a loan, which can be for less than the order. `available_spend` of the checkout’s `loan` is what you can charge, until its `purchase_window_end_date`. Charge it now, or when you deliver. A page with an order token or a `client_token` has a button for it, so the consumer may charge the whole order before you do.')}</li>
      <li>${prose('The lender asks the consumer. `charge.approved` says that they agreed. It can be for less than your order, since a page charges no more than the loan has. Deliver if its `amount` is your order’s. `charge.settled` says that the money was transferred. If the charge settled before the BFF saw it approved, only that one comes. After either, `charge.failed` or `charge.reversed` can still come: then you were not paid.')}</li>
      <li>${prose('Refund in parts once it has settled, in full before. `charge.refunded` says that all of it has gone back.')}</li>
    </ol>
    <p>${prose('The events come by ')}<a href="/docs/webhooks">webhooks</a>${prose(', whose address the `webhooks` of your entry in `MERCHANTS_FILE` list. The origin of a `return_url` must be among the `origins` of your entry. Without one, the `return-url` of the page with the `client_token` counts.')}</p>
    <h2 id="charges">Charges</h2>
    ${code('Shell', 'request a charge', charging(view))}
    <p>${prose('The `status` of a charge is `working`, `pending`, `approved` (it can still fail), `settled`, `rejected`, `expired`, `canceled` or `failed`. `held`: the lender is holding it. `refunded` or `reversed`: the money went back. `unresolved`: it is unknown if the lender has the charge, or, two weeks after its request ended, how it ended. The order takes no other initial charge until that is known. An order has at most one live initial charge. The next request is answered 409 `charge_blocked`. Events on the page tell you what the consumer sees. For your books, use these calls, and ')}<a href="/docs/webhooks">webhooks</a> to hear of a change at once.</p>
    <h2 id="refunds">Refunds</h2>
    ${code('Shell', 'refund a charge', refunding(view))}
    <p>${prose('Without `amount`, all that is left goes back. Its `status` is `working`, `pending`, `settled`, `failed` or `unresolved`. A charge has one refund on its way at a time.')}</p>`,
};
