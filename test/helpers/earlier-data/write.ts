// node test/helpers/earlier-data/write.ts FOLDER: writes what README.md in this folder describes.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { sandboxCallback } from '../../../server/config/sandbox-settings.ts';
import { createSandboxProviders } from '../../../server/lending/providers/sandbox-providers.ts';
import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import { listen } from '../../../server/platform/http/listen.ts';
import { aCharge, chargePath } from '../accepted-loan.ts';
import { answered } from '../answered.ts';
import { startTestBff } from '../bff.ts';
import { freePort } from '../free-ports.ts';
import { anInvitation, invitePath } from '../invitations.ts';
import { startTestLending } from '../lending.ts';
import { anOnboarding, aPaymentDetail } from '../merchant-bodies.ts';
import { MerchantServer } from '../merchant-server.ts';
import { Sandbox } from '../sandbox.ts';
import { as, ShopPage, signedOrder } from '../shop-page.ts';
import { aSoftPull, softPullPath } from '../soft-pull.ts';
import { until } from '../until.ts';

const folder = process.argv[2] ?? '.';
/** Nobody answers there; whoever reads the data puts its own address in its place. */
const bffPublicUrl = 'http://localhost:47613';
const sponsor = '/api/v1/sponsor';
const hangingSsn = '900100202';
const waitingCallback = '11111111-2222-4333-8444-555555555555';

const { bureau, ...others } = createSandboxProviders();
const lending = await startTestLending(
  {},
  {
    ...others,
    bureau: {
      softInquiry: (inquiry) =>
        inquiry.ssn === hangingSsn ? new Promise(() => undefined) : bureau.softInquiry(inquiry),
    },
  },
);
const port = await freePort();
await listen(lending.app, { port });
const sandbox = new Sandbox(`http://localhost:${port}`);
const bff = await startTestBff({
  lenderUrl: `http://localhost:${port}`,
  isRunning: true,
  config: { bffPublicUrl },
});

// --- The lender's side, called as a sponsor calls it.

type Body = Record<string, unknown>;

async function call(method: string, path: string, body: Body, key?: string): Promise<Body> {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
  const response = await lending.call(method, path, { body, headers });
  return answered(response, response.ok ? response.status : 200);
}

const pulled = (id: string, change: Body = {}, key?: string) =>
  call('POST', softPullPath, softPullBody(id, change), key);

function softPullBody(id: string, change: Body): Body {
  return aSoftPull({ external_application_id: id, email: `${id}@example.test`, ...change });
}

async function accepted(
  id: string,
  change: Body = {},
): Promise<{ external_application_id: string }> {
  const { offers } = (await pulled(id, change)) as { offers: { offer_uuid: string }[] };
  await call('PATCH', `${sponsor}/consumers/offers/${offers[0]?.offer_uuid}/select/`, {});
  await sandbox.application(id, 'accept-terms');
  return { external_application_id: id };
}

type Loan = Awaited<ReturnType<typeof accepted>>;

async function charged(loan: Loan, change: Body = {}): Promise<string> {
  return String((await call('POST', chargePath, aCharge(loan, change))).payment_request_uuid);
}

async function approved(loan: Loan, change: Body = {}, to?: string): Promise<string> {
  const uuid = await charged(loan, change);
  await sandbox.paymentRequest(uuid, 'approve');
  if (to !== undefined) await sandbox.transaction(uuid, to);
  return uuid;
}

/** A tenth of a charge. */
async function refunded(payment_request_uuid: string, to?: string): Promise<string> {
  const { refund_request_uuid } = await call(
    'POST',
    `${sponsor}/merchants/refund-payment-request/`,
    {
      request_user_id: 'hillside-admin',
      payment_request_uuid,
      consumer_charge_amount: '100.00',
      net_to_merchant_amount: '94.00',
      net_platform_fee: '4.00',
      net_to_sponsor_amount: '2.00',
      transaction_callback_url: 'http://localhost:8788/sandbox/receiver/refunds',
    },
  );
  if (to !== undefined) await sandbox.transaction(String(refund_request_uuid), to);
  return String(refund_request_uuid);
}

