import type { Hono } from 'hono';
import { callExamples } from '../../../server/bff/merchant-api/examples.ts';
import { sandboxCallback } from '../../../server/config/sandbox-settings.ts';
import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import { otherOrigin, shop, shopKey, shopOrigin } from '../../helpers/bff.ts';
import { authorizationOf } from '../../helpers/lending.ts';
import type { SandboxMessage } from '../../helpers/sandbox.ts';
import { anApplication } from '../../helpers/shop-page.ts';
import { aSoftPull } from '../../helpers/soft-pull.ts';
import { type BffBed, startBffBed } from '../authorization/bff-bed.ts';
import { Random } from '../fuzz/random.ts';
import { startDemoServices } from './demo-services.ts';
import { type HostileRequest, hostileRequest, type Valuables } from './hostile-request.ts';
import { routesOf, type ServedRoute } from './routes.ts';

export interface HostileReport {
  requests: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** One line an answer of 500 and above, and one that repeats what was sent. */
  serverErrors: string[];
  echoes: string[];
  slowestMs: number;
}

/** Addresses that wipe what the others are about, or whose purpose is to fail. */
const leftOut = [
  '/sandbox/v1/reset',
  '/sandbox/v1/clock/advance',
  '/sandbox/receiver/:name/:fail',
  '/api/sandbox/reset',
  '/api/sandbox/clock',
  '/back-office/sign-out',
];

/**
 * Sends hostile requests to every address that BFF, lending service and the demo's server have: the
 * APIs, the sandbox, the pages and what is sent as it is. The same seed sends the same requests.
 */
export async function fuzzAddresses({
  seed,
  requests,
}: {
  seed: number;
  requests: number;
}): Promise<HostileReport> {
  const bed = await startBffBed();
  const demo = await startDemoServices(bed);
  const random = new Random(seed);
  const report = emptyReport();
  try {
    const { bff, lending } = bed.testbed;
    const valuables = await valuablesOf(bed);
    const letIn = [...valuables.letIn, ...demo.letIn];
    const services = [bff.app, lending.app, ...demo.apps].map((app) => ({
      app,
      valuables: { ...valuables, letIn, routes: routesToTry(app) },
    }));
    while (report.requests < requests) {
      const { app, valuables: known } = random.pick(services);
      await sendAndJudge(app, hostileRequest(known, random), report);
    }
    return report;
  } finally {
    await demo.close();
    await bed.close();
  }
}

export function emptyReport(): HostileReport {
  return { requests: 0, statuses: {}, serverErrors: [], echoes: [], slowestMs: 0 };
}

function routesToTry(app: Pick<Hono, 'request'>): ServedRoute[] {
  return routesOf(app).filter(({ pattern }) => !leftOut.some((start) => pattern.startsWith(start)));
}

