import { callExamples } from '../../../server/bff/merchant-api/examples.ts';
import { merchantApiRoutes } from '../../../server/bff/merchant-api/routes.ts';
import { basicAuthHeader } from '../../../server/platform/http/basic-auth.ts';
import { otherKey, shop, shopKey, shopOrigin, shopSecret } from '../../helpers/bff.ts';
import { authorizationOf } from '../../helpers/lending.ts';
import type { Random } from '../fuzz/random.ts';
import { type BffBed, goneKey, seller } from './bff-bed.ts';
import type { Cell, Sent } from './cell.ts';
import { unknownId, wildId } from './ids.ts';

type Route = (typeof merchantApiRoutes)[number];
type Ids = Readonly<Record<string, string>>;

const asUser = (username: string) => basicAuthHeader({ username, password: '' });

/** Whoever may not use the merchant API at all. */
function outsiders({ pages, made }: BffBed): Readonly<Record<string, string | undefined>> {
  return {
    'no key': undefined,
    'an empty key': asUser(''),
    'the publishable key': asUser(shop.publishable_key),
    'a key of nobody': asUser('sk_test_nobody'),
    'a key of a merchant that was taken off the list': asUser(goneKey),
    'a key that lacks its end': asUser(shopKey.slice(0, -1)),
    'the digest of the key': asUser(shop.secret_key_sha256[0] ?? ''),
    'the secret of the orders': asUser(shopSecret),
    'the key as a bearer': `Bearer ${shopKey}`,
    'the key as a password': basicAuthHeader({ username: '', password: shopKey }),
    'the key with a password': basicAuthHeader({ username: shopKey, password: 'x' }),
    'a page’s token': `Bearer ${pages.own.token}`,
    'a page’s token as a key': asUser(pages.own.token),
    'a client token': asUser(made.client_token),
    'the lender’s sponsor': authorizationOf('sponsor@example.test'),
  };
}

/** Every call of the merchant API by everybody who may not make it. */
export function merchantCells(bed: BffBed, random: Random): Cell[] {
  const { sale, foreignSale } = bed;
  const idKinds: Readonly<Record<string, Ids>> = {
    'its ids': sale,
    'ids of nobody': nobody(random),
  };
  const cells: Cell[] = [];
  for (const route of merchantApiRoutes) {
    const call = nameOf(route);
    for (const [who, authorization] of Object.entries(outsiders(bed))) {
      for (const [which, ids] of Object.entries(idKinds)) {
        const sent = callOf(route, { authorization, ids, random });
        cells.push({ name: `${call}, ${who}, ${which}`, sent, status: 401 });
      }
    }
    const stranger = { authorization: asUser(otherKey), random };
    if (!route.path.includes('{')) continue;
    cells.push({
      name: `${call}, another merchant, its ids`,
      sent: callOf(route, { ...stranger, ids: sale }),
      unknown: callOf(route, { ...stranger, ids: nobody(random) }),
      status: 404,
    });
    const wild = Object.fromEntries(
      Object.entries(sale).map(([name, id]) => [name, wildId(id, random)]),
    );
    cells.push({
      name: `${call}, another merchant, wild ids`,
      sent: callOf(route, { ...stranger, ids: wild }),
    });
    for (const [which, ids] of mixed(route, sale, foreignSale)) {
      cells.push({
        name: `${call}, another merchant, ${which}`,
        sent: callOf(route, { ...stranger, ids }),
        unknown: callOf(route, {
          ...stranger,
          ids: { ...ids, [lastOf(route)]: unknownId(random) },
        }),
        status: 404,
      });
    }
    for (const [which, ids] of mixed(route, foreignSale, sale)) {
      cells.push({
        name: `${call}, the merchant, ${which}`,
        sent: callOf(route, { authorization: asUser(shopKey), random, ids }),
        status: 404,
      });
    }
  }
  return [...cells, ...listCells(bed, random), ...rightsCells(bed, random)];
}

/** The stranger's own lists, and what of another merchant may be named in their queries. */
function listCells({ sale, settlement }: BffBed, random: Random): Cell[] {
  const by = (path: string): Sent => ({
    method: 'GET',
    path: `/v1/merchant${path}`,
    headers: { authorization: asUser(otherKey) },
  });
  const lists = ['/checkouts', '/events', '/settlements', '/report', '/report?by=sold_by'];
  const cells: Cell[] = lists.map((path) => ({
    name: `GET ${path}, another merchant`,
    sent: by(path),
    status: 200,
  }));
  for (const [path, id] of [
    ['/checkouts', sale.id],
    ['/events', sale.event],
    ['/settlements', settlement],
  ]) {
    cells.push({
      name: `GET ${path} after a row of another merchant`,
      sent: by(`${path}?starting_after=${id}`),
      unknown: by(`${path}?starting_after=${unknownId(random)}`),
    });
  }
  cells.push({
    name: 'GET /events of a checkout of another merchant',
    sent: by(`/events?checkout_id=${sale.id}`),
    unknown: by(`/events?checkout_id=${unknownId(random)}`),
    status: 200,
  });
  return cells;
}

