import { html } from 'hono/html';
import { code, type DocsPage, type DocsView, prose, rows } from './docs-page.ts';

const signing = ({ bffUrl, publishableKey }: DocsView) => `
import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';

const orderToken = await new SignJWT({ amount: '8400.00', order_id: '1001' })
  .setProtectedHeader({ alg: 'HS256', typ: 'JWT' }) // or EdDSA, by one of your order_keys
  .setIssuer('${publishableKey}')
  .setAudience('${bffUrl}')
  .setJti(randomUUID())
  .setIssuedAt()
  .setExpirationTime('15m') // at most
  .sign(new TextEncoder().encode(process.env.ORDER_SECRET));`;

const making = ({ bffUrl, shopUrl }: DocsView) => `
curl -u "$SECRET_KEY:" ${bffUrl}/v1/merchant/checkouts \\
  -H 'content-type: application/json' -H 'idempotency-key: order-1001' \\
  -d '{"amount": "8400.00", "order_id": "1001", "return_url": "${shopUrl}/pay"}'
# 201 {"checkout_id": "…", "client_token": "…", "status": "open", "step": {"screen": "details", …}}`;

const page = ({ bffUrl, publishableKey }: DocsView) => `
<soft-pull-checkout
  server="${bffUrl}"
  merchant="${publishableKey}"
  client-token="…"
></soft-pull-checkout>`;

const charging = ({ bffUrl }: DocsView) => `
curl -u "$SECRET_KEY:" ${bffUrl}/v1/merchant/checkouts/{id}/charges \\
  -H 'content-type: application/json' -H 'idempotency-key: charge-1001-1' \\
  -d '{"transaction_description": 109, "amount": "8400.00"}'`;

const calls = [
  [
    'POST /v1/merchant/checkouts',
    'Makes a checkout whose amount nobody else can change: `amount`, `order_id`, `return_url`, perhaps `description` and `locale`.',
  ],
  [
    'GET /v1/merchant/checkouts/{id}',
    '`checkout_id`, `order_id`, `amount`, `status`, `charges`; also of a checkout that a page began. Offers are the consumer’s alone.',
  ],
  ['GET /v1/merchant/checkouts/{id}/charges', 'Its `charges`.'],
  [
    'POST /v1/merchant/checkouts/{id}/charges',
    'Asks for a charge: `transaction_description` (109 initial, 111 project, 113 final), `amount`. The consumer is asked to approve it.',
  ],
  [
    'POST /v1/merchant/checkouts/{id}/charges/{charge_id}/resolve',
    'Says of an `unresolved` charge that it was `charged` (with its `payment_request_uuid`) or `not_charged`: `as`. 409 where the lender’s lists speak against it.',
  ],
] as const;

export const server: DocsPage = {
  path: '/docs/server',
  title: 'Your server',
  lead: 'Sign an order, or make the checkout yourself; ask for the charge; read how it ended.',
  body: (view) => html`
    <h2 id="orders">Signing an order</h2>
    ${code('JavaScript, order token', signing(view))}
    <p>${prose('The amount of the token wins over the attribute, and only with a token may the page start the charge. A `jti` is good for one checkout: set a fresh token when the step is `no_offers`, `cancelled` or `expired`, and whenever `soft-pull-error` says `order_invalid`. An order secret has 32 bytes or more and never leaves your server.')}</p>
    <h2 id="checkouts">Checkouts of your server</h2>
    ${code('Shell, make a checkout', making(view))}
    ${code('HTML, its page', page(view))}
    <p>${prose('The secret key is the user name of Basic, without a password. A `client_token` shows offers and amounts, never who the consumer is: hand it to that consumer’s page only. Once that checkout is `expired` or `cancelled`, “Start again” is answered by `soft-pull-error` with `order_invalid`; then, as at `not_found`, make another and set its token. This demo’s ')}<a href="/server-checkout">own page</a> does it so.</p>
    <h2 id="calls">Calls</h2>
    ${rows(calls.map(([name, text]) => ({ name, text: prose(text) })))}
    <p>${prose('A POST repeated under its `Idempotency-Key` is answered with what it was first for, and a charge needs one. Errors are problems of RFC 9457 with a `code`, `retryable` and a `correlation_id`. All of it is described at ')}<a href="${view.bffUrl}/docs">the BFF’s own /docs</a>.</p>
    <h2 id="charges">Charges</h2>
    ${code('Shell, ask for a charge', charging(view))}
    <p>${prose('Its `status` is `working`, `pending`, `approved` (and may still fail), `settled`, `rejected`, `expired`, `canceled` or `failed`; `held`: the lender holds it back; `refunded` or `reversed`: its money went back; `unresolved`: nobody can say whether the lender has it, and the order takes no other initial charge until that is known. An order has at most one live initial charge, whoever asked for it: the next is answered 409 `charge_blocked`. Events on the page tell what the consumer sees; your books go by these calls.')}</p>`,
};
