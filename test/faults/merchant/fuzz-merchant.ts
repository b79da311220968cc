import type { z } from 'zod';
import { problem } from '../../../server/bff/merchant-api/answers.ts';
import { callExamples } from '../../../server/bff/merchant-api/examples.ts';
import { merchantApiRoutes } from '../../../server/bff/merchant-api/routes.ts';
import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import { parseCents } from '../../../server/platform/money.ts';
import { otherKey, otherShop, shop, shopKey } from '../../helpers/bff.ts';
import { type MerchantHistory, sellOnce } from '../../helpers/merchant-history.ts';
import { MerchantServer } from '../../helpers/merchant-server.ts';
import { startTestbed, type Testbed } from '../../helpers/testbed.ts';
import { Random } from '../fuzz/random.ts';
import { anyText, anyValue } from '../fuzz/values.ts';

export interface MerchantFuzzReport {
  requests: number;
  /** Answers by status. */
  statuses: Record<string, number>;
  /** One line an answer of 500 and above, one that is not of its form, one that repeats what was sent. */
  serverErrors: string[];
  unfit: string[];
  echoes: string[];
  /** One line a charge of which more was given back than it is of. */
  overRefunded: string[];
  slowestMs: number;
}

type Route = (typeof merchantApiRoutes)[number];

interface WildCall {
  route: Route;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** What of it no refusal may repeat. */
  texts: string[];
}

/** After so many requests the merchant sells again: most of what can be done to a sale works once. */
const usualRequestsPerSale = 100;
/** The limit of calls is not what is tried here. */
const pauseMs = 500;
/** A text that is shorter stands in an answer by chance. */
const shortestEcho = 8;

/** Sends wild requests to every call of the merchant API. The same seed sends the same requests. */
export async function fuzzMerchantApi({
  seed,
  requests,
  requestsPerSale = usualRequestsPerSale,
}: {
  seed: number;
  requests: number;
  requestsPerSale?: number;
}): Promise<MerchantFuzzReport> {
  const users = [{ user_id: 'hillside-rep-2', name: 'Sam', role: 'Salesrep' }] as const;
  const merchants = [{ ...shop, may_approve: true, users: [...users] }, otherShop];
  const testbed = await startTestbed({ isRunning: false, mayApprove: true, config: { merchants } });
  const random = new Random(seed);
  const server = new MerchantServer(testbed.bff);
  const sales: MerchantHistory[] = [];
  const report: MerchantFuzzReport = {
    requests: 0,
    statuses: {},
    serverErrors: [],
    unfit: [],
    echoes: [],
    overRefunded: [],
    slowestMs: 0,
  };
  try {
    while (report.requests < requests) {
      testbed.bff.tick(pauseMs);
      if (report.requests % requestsPerSale === 0) sales.push(await sellOnce(testbed, server));
      await sendAndJudge(testbed, wildCall(random, sales.slice(-3)), report);
    }
    for (const sale of sales) await judgeMoney(server, sale, report);
    return report;
  } finally {
    await testbed.close();
  }
}

/** A call that was right, with none to four things wrong or unusual about it. */
function wildCall(random: Random, sales: readonly MerchantHistory[]): WildCall {
  const route = random.pick(merchantApiRoutes);
  const { query = {}, body } = callExamples[route.operationId] ?? {};
  const ids: Record<string, string> = { ...random.pick(sales) };
  const texts: string[] = [];
  const wildText = () => {
    const text = anyText(random);
    texts.push(text);
    return text;
  };
  const sent = { query: { ...query }, body: withLittleMoney(random, body) };
  for (let changes = random.below(5); changes > 0; changes -= 1) {
    const change = random.fraction();
    if (change < 0.2) ids[random.pick(Object.keys(ids))] = wildText();
    else if (change < 0.35) sent.query = { ...sent.query, [queryName(random, route)]: wildText() };
    else sent.body = withWildField(random, sent.body, wildText);
  }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
    encodeURIComponent(ids[name] || 'none'),
  );
  const json = sent.body === undefined ? undefined : JSON.stringify(sent.body);
  return {
    route,
    method: random.chance(0.03)
      ? random.pick(['PUT', 'DELETE', 'PATCH'])
      : route.method.toUpperCase(),
    path: `${path}?${new URLSearchParams(sent.query)}`,
    headers: headersOf(random, wildText),
    body: json !== undefined && random.chance(0.06) ? damaged(random, json) : json,
    texts: texts.filter((text) => text.length >= shortestEcho),
  };
}

