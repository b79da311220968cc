import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import { ApiTestbed, type Body } from '../../conformance/api-testbed.ts';
import {
  addressOf,
  type Call,
  type Endpoint,
  withField,
} from '../../conformance/calls/endpoint.ts';
import { endpoints } from '../../conformance/calls/endpoints.ts';
import { newMerchantFixture } from '../../conformance/merchant-fixture.ts';
import { type Situation, situationsOf } from '../../conformance/situations.ts';
import { firstSponsor, otherSponsor } from '../../conformance/sponsors.ts';
import { shop, shopKey } from '../../helpers/bff.ts';
import { authorizationOf } from '../../helpers/lending.ts';
import type { Random } from '../fuzz/random.ts';
import type { Cell, Sent } from './cell.ts';
import { unknownId, wildId } from './ids.ts';

interface PreparedCall {
  readonly endpoint: Endpoint;
  readonly situations: readonly Situation[];
  /** By who invited the consumer. */
  readonly calls: ReadonlyMap<string, Call>;
  readonly salesrep: string;
}

/** A lending service with two sponsors, three merchants and calls that would be right. */
export interface LendingBed {
  readonly testbed: ApiTestbed;
  readonly prepared: readonly PreparedCall[];
  /** Addresses of the sandbox and of pages, with ids of the first sponsor’s. */
  readonly controls: readonly Control[];
  close(): Promise<void>;
}

interface Control {
  readonly method: 'GET' | 'POST';
  /** With `{id}`. */
  readonly path: string;
  readonly id: string;
  readonly body?: object;
}

export async function startLendingBed(): Promise<LendingBed> {
  const testbed = await ApiTestbed.start();
  const prepared: PreparedCall[] = [];
  for (const endpoint of endpoints) prepared.push(await prepare(testbed, endpoint));
  return { testbed, prepared, controls: await controlsOf(testbed), close: () => testbed.close() };
}

/** Refusals change nothing, so one call of each owner serves every round. */
async function prepare(testbed: ApiTestbed, endpoint: Endpoint): Promise<PreparedCall> {
  const fixture = changesMerchant(endpoint) ? await newMerchantFixture(testbed) : testbed.fixture;
  const isLeft = ({ status, shows }: Situation) =>
    status >= 400 || (endpoint.method === 'GET' && shows === false);
  const situations = situationsOf(endpoint, testbed, fixture).filter(isLeft);
  const calls = new Map<string, Call>();
  const user = fixture.users.Admin;
  for (const owner of new Set([...situations.map((each) => each.owner), fixture.users.Salesrep])) {
    calls.set(owner, await endpoint.prepare(testbed, { fixture, user, owner }));
  }
  return { endpoint, situations, calls, salesrep: fixture.users.Salesrep };
}

/** What prepares these takes the merchant's bank account away for a time. */
function changesMerchant({ path }: Endpoint): boolean {
  return path.includes('/payment-detail/');
}

async function controlsOf(testbed: ApiTestbed): Promise<Control[]> {
  const { fixture } = testbed;
  const owned = { fixture, owner: fixture.users.Salesrep };
  const pulled = await testbed.softPull(owned);
  const loan = await testbed.loan(owned);
  const pending = await testbed.charge(owned, loan);
  const settled = await testbed.settledCharge(owned);
  const events = (await testbed.must(['GET', '/sandbox/v1/events'])) as unknown as Body[];
  const { documents = [], statements = [] } = await pagesOf(testbed, loan.external_application_id);
  const on = (path: string, id: string, body: object = {}): Control => ({
    method: 'POST',
    path: `/sandbox/v1${path}`,
    id,
    body,
  });
  const application = (step: string, id: unknown, body?: object) =>
    on(`/applications/{id}/${step}`, String(id), body);
  const merchant = (step: string, body?: object) =>
    on(`/merchants/{id}/${step}`, fixture.contractorId, body);
  const show = (path: string, id: string): Control => ({ method: 'GET', path, id });
  return [
    ...['accept-terms', 'decline-terms', 'choose-offer'].map((step) =>
      application(step, pulled.external_application_id),
    ),
    application('verify', pulled.external_application_id, { result: 'passed' }),
    ...['activate-portal', 'suspend', 'release', 'pay-off'].map((step) =>
      application(step, loan.external_application_id),
    ),
    ...['suspend', 'release', 'offboard'].map((step) => merchant(step)),
    on('/payment-requests/{id}/approve', pending),
    on('/payment-requests/{id}/reject', pending),
    on('/transactions/{id}/advance', settled, { to: 'Reversed' }),
    on('/events/{id}/resend', String(events[0]?.event_id ?? '')),
    ...documents.map((id) => show('/documents/{id}', id)),
    ...statements.map((id) => show(`/statements/${fixture.users.Admin}/{id}`, id)),
  ];
}

/** Ids of the loan’s documents, and of the merchant’s statements. */
async function pagesOf(
  { lending, fixture }: ApiTestbed,
  externalId: string,
): Promise<Partial<Record<'documents' | 'statements', string[]>>> {
  const { query } = lending.context.database;
  const documents = await query
    .selectFrom('documents')
    .innerJoin('applications', 'applications.id', 'documents.application_id')
    .select('documents.id')
    .where('external_application_id', '=', externalId)
    .execute();
  const list = await lending.call(
    'GET',
    `/api/v1/sponsor/merchants/${fixture.users.Admin}/statement/`,
  );
  return {
    documents: documents.map(({ id }) => id),
    statements: ((await list.json()) as { id: unknown }[]).map(({ id }) => String(id)),
  };
}