async function valuablesOf(bed: BffBed): Promise<Omit<Valuables, 'routes'>> {
  const { testbed, pages, sale, made, settlement, offer } = bed;
  const { lending } = testbed;
  const each = Object.values(pages);
  const messages = await lending.call('GET', '/sandbox/v1/messages');
  const links = ((await messages.json()) as SandboxMessage[]).flatMap((message) => message.links);
  const tokens = links.map((link) => new URL(link).pathname.split('/').at(-1) ?? '');
  const ids = [
    ...each.flatMap(({ checkoutId, resume }) => [checkoutId, resume]),
    ...Object.values(sale),
    ...tokens,
    ...[made.checkout_id, made.client_token, settlement, offer, shop.publishable_key, 'en', 'es'],
    ...[shop.request_user_id, shop.admin_user_id, 'hosted.css', '2026-03'],
  ];
  const bodies = [
    ...Object.values(callExamples).flatMap(({ body }) => (body ? [body as object] : [])),
    {},
    { amount: '900.00' },
    opening,
    { ...opening, resume: pages.plain.resume },
    { merchant: shop.publishable_key, resume: pages.own.resume },
    { link: made.url.split('#')[1] },
    anApplication({ ssn: '900-10-0001' }),
    aSoftPull({ ssn: '900-10-0001' }),
    { request_user_id: shop.request_user_id, selected_amount: '5000.00' },
    { event_type: 'application.approved', external_application_id: sale.id },
    { to: 'Transferred', result: 'passed' },
    { date_of_birth: '1985-04-12', ssn_last_4: '0001', ssn_last4: '0001' },
    { code: '123456', agree: 'on', accept: 'yes', signature: 'Alex Doe' },
  ] as Valuables['bodies'];
  const queries = ['merchant', 'locale', 'state', 'limit', 'starting_after', 'page', 'page_size'];
  const others = ['from', 'to', 'by', 'ordering', 'search', 'return_origin', 'v', 'status', 'x'];
  const sponsor = { authorization: authorizationOf('sponsor@example.test') };
  const server = { authorization: basicAuthHeader({ username: shopKey, password: '' }) };
  return {
    ids,
    tokens,
    bodies,
    letIn: [
      { at: '/v1/merchant', headers: server },
      ...[sale.id ?? '', made.checkout_id].map((id) => ({
        at: '/v1/merchant/checkouts/',
        headers: server,
        id,
      })),
      ...each.map(({ origin, token, checkoutId }) => ({
        at: '/v1/checkouts/',
        headers: { origin, authorization: `Bearer ${token}` },
        id: checkoutId,
      })),
      { at: '/v1/', headers: { origin: shopOrigin } },
      { at: '/v1/pay', headers: { origin: new URL(testbed.bff.url).origin } },
      { at: '/callbacks', headers: { authorization: basicAuthHeader(sandboxCallback) } },
      ...['/api', '/sandbox', '/documents', '/statements'].map((at) => ({ at, headers: sponsor })),
    ],
    authorizations: [
      ...Array(4).fill(basicAuthHeader({ username: shopKey, password: '' })),
      ...Array(4).fill(authorizationOf('sponsor@example.test')),
      ...each.map(({ token }) => `Bearer ${token}`),
      basicAuthHeader(sandboxCallback),
      ...['', 'Basic', 'Basic %%%', 'Bearer', `Basic ${'A'.repeat(5_000)}`],
    ],
    origins: [shopOrigin, shopOrigin, new URL(testbed.bff.url).origin, otherOrigin, 'null'],
    fields: [...queries, ...others, ...new Set(bodies.flatMap((body) => Object.keys(body)))],
  };
}

const opening = {
  merchant: shop.publishable_key,
  return_url: `${shopOrigin}/pay`,
  locale: 'en',
  amount: '8412.34',
};

async function sendAndJudge(
  app: Pick<Hono, 'request'>,
  { method, path, headers, body, texts }: HostileRequest,
  report: HostileReport,
): Promise<void> {
  const startedAt = performance.now();
  const init = { method, headers, ...(body !== undefined && { body }) };
  const response = await app.request(path, init);
  const text = await textOf(response);
  report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt);
  report.requests += 1;
  report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1;
  const line = () => {
    const sent = typeof body === 'string' ? body.slice(0, 500) : '';
    const what = `#${report.requests} ${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)}`;
    return `${what} ${sent}: ${response.status} ${text.slice(0, 300)}`;
  };
  if (response.status >= 500) report.serverErrors.push(line());
  const answered = `${text}\n${[...response.headers].flat().join('\n')}`;
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  const echoed = texts.some(({ text: sent, mark }) => {
    if (mark === '' || !answered.includes(mark)) return false;
    // A page shows again what was typed, as text; a list filters by what its answer repeats.
    return isPage ? /[<>"']/.test(sent) && answered.includes(sent) : response.status >= 400;
  });
  if (echoed) report.echoes.push(line());
}

/** A stream has no end: that it began is enough. */
async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response.text();
  await response.body?.cancel();
  return '';
}