/** What a merchant may not do with what is its own. */
function rightsCells({ foreignSale, sale }: BffBed, random: Random): Cell[] {
  const { id = '', waiting = '' } = foreignSale;
  const post = (path: string, body: object): Sent => ({
    method: 'POST',
    path: `/v1/merchant${path}`,
    headers: {
      authorization: asUser(otherKey),
      'content-type': 'application/json',
      'idempotency-key': unknownId(random),
    },
    body: JSON.stringify(body),
  });
  const split = {
    net_to_merchant_amount: '49.00',
    net_platform_fee: '0.50',
    net_to_sponsor_amount: '0.50',
  };
  const order = { amount: '900.00', order_id: unknownId(random) };
  const evidence = { authorization_method: 'signed_contract', authorization_reference: 'HC-1' };
  return [
    {
      name: 'approves a charge without the right to',
      sent: post(`/checkouts/${id}/charges/${waiting}/approve`, evidence),
      status: 409,
    },
    {
      name: 'shares a charge out without the right to',
      sent: post(`/checkouts/${id}/charges`, {
        transaction_description: 113,
        amount: '50.00',
        fee_split: split,
      }),
      status: 400,
    },
    {
      name: 'names a seller of another merchant',
      sent: post('/checkouts', { ...order, sold_by: seller }),
      status: 400,
    },
    {
      name: 'sends consumers back to another merchant',
      sent: post('/checkouts', { ...order, return_url: `${shopOrigin}/pay` }),
    },
    {
      name: 'sends an event of another merchant again',
      sent: post(`/events/${sale.event}/resend`, { endpoint_id: 'shop' }),
      unknown: post(`/events/${unknownId(random)}/resend`, { endpoint_id: 'shop' }),
      status: 404,
    },
    {
      name: 'sends what failed after an event of another merchant again',
      sent: post('/failed-events/resend', {
        created_after: '2027-01-01T00:00:00Z',
        starting_after: sale.event,
      }),
      unknown: post('/failed-events/resend', {
        created_after: '2027-01-01T00:00:00Z',
        starting_after: unknownId(random),
      }),
    },
  ];
}

/** What the stranger may do, in words that lead to the other merchant’s: it changes its own rows. */
export function strangersOwnCells({ keyed }: BffBed, random: Random): Cell[] {
  const headers = { authorization: asUser(otherKey), 'content-type': 'application/json' };
  const { sold_by: _seller, return_url: _page, ...body } = keyed.body;
  return [
    {
      name: 'POST /checkouts, another merchant, a key of the merchant',
      sent: {
        method: 'POST',
        path: '/v1/merchant/checkouts',
        headers: { ...headers, 'idempotency-key': keyed.key },
        body: JSON.stringify({ ...body, order_id: 'F-2', amount: '900.00' }),
      },
      status: 201,
    },
    {
      name: 'POST /failed-events/resend, another merchant',
      sent: {
        method: 'POST',
        path: '/v1/merchant/failed-events/resend',
        headers: { ...headers, 'idempotency-key': unknownId(random) },
        body: JSON.stringify({ created_after: '2026-03-01T00:00:00Z' }),
      },
      status: 200,
    },
  ];
}

/** The merchant itself: what it is shown there, nobody else may be. */
export function merchantsOwnCells({ sale, settlement, keyed }: BffBed): Cell[] {
  const authorization = asUser(shopKey);
  const get = (path: string, shows: string | undefined): Cell => ({
    name: `GET ${path}, the merchant`,
    sent: { method: 'GET', path: `/v1/merchant${path}`, headers: { authorization } },
    status: 200,
    isAllowed: true,
    ...(shows !== undefined && { shows }),
  });
  return [
    get(`/checkouts/${sale.id}`, sale.charge),
    get(`/checkouts/${sale.id}/charges`, sale.charge),
    get(`/checkouts/${sale.id}/charges/${sale.charge}/refunds`, sale.refund),
    get('/checkouts', sale.id),
    get('/events?limit=100', sale.event),
    get('/settlements', settlement),
    get('/report?by=sold_by', seller),
    {
      name: 'POST /checkouts, the merchant, its key again',
      sent: {
        method: 'POST',
        path: '/v1/merchant/checkouts',
        headers: {
          authorization,
          'content-type': 'application/json',
          'idempotency-key': keyed.key,
        },
        body: JSON.stringify(keyed.body),
      },
      status: 201,
      isAllowed: true,
    },
  ];
}

function nameOf({ method, path }: Route): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The last id in the path is what the call is about. */
function lastOf({ path }: Route): string {
  return [...path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? '';
}

function nobody(random: Random): Ids {
  return Object.fromEntries(
    ['id', 'charge', 'refund', 'event'].map((name) => [name, unknownId(random)]),
  );
}

/** One id of one sale below another sale, for calls that name two or three. */
function mixed(route: Route, own: Ids, foreign: Ids): [string, Ids][] {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.length < 2) return [];
  return names.slice(1).map((name, index) => [
    `a ${name} below another checkout`,
    {
      ...foreign,
      ...Object.fromEntries(names.slice(index + 1).map((each) => [each, own[each] ?? ''])),
    },
  ]);
}

interface CallOf {
  authorization: string | undefined;
  ids: Ids;
  random: Random;
}

function callOf(route: Route, { authorization, ids, random }: CallOf): Sent {
  const { query = {}, body } = callExamples[route.operationId] ?? {};
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name) =>
    encodeURIComponent(ids[name] ?? ''),
  );
  return {
    method: route.method.toUpperCase(),
    path: `${path}?${new URLSearchParams(query)}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': unknownId(random),
      ...(authorization !== undefined && { authorization }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}
