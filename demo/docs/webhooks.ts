import { html } from 'hono/html';
import { code, type DocsPage, type DocsView, prose, rows } from './docs-page.ts';

const drawing = `
printf 'whsec_%s\\n' "$(openssl rand -base64 32)"`;

const verified = `  let event;
  try {
    event = webhook.verify(BODY, HEADERS);
  } catch {
    return REFUSED;
  }`;

/** The same lines in each framework's own words. */
function verifying(words: { body: string; headers: string; refused: string }): string {
  return verified
    .replace('BODY', words.body)
    .replace('HEADERS', words.headers)
    .replace('REFUSED', words.refused);
}

const expressSample = `
import express from 'express'; // 5: in 4, what \`take\` throws would end the process
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const app = express();

// Before express.json(): what it parses cannot be verified any more.
app.post('/hooks', express.raw({ type: 'application/json' }), async (request, response) => {
${verifying({ body: 'request.body', headers: 'request.headers', refused: 'response.sendStatus(400)' })}
  await take(request.headers['webhook-id'], event);
  response.sendStatus(204);
});

app.use(express.json());
app.listen(3000);`;

const honoSample = `
import { Hono } from 'hono';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const app = new Hono();

app.post('/hooks', async (c) => {
  const body = await c.req.text(); // not c.req.json()
${verifying({ body: 'body', headers: 'c.req.header()', refused: 'c.body(null, 400)' })}
  await take(c.req.header('webhook-id'), event);
  return c.body(null, 204);
});`;

const nextSample = `
// app/hooks/route.ts
import { Webhook } from 'standardwebhooks';

export async function POST(request: Request) {
  // Here, not outside: \`next build\` imports this file, and needs no secret.
  const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '');
  const body = await request.text(); // not request.json()
${verifying({
  body: 'body',
  headers: 'Object.fromEntries(request.headers)',
  refused: 'new Response(null, { status: 400 })',
})}
  await take(request.headers.get('webhook-id'), event);
  return new Response(null, { status: 204 });
}`;

const drawingPair = `
openssl genpkey -algorithm ed25519 -out key.pem
printf 'whsk_%s\\n' "$(openssl pkey -in key.pem -outform DER | tail -c 32 | base64)"
printf 'whpk_%s\\n' "$(openssl pkey -in key.pem -pubout -outform DER | tail -c 32 | base64)" # for who verifies`;

const listening = ({ bffUrl }: DocsView) => `
SECRET_KEY=sk_… npm run merchant -- listen \\
  --bff ${bffUrl} --forward http://localhost:3000/hooks`;

const listing = ({ bffUrl }: DocsView) => `
curl -u "$SECRET_KEY:" '${bffUrl}/v1/merchant/events?status=failed'`;

const sendingAgain = ({ bffUrl }: DocsView) => `
curl -u "$SECRET_KEY:" ${bffUrl}/v1/merchant/failed-events/resend \\
  -H 'content-type: application/json' -H 'idempotency-key: resend-1' \\
  -d '{"created_after": "2026-03-02T00:00:00Z"}'
# 200 {"resent": 500, "has_more": true, "last_event_id": "5d0f9f3c-…"}
# For the rest: another idempotency-key, and "starting_after": "5d0f9f3c-…" in the body.`;

const types = [
  [
    'checkout.applied, checkout.review',
    'The consumer applied; a person at the lender decides. After `checkout.chosen`, a review may also mean that the lender waits for a code from the consumer.',
  ],
  ['checkout.offers, checkout.no_offers', 'The lender’s decision.'],
  ['checkout.chosen, checkout.accepted', 'An offer was chosen; there is a loan.'],
  ['checkout.cancelled, checkout.expired', 'The checkout has ended.'],
  [
    'checkout.needs_attention',
    'The lender has the application, or may have it, and its answer cannot be shown. The consumer is told whom to ask.',
  ],
  [
    'charge.pending, charge.approved, charge.settled',
    'The consumer is asked; has approved it (it can still fail); the money was transferred.',
  ],
  [
    'charge.rejected, charge.expired, charge.canceled, charge.failed',
    'The charge ended without money. If the lender tries it again all the same, its events go on.',
  ],
  ['charge.held', 'The lender holds it back.'],
  [
    'charge.refunded, charge.reversed',
    'The money went back, by a refund or without one. If the refund fails after all, or was not made, a refunded charge is reversed.',
  ],
  [
    'charge.unresolved, charge.not_made',
    'Nobody can tell if the lender has it, or how its request ended; it was `working` or `unresolved`, and turned out not to exist.',
  ],
  [
    'refund.pending, refund.settled, refund.failed, refund.unresolved, refund.not_made',
    'The same of a refund.',
  ],
] as const;

