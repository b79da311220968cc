import { html } from 'hono/html';
import { code, type DocsPage, type DocsView, prose, rows } from './docs-page.ts';

const opening = ({ bffUrl }: DocsView) => `
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { openBackOffice } from './back-office/back-office.ts';

const { SECRET_KEY, WEBHOOK_SECRET, OFFICE_PASSWORD } = process.env;
if (!SECRET_KEY || !WEBHOOK_SECRET || !OFFICE_PASSWORD) throw new Error('A setting is missing.');

const office = openBackOffice({
  publicUrl: 'https://office.example',
  bffUrl: '${bffUrl}',
  secretKey: SECRET_KEY,
  webhookSecret: WEBHOOK_SECRET,
  password: OFFICE_PASSWORD,
  isPasswordShown: false,
  sellers: [{ user_id: 'hillside-rep-1', name: 'Casey Brook' }],
  file: 'back-office.db',
});
const app = new Hono().route('/back-office', office.app);
serve({ fetch: app.fetch, port: 3000 });`;

const endpoint = `
"webhooks": [
  { "url": "https://office.example/back-office/webhooks", "secrets": ["whsec_…"] }
]`;

const files = [
  [
    'merchant-api.ts',
    'Every call that it makes, typed by `merchant-api-types.ts`. An answer that did not come is told from one that refuses.',
  ],
  ['webhooks.ts', 'Verifies the raw body by `standardwebhooks`, and takes each event once.'],
  [
    'store.ts',
    'Its SQLite file: a row for each order, the ids of webhooks that were taken, who is signed in.',
  ],
  ['live.ts', 'Tells open pages by server-sent events which order has changed.'],
  ['orders/', 'The list, one order, and a form for each thing that can be done with it.'],
  ['sales/', 'A sale without a web page: a link for the customer, to copy or to scan.'],
  ['money/', 'Settlements with sums and CSV, amounts by week, and how far customers come.'],
  ['strings/', 'All texts in English and Spanish. Another language is one more file.'],
  ['sign-in.ts', 'One password. Put your own accounts in its place.'],
] as const;

export const backOffice: DocsPage = {
  path: '/docs/back-office',
  title: 'Back office',
  lead: 'A start for your own: orders, charges, refunds and the books, made of the merchant API and webhooks alone.',
  group: 'Guides',
  body: (view) => html`
    <p>${prose('The folder `demo/back-office` of this project’s repository is the back office of the demo shop. It uses what any merchant has: the secret key, the merchant API and signed webhooks. Copy the folder, and `demo/assets/base.css` and `logo.svg` with it, and change it as you like.')}${
      view.hasBackOffice
        ? html` <a href="/back-office">Open it</a>: its sign-in shows the password of the sandbox.`
        : ''
    }</p>
    <h2 id="files">What is where</h2>
    ${rows(files.map(([name, text]) => ({ name, text: prose(text) })))}
    <h2 id="start">Start your own</h2>
    <p>${prose('List its endpoint in your entry of `MERCHANTS_FILE`, with a secret that you draw as the page on ')}<a href="/docs/webhooks">webhooks</a>${prose(' says:')}</p>
    ${code('JavaScript', 'endpoint', endpoint)}
    ${code('TypeScript', 'start', opening(view))}
    <p>${prose('It needs `hono` (as served above, with `@hono/node-server`), `better-sqlite3` (its types: `@types/better-sqlite3`), `standardwebhooks` and, for the charts, `uplot`. `/assets/base.css` and `/assets/logo.svg` are served by your own site. The sandbox lists the demo’s own endpoint if one process serves BFF and demo; else list it in `MERCHANTS_FILE`.')}</p>
    <h2 id="how">How it stays right</h2>
    <ul>
      <li>${prose('A webhook only says that an order has changed. The order is read from the API when somebody looks at it, so that a webhook that is late, or comes twice, changes nothing.')}</li>
      <li>${prose('Each form holds its own `Idempotency-Key`. Pressed twice, or sent again after an answer that was lost, it is done once.')}</li>
      <li>${prose('What cannot be done says why: before it is tried where the order tells, else by the code that the API refuses it with.')}</li>
      <li>${prose('It holds no personal data: the API names no person.')}</li>
    </ul>`,
};