const keyedPull = softPullBody('keyed-pull', { ssn: '900-10-0009' });
const pullAnswer = await call('POST', softPullPath, keyedPull, 'key-of-pull');
await pulled('in-review', { ssn: '900-10-0106' });
await pulled('declined-by-post', { ssn: '900-10-0101', email: 'bounce@example.test' });
// Its documents go by post.
await accepted('soon-suspended', { ssn: '900-10-0008', email: 'bounce@example.test' });
const invite = (id: string, change: Body = {}) =>
  call(
    'POST',
    invitePath,
    anInvitation({ external_application_id: id, email: `${id}@example.test`, ...change }),
  );
const { consumer_invitation_link } = await invite('invited');
await invite('invited-for-later', { activate_date: '2026-03-20' });
const form = new URL(String(consumer_invitation_link)).pathname;
const post = (path: string, fields: Record<string, string>) =>
  lending.app.request(`${form}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
await post('/start', {});
const typed = await post('/apply/contact', { first_name: 'Ada', requested_amount: '8400' });
const draftCookie = (typed.headers.get('set-cookie') ?? '').split(';')[0];
await call('POST', `${sponsor}/merchants/onboarding/`, anOnboarding());
const ridge = {
  contractor_id: 'ridge',
  user_id: 'ridge-admin',
  business_name: 'Ridge Solar',
  user_business_email: 'dana@ridge.example.test',
  mobile_phone: '+16145550172',
};
await call('POST', `${sponsor}/merchants/onboarding/`, anOnboarding(ridge));
await call('POST', '/sandbox/v1/merchants/ridge/complete-onboarding', {});
await call(
  'POST',
  `${sponsor}/merchants/payment-detail/`,
  aPaymentDetail({ request_user_id: 'ridge-admin', name_on_check: 'Ridge Solar' }),
);

const loan = await accepted('charged');
const project = { transaction_description: 111 };
const charges = {
  refunded: await approved(loan, {}, 'Transferred'),
  refundedSoon: await approved(loan, project, 'Transferred'),
  submitted: await approved(loan, project, 'Submitted'),
  successful: await approved(loan, project, 'Successful'),
  settled: await approved(loan, project, 'Successful'),
  approved: await approved(loan, project),
};
const refunds = [
  await refunded(charges.refunded, 'Successful'),
  await refunded(charges.refundedSoon),
];
const keyedCharge = aCharge(loan, project);
const chargeAnswer = await call('POST', chargePath, keyedCharge, 'key-of-charge');

// --- The shop's pages, over the BFF.

async function pageWithOffers(ssn = '900-10-0009'): Promise<ShopPage> {
  const page = new ShopPage(bff);
  await page.open({ amount: '8400.00', order_token: await signedOrder(bff) });
  as(await page.apply({ ssn }), 'offers');
  return page;
}

async function pageWithTerms(ssn?: string): Promise<ShopPage> {
  const page = await pageWithOffers(ssn);
  const { offers } = as(await page.step(), 'offers');
  as(await page.select(offers[0]?.offer_uuid ?? ''), 'redirect');
  return page;
}

async function pageWithCharge(): Promise<{ page: ShopPage; uuid: string | null }> {
  const page = await pageWithTerms('900-10-0001');
  await sandbox.application(await applicationOf(page), 'accept-terms');
  as(await page.step(), 'accepted');
  await page.charge();
  const uuid = await until('the charge', async () => {
    const step = await page.step();
    return step.screen === 'charge_pending' ? (step.payment_request_uuid ?? undefined) : undefined;
  });
  return { page, uuid };
}

async function applicationOf(page: ShopPage): Promise<string> {
  const { id, earlier_application_id } = await bff.database.query
    .selectFrom('checkouts')
    .select(['id', 'earlier_application_id'])
    .where('id', '=', page.checkoutId)
    .executeTakeFirstOrThrow();
  return earlier_application_id ?? id;
}

const opened = new ShopPage(bff);
await opened.open({ amount: '8400.00', order_token: await signedOrder(bff) });
const offers = await pageWithOffers();
const terms = await pageWithTerms();
const { page: charge, uuid } = await pageWithCharge();
const server = new MerchantServer(bff);
const made = await server.make({ order_id: 'S-earlier' }, 'key-of-checkout');

// Callbacks of before wait to be tried again; those of from now on wait to be let go.
await sandbox.holdEvents();
await sandbox.paymentRequest(uuid, 'approve');

// Whoever asks the bureau, and the call for it, ends with this process.
const asking = new ShopPage(bff);
await asking.open({ amount: '8400.00', order_token: await signedOrder(bff) });
void asking.apply({ ssn: hangingSsn }).catch(() => undefined);
await until('the inquiry', async () => {
  const started = await lending.context.database.query
    .selectFrom('due_work')
    .select('key')
    .where('kind', '=', 'soft_pull')
    .execute();
  return started.length > 0 ? true : undefined;
});
await until('the tries of callbacks and messages', async () => {
  const waiting = await lending.context.database.query
    .selectFrom('due_work')
    .select('key')
    .where('kind', 'in', ['callback', 'message'])
    .where('due_at', '<=', bff.now())
    .where('attempts', '=', 0)
    .execute();
  return waiting.length === 0 ? true : undefined;
});
// Nothing takes up what comes in from now on.
await lending.stop();
await bff.runner.stop();
const answeredSoon = await charged(loan, {
  ...project,
  payment_identifier: 'sbx:consumer_approve',
});
await sandbox.transaction(charges.settled, 'Transferred');
const callback = await bff.app.request('/callbacks/application', {
  method: 'POST',
  headers: {
    authorization: basicAuthHeader(sandboxCallback),
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    event_id: waitingCallback,
    external_application_id: await applicationOf(terms),
  }),
});
if (callback.status !== 200) throw new Error(`the callback was answered ${callback.status}`);

// --- What is stored, and what pages, merchants and the sponsor were told.

const sessionOf = async (page: ShopPage) => ({
  checkoutId: page.checkoutId,
  token: page.token,
  resume: page.resume,
  application: await applicationOf(page),
});
const told = {
  bffPublicUrl,
  invitation: { path: form, cookie: draftCookie },
  pages: {
    opened: await sessionOf(opened),
    offers: await sessionOf(offers),
    terms: await sessionOf(terms),
    charge: { ...(await sessionOf(charge)), uuid },
    asking: await sessionOf(asking),
  },
  charges: { ...charges, answeredSoon },
  refunds,
  callback: waitingCallback,
  keyed: {
    pull: { request: keyedPull, answer: pullAnswer },
    charge: { request: keyedCharge, answer: chargeAnswer },
    checkout: { order_id: 'S-earlier', answer: made },
  },
};

const dumpOf = { lending: lending.context.database, bff: bff.database };
const isPostgres = lending.databaseUrl !== undefined;
for (const [name, { query }] of Object.entries(dumpOf)) {
  const db = query as unknown as Kysely<Record<string, Body>>;
  if (isPostgres) {
    const url = name === 'lending' ? lending.databaseUrl : bff.storage.databaseUrl;
    const flags = ['--schema-only', '--no-owner', '--no-privileges', '--schema', name];
    writeFileSync(
      join(folder, `${name}.postgres.sql`),
      plainSql(execFileSync('pg_dump', [...flags, url ?? ''], { encoding: 'utf8' })),
    );
  } else {
    const { rows: schema } = await sql<{ type: string; name: string; sql: string }>`
      select type, name, sql from sqlite_master
      where sql is not null and name not like 'sqlite_%' order by type desc, name`.execute(db);
    writeFileSync(
      join(folder, `${name}.sqlite.sql`),
      `${schema.map((each) => `${each.sql};\n`).join('')}`,
    );
    const refersToOthers = (each: { sql: string }) => Number(/ references /i.test(each.sql));
    const tables = schema
      .filter(({ type }) => type === 'table')
      .sort((a, b) => refersToOthers(a) - refersToOthers(b));
    const lines: string[] = [];
    for (const { name: table } of tables) {
      const rows = await db.selectFrom(table).selectAll().execute();
      if (rows.length === 0) continue;
      // Without generated columns, which nobody may write.
      const info = sql<{ name: string }>`select name from pragma_table_info(${table})`;
      const columns = (await info.execute(db)).rows.map(({ name }) => name);
      lines.push(JSON.stringify({ table, columns }));
      for (const row of rows) lines.push(JSON.stringify(columns.map((column) => row[column])));
    }
    writeFileSync(join(folder, `${name}.rows.jsonl`), `${lines.join('\n')}\n`);
  }
}
if (!isPostgres) writeFileSync(join(folder, 'told.json'), `${JSON.stringify(told, null, 1)}\n`);
process.exit(0);

/** Without comments, and without what only psql understands. */
function plainSql(dump: string): string {
  return dump.replaceAll(/^(--.*|\\.*|SET .*;)?\n/gm, '').replaceAll(/\n\s+/g, ' ');
}