/** Whoever is no sponsor. */
const outsiders: Readonly<Record<string, string | undefined>> = {
  'no credentials': undefined,
  'a wrong password': basicAuthHeader({ username: firstSponsor, password: 'x' }),
  'no password': basicAuthHeader({ username: firstSponsor, password: '' }),
  'the password of another sponsor': basicAuthHeader({
    username: firstSponsor,
    password: 'sandbox-api-password-two',
  }),
  'a sponsor in capitals': basicAuthHeader({
    username: firstSponsor.toUpperCase(),
    password: 'sandbox-api-password',
  }),
  'a sponsor of no name': basicAuthHeader({ username: '', password: 'sandbox-api-password' }),
  'a merchant’s secret key': basicAuthHeader({ username: shopKey, password: '' }),
  'a publishable key': basicAuthHeader({ username: shop.publishable_key, password: '' }),
  'the password as a bearer': 'Bearer sandbox-api-password',
};

/** Every call of the lending service by everybody who may not make it, or may see nothing by it. */
export function lendingCells(bed: LendingBed, random: Random): Cell[] {
  return [...bed.prepared.flatMap((each) => callCells(each, random)), ...controlCells(bed, random)];
}

function callCells({ endpoint, situations, calls }: PreparedCall, random: Random): Cell[] {
  const { method, path, access } = endpoint;
  const cells: Cell[] = [];
  const anyCall = [...calls.values()].at(-1) ?? {};
  for (const [who, authorization] of Object.entries(outsiders)) {
    const to = (call: Call) => sentBy(endpoint, call, authorization);
    cells.push({
      name: `${method} ${path}, ${who}`,
      sent: to(anyCall),
      unknown: to(withField(anyCall, access.record, unknownId(random))),
      status: 401,
    });
  }
  for (const situation of situations) {
    const { name, as, user, owner, status, asUnknownRecord } = situation;
    const right = calls.get(owner) ?? {};
    const call = user === undefined ? right : withField(right, access.user, user);
    const to = (each: Call) => sentBy(endpoint, each, authorizationOf(as));
    const unknown = withField(call, access.record, unknownId(random));
    // A Salesrep is shown its own records in the same list.
    const isShownOthers = status < 400 && name.endsWith('another’s');
    cells.push({
      name: `${method} ${path}, ${name}`,
      sent: to(call),
      status,
      ...(isShownOthers && { hides: right.shows === undefined ? [] : [right.shows] }),
      ...(asUnknownRecord && { unknown: to(unknown) }),
    });
    const record = access.record && namedIn(call, access.record);
    if (record === undefined || !asUnknownRecord) continue;
    const wild = withField(call, access.record, wildId(record, random));
    cells.push({ name: `${method} ${path}, ${name}, a wild id`, sent: to(wild) });
  }
  return cells;
}

/** What a call shows of its records stands in no answer to anybody else. */
export function secretsOf({ prepared }: LendingBed): string[] {
  return prepared.flatMap(({ endpoint: { access }, calls }) =>
    [...calls.values()].flatMap((call) => {
      const record = access.record && namedIn(call, access.record);
      return [call.shows, record].filter((each) => each !== undefined && isRare(each)) as string[];
    }),
  );
}

/** Neither a number that stands anywhere nor the name of a merchant, with which others begin. */
function isRare(text: string): boolean {
  return text.length > 8 && !text.startsWith('merchant-');
}

function namedIn(call: Call, { in: place, name }: NonNullable<Endpoint['access']['record']>) {
  const value = place === 'path' ? call.path?.[name] : (call.body as Body | undefined)?.[name];
  return value === undefined ? undefined : String(value);
}

function sentBy(endpoint: Endpoint, call: Call, authorization: string | undefined): Sent {
  const { body } = call;
  return {
    method: endpoint.method,
    path: addressOf(endpoint, call),
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** What the sandbox does for consumers and banks, and pages that open for a sponsor. */
function controlCells({ controls }: LendingBed, random: Random): Cell[] {
  return controls.flatMap(({ method, path, id, body }) => {
    const by = (authorization: string | undefined, ofId: string): Sent => ({
      method,
      path: path.replace('{id}', encodeURIComponent(ofId)),
      headers: {
        ...(authorization !== undefined && { authorization }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const stranger = authorizationOf(otherSponsor);
    const strangers: Cell[] = [
      {
        name: `${method} ${path}, another sponsor`,
        sent: by(stranger, id),
        unknown: by(stranger, unknownId(random)),
      },
      {
        name: `${method} ${path}, another sponsor, a wild id`,
        sent: by(stranger, wildId(id, random)),
      },
    ];
    const nobody = Object.entries(outsiders).map(([who, authorization]) => ({
      name: `${method} ${path}, ${who}`,
      sent: by(authorization, id),
      unknown: by(authorization, unknownId(random)),
      status: 401,
    }));
    return [...strangers, ...nobody];
  });
}

/** The first sponsor for its Admin: what it is shown there, nobody else may be. */
export function lendingsOwnCells({ prepared }: LendingBed): Cell[] {
  const authorization = authorizationOf(firstSponsor);
  return prepared.flatMap(({ endpoint, calls, salesrep }) => {
    const call = calls.get(salesrep);
    if (endpoint.method !== 'GET' || call === undefined) return [];
    return [
      {
        name: `GET ${endpoint.path}, the merchant’s Admin`,
        sent: sentBy(endpoint, call, authorization),
        status: endpoint.success,
        isAllowed: true,
        ...(call.shows !== undefined && { shows: call.shows }),
      } satisfies Cell,
    ];
  });
}