export const webhooks: DocsPage = {
  path: '/docs/webhooks',
  title: 'Webhooks',
  lead: 'Your server hears what happens to an order. Verify each event, take it once, and send again what failed.',
  group: 'Guides',
  body: (view) => html`
    <p>${prose('`webhooks` in your entry of `MERCHANTS_FILE` lists up to five endpoints, each with its `url`, `secrets` and, if it should not get everything, `events`. Events are sent by ')}<a href="https://www.standardwebhooks.com">Standard Webhooks</a>${prose('. Draw a secret like this, and give it to your server as `WEBHOOK_SECRET`:')}</p>
    ${code('Shell', 'a secret', drawing)}
    <h2 id="verify">Verify the raw body</h2>
    <p>${prose('The signature covers the body byte for byte. A framework that parses JSON first, and writes it again, changes the bytes: verification then fails, and that is the most common mistake. Read the body as text or bytes, verify it, and use the event that `verify` returns. The library `standardwebhooks` is there for many languages. It refuses an event whose timestamp is more than five minutes off.')}</p>
    ${code('JavaScript', 'Express', expressSample)}
    ${code('JavaScript', 'Hono', honoSample)}
    ${code('TypeScript', 'Next.js', nextSample)}
    <p>${prose('In the `pages` folder of Next.js, export `config = { api: { bodyParser: false } }` from the route and read the request’s stream yourself.')}</p>
    <h2 id="take">Take it once, answer quickly</h2>
    <p>${prose('`take` is yours. An event can come more than once, always with the same `webhook-id`: store that id with what you do, in one transaction, and skip an id that you know.')}</p>
    <p>${prose('Answer 2xx within 10 seconds. Any other answer, or none, is tried again for three days, and 410 ends it at once. An endpoint gets the events of one checkout in order: until one is taken or given up, the next ones wait. So answer 2xx to types that you do not know, too.')}</p>
    <p>${prose('An event can arrive before the answer to the call that caused it: find the order by `data.order_id`.')}</p>
    <p>${prose('What was sent again by hand can be older than what you have. Compare `data.version` with that of the last event that you took about the same `refund_id`, or else `charge_id`, or else `checkout_id`. For `data.status`, compare it by `checkout_id`. An order can have several checkouts, and each begins again at 1: what ends one of them does not end the order. Before you ship goods, read the checkout by the merchant API.')}</p>
    <h2 id="rotate">Change a secret</h2>
    <p>${prose('List the new secret beside the old one. Each event then has both signatures. Change your server, then remove the old one.')}</p>
    <h2 id="public-key">A key that others verify by</h2>
    <p>${prose('If others verify events for you, list a `whsk_` key beside the `whsec_` secret. Each event then has a signature `v1a`, too, which is checked by the public key. Never list a `whsk_` key by itself for the samples above: `standardwebhooks` for JavaScript checks `v1` only.')}</p>
    ${code('Shell', 'a pair of keys', drawingPair)}
    <h2 id="listen">While you develop</h2>
    <p>${prose('No tunnel is needed. In the root folder of this project’s repository, this command follows the events of your merchant and posts each to your machine, signed with the secret in `WEBHOOK_SECRET` or, without one, with a secret that it prints:')}</p>
    ${code('Shell', 'listen', listening(view))}
    <h2 id="resend">What failed</h2>
    <p>${prose('The list has each event with every attempt, and `failing_since` of an endpoint that takes nothing. Send one again with `POST /v1/merchant/events/{event}/resend`, or all that failed since a time:')}</p>
    ${code('Shell', 'list what failed', listing(view))}
    ${code('Shell', 'send it again', sendingAgain(view))}
    <h2 id="types">Types</h2>
    ${rows(types.map(([name, text]) => ({ name, text: prose(text) })))}
    <p>${prose('A state that the BFF did not see has no event: `charge.settled` can come without `charge.approved`. No event says that an application came to nothing. Its checkout is `open` again: read a checkout that stays `applied`. `data` has `checkout_id`, `order_id`, the checkout’s `status` and `version`, `amount`, and `charge_id` and `refund_id` of what it is about. `order_id` is null if a page began the checkout without an order. It names no person. The whole API is described at ')}<a href="${view.bffUrl}/docs">the BFF’s /docs</a>.</p>`,
};
