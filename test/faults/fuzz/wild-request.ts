import type { Body } from '../../conformance/api-testbed.ts';
import { addressOf, type Call, type Endpoint } from '../../conformance/calls/endpoint.ts';
import { bodyFields, type Contract, operationOf } from '../../conformance/contract.ts';
import { encodings } from '../../conformance/encodings.ts';
import type { Random } from './random.ts';
import { anyText, anyValue } from './values.ts';

/** A request as it is sent, however wild. */
export interface WildRequest {
  method: string;
  address: string;
  headers: Record<string, string>;
  body?: string | FormData | URLSearchParams | Uint8Array<ArrayBuffer>;
}

export interface Wilderness {
  random: Random;
  contract: Contract;
  /** `Authorization` values, right ones first. */
  authorizations: readonly string[];
  /** Ids that stand for something somewhere: users, merchants, loans, charges. */
  ids: readonly string[];
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json;',
  'application/json ; charset=utf-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'application/vnd.api+json',
  'application/vnd.shop.v2+json',
  '',
];

/** A call that was right, with none to four things wrong or unusual about it. */
export function wildRequest(wild: Wilderness, endpoint: Endpoint, right: Call): WildRequest {
  const { random } = wild;
  let call = right;
  for (let changes = random.below(4); changes > 0; changes -= 1) {
    call = random.chance(0.7) ? withWildBody(wild, endpoint, call) : withWildAddress(wild, call);
  }
  return {
    method: random.chance(0.03) ? random.pick(methods) : endpoint.method,
    address: withWildQuery(wild, endpoint, addressOf(endpoint, call)),
    ...encoded(wild, endpoint, call),
  };
}

function withWildBody(wild: Wilderness, endpoint: Endpoint, call: Call): Call {
  const { random, contract } = wild;
  if (call.body === undefined) return call;
  const fields = bodyFields(contract, operationOf(contract, endpoint));
  if (fields.length === 0) return call;
  const change = (body: Body): Body => {
    const { name, schema } = random.pick(fields);
    if (random.chance(0.15)) return withoutField(body, name);
    if (random.chance(0.1)) return { ...body, [random.pick(extraFields)]: anyText(random) };
    if (random.chance(0.15)) return { ...body, [name]: random.pick(wild.ids) };
    return { ...body, [name]: anyValue(random, name, schema) };
  };
  if (!Array.isArray(call.body)) return { ...call, body: change(call.body as Body) };
  const items = (call.body as readonly Body[]).map((item) =>
    random.chance(0.5) ? change(item) : item,
  );
  return { ...call, body: random.chance(0.1) ? [...items, ...items] : items };
}

/** What a caller must not be able to set. */
const extraFields = [
  'status',
  'sponsor_id',
  'is_active',
  'credit_limit',
  'id',
  'features',
  'modified',
];

function withoutField(body: Body, name: string): Body {
  return Object.fromEntries(Object.entries(body).filter(([field]) => field !== name));
}

function withWildAddress({ random, ids }: Wilderness, call: Call): Call {
  const names = Object.keys(call.path ?? {});
  if (names.length === 0) return call;
  const value = random.chance(0.7) ? random.pick(ids) : anyText(random);
  return { ...call, path: { ...call.path, [random.pick(names)]: value } };
}

function withWildQuery(
  { random, contract }: Wilderness,
  endpoint: Endpoint,
  address: string,
): string {
  if (!random.chance(0.15)) return address;
  const known = operationOf(contract, endpoint)?.parameters ?? [];
  const names = [
    ...known.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    'x',
  ];
  const values = ['1', '2', '25', '03/02/2026', '2026-03-02', '-modified', anyText(random)];
  const query = new URLSearchParams([[random.pick(names), random.pick(values)]]);
  return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

function encoded(
  wild: Wilderness,
  endpoint: Endpoint,
  call: Call,
): Omit<WildRequest, 'method' | 'address'> {
  const { random, authorizations } = wild;
  const headers: Record<string, string> = {
    authorization: random.chance(0.9) ? (authorizations[0] ?? '') : random.pick(authorizations),
    ...(random.chance(0.1) && { 'idempotency-key': `key-${random.below(50)}` }),
  };
  if (endpoint.method === 'GET' || call.body === undefined) return { headers };
  const isForm =
    !Array.isArray(call.body) && random.chance(endpoint.path.includes('/consumers/') ? 0.6 : 0.05);
  const encode = encodings[isForm ? random.pick(['form-urlencoded', 'multipart']) : 'JSON'];
  const { body = '', contentType } = encode?.(call.body as Body) ?? {};
  if (typeof body !== 'string') return { headers, body };
  const type = random.chance(0.03) ? random.pick(contentTypes) : contentType;
  if (type) headers['content-type'] = type;
  return { headers, body: random.chance(0.06) ? damaged(random, body) : body };
}

const damages: readonly ((random: Random, text: string) => string | Uint8Array<ArrayBuffer>)[] = [
  (random, text) => text.slice(0, random.below(text.length + 1)),
  (random, text) => {
    const at = random.below(text.length + 1);
    return `${text.slice(0, at)}${random.pick(['"', '{', '}', ',', '\\', '\u0000', '9'])}${text.slice(at)}`;
  },
  (random, text) => {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256);
    return bytes;
  },
  (_random, text) => text.replace(/\{/, '{"__proto__":{},'),
  (_random, text) => text.replace(/^\{("[^"]+":[^,]+),/, '{$1,$1,'),
  (_random, text) => `${text}${text}`,
  () => '['.repeat(10_000),
];

function damaged(random: Random, text: string): string | Uint8Array<ArrayBuffer> {
  return random.pick(damages)(random, text);
}