/** Small enough that there is often as much left to charge or to give back. */
function withLittleMoney(random: Random, body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('amount' in body)) return body;
  return random.chance(0.5) ? { ...body, amount: `${random.below(90)}.50` } : { ...body };
}

function queryName(random: Random, { request }: Route): string {
  const schema = (request as { query?: { shape?: object } } | undefined)?.query;
  return random.pick([...Object.keys(schema?.shape ?? {}), 'x']);
}

function withWildField(random: Random, body: unknown, wildText: () => string): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const fields = Object.keys(body);
  if (fields.length === 0 || random.chance(0.1))
    return { ...body, [random.chance(0.5) ? 'webhook_url' : wildText()]: wildText() };
  const field = random.pick(fields);
  if (random.chance(0.15)) return { ...body, [field]: undefined };
  return { ...body, [field]: random.chance(0.5) ? wildText() : anyValue(random, field, {}) };
}

function headersOf(random: Random, wildText: () => string): Record<string, string> {
  const key = random.chance(0.1) ? encodeURIComponent(wildText()) : `key-${random.below(2_000)}`;
  const username = random.chance(0.9)
    ? shopKey
    : random.pick([otherKey, shop.publishable_key, '', 'sk_test_nobody']);
  return {
    authorization: basicAuthHeader({ username, password: '' }),
    'content-type': random.chance(0.97) ? 'application/json' : 'text/plain',
    ...(random.chance(0.95) && { 'idempotency-key': key }),
  };
}

function damaged(random: Random, json: string): string {
  return random.pick([
    json.slice(0, random.below(json.length)),
    `${json}${json}`,
    json.replace('{', '{"__proto__":{},'),
    json.replace(/^\{("[^"]+":[^,]+),/, '{$1,$1,'),
    '['.repeat(10_000),
    'x'.repeat(100_000),
  ]);
}

async function sendAndJudge(
  { bff }: Testbed,
  call: WildCall,
  report: MerchantFuzzReport,
): Promise<void> {
  const startedAt = performance.now();
  const response = await bff.app.request(call.path, {
    method: call.method,
    headers: call.headers,
    ...(call.body !== undefined && call.method !== 'GET' && { body: call.body }),
  });
  const text = await response.text();
  report.slowestMs = Math.max(report.slowestMs, performance.now() - startedAt);
  report.requests += 1;
  report.statuses[response.status] = (report.statuses[response.status] ?? 0) + 1;
  const line = `#${report.requests} ${call.method} ${call.path} ${call.body?.slice(0, 500) ?? ''}: ${response.status} ${text.slice(0, 300)}`;
  if (response.status >= 500) report.serverErrors.push(line);
  if (!isOfItsForm(call, response, text)) report.unfit.push(line);
  if (response.status < 400) return;
  if (call.texts.some((sent) => text.includes(sent))) report.echoes.push(line);
}

function isOfItsForm({ route, method }: WildCall, response: Response, text: string): boolean {
  const type = response.headers.get('content-type') ?? '';
  if (response.status >= 400) {
    if (!type.startsWith('application/problem+json')) return false;
    const { success, data } = problem.strict().safeParse(JSON.parse(text));
    return success && data.status === response.status;
  }
  if (method !== route.method.toUpperCase()) return false;
  const responses: Record<number, { content?: Record<string, { schema?: z.ZodType }> }> =
    route.responses;
  const schema = responses[response.status]?.content?.[type.split(';')[0] ?? '']?.schema;
  return schema?.safeParse(JSON.parse(text)).success === true;
}

async function judgeMoney(
  server: MerchantServer,
  { id }: MerchantHistory,
  report: MerchantFuzzReport,
): Promise<void> {
  for (const { charge_id: chargeId, amount } of await server.charges(id)) {
    const refunds = await server.refunds({ id, chargeId });
    const back = refunds.filter(({ status }) => status !== 'failed');
    const cents = back.reduce((sum, each) => sum + parseCents(each.amount), 0);
    if (cents > parseCents(amount)) report.overRefunded.push(`${chargeId}: ${cents} of ${amount}`);
  }
}
