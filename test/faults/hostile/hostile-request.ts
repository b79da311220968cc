import type { Random } from '../fuzz/random.ts';
import { anyValue } from '../fuzz/values.ts';
import { type HostileText, hostileText } from './hostile-text.ts';
import type { ServedRoute } from './routes.ts';

/** A request as it is sent, and what of it no refusal may repeat. */
export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string | FormData | Uint8Array<ArrayBuffer>;
  readonly texts: readonly HostileText[];
}

/** Who is let in somewhere. */
export interface LetIn {
  /** With what the addresses begin. */
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The only one that is theirs. */
  readonly id?: string;
}

/** What is good for something at a service. */
export interface Valuables {
  readonly routes: readonly ServedRoute[];
  /** Ids, tokens and codes, for any parameter. */
  readonly ids: readonly string[];
  /** Of hosted pages. */
  readonly tokens: readonly string[];
  readonly letIn: readonly LetIn[];
  /** `Authorization` values. */
  readonly authorizations: readonly string[];
  readonly origins: readonly string[];
  /** Names of fields, of queries, bodies and forms. */
  readonly fields: readonly string[];
  /** Bodies that are right somewhere. */
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'];

/** Segments as no program writes them. */
const segments: readonly string[] = [
  '%00',
  '%zz',
  '%',
  '%c0%af',
  '%ff%fe',
  '%2e%2e%2f',
  '%252e',
  '..;',
  '%0d%0a',
  '%E2%80%AE',
  '\\',
  '[]',
  ':id',
  '*',
  'constructor',
  '__proto__',
  'toString',
  'a'.repeat(2_000),
];

const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/html',
  'application/xml',
  ';;;',
  '',
];

export function hostileRequest(valuables: Valuables, random: Random): HostileRequest {
  const texts: HostileText[] = [];
  const wild = () => {
    const text = hostileText(random);
    texts.push(text);
    return text.text;
  };
  const route = random.pick(valuables.routes);
  const method =
    route.method === 'ALL' || random.chance(0.08) ? random.pick(methods) : route.method;
  const letIn = random.chance(0.75) ? letInAt(valuables, route, random) : undefined;
  const own = {
    ids: letIn?.id === undefined ? valuables.ids : [letIn.id],
    tokens: valuables.tokens,
  };
  const path = `${pathOf(own, route, random, wild)}${queryOf(valuables, random, wild)}`;
  const { body, contentType } = isWithoutBody(method)
    ? { body: undefined, contentType: undefined }
    : bodyOf(valuables, random, wild);
  const headers = { ...headersOf(valuables, random, wild), ...letIn?.headers };
  if (contentType !== undefined) headers['content-type'] = contentType;
  return { method, path, headers, texts, ...(body !== undefined && { body }) };
}

function letInAt(
  { letIn }: Valuables,
  { pattern }: ServedRoute,
  random: Random,
): LetIn | undefined {
  const there = letIn.filter(({ at }) => pattern.startsWith(at));
  return there.length === 0 ? undefined : random.pick(there);
}

function isWithoutBody(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function pathOf(
  { ids, tokens }: Pick<Valuables, 'ids' | 'tokens'>,
  { pattern }: ServedRoute,
  random: Random,
  wild: () => string,
): string {
  const filled = pattern
    .split('/')
    .map((segment) => {
      if (!segment.startsWith(':') && segment !== '*') return segment;
      const known = segment.startsWith(':token') ? tokens : ids;
      if (random.chance(0.65)) return encodeURIComponent(random.pick(known));
      return random.chance(0.4) ? random.pick(segments) : encoded(wild());
    })
    .join('/');
  if (random.chance(0.05)) return `${filled}/`;
  if (random.chance(0.03)) return filled.replace(/\//g, '//');
  if (random.chance(0.03)) return `${filled}/${encoded(wild())}`;
  return filled;
}

/** A lone surrogate has no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function queryOf({ fields, ids }: Valuables, random: Random, wild: () => string): string {
  if (random.chance(0.6)) return '';
  const pairs: string[] = [];
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    const name = random.chance(0.85) ? random.pick(fields) : encoded(wild());
    const value = random.chance(0.3) ? random.pick(ids) : wild();
    pairs.push(`${name}=${random.chance(0.1) ? random.pick(segments) : encoded(value)}`);
  }
  if (random.chance(0.1)) pairs.push(pairs[0] ?? '');
  return `?${pairs.join('&')}`;
}

const sometimes: readonly ((random: Random, wild: () => string) => [string, string])[] = [
  (_random, wild) => ['idempotency-key', wild()],
  (_random, wild) => ['last-event-id', wild()],
  (_random, wild) => ['cookie', `${wild()}=${wild()}`],
  (_random, wild) => ['user-agent', wild()],
  (_random, wild) => ['accept-language', wild()],
  (_random, wild) => ['if-none-match', wild()],
  (_random, wild) => ['x-forwarded-for', wild()],
  (_random, wild) => ['x-correlation-id', wild()],
  (_random, wild) => ['referer', wild()],
  (_random, wild) => ['range', wild()],
  (_random, wild) => ['accept', wild()],
  (random) => ['accept', random.pick(['text/csv', 'text/html', 'application/json', '*/*;q=9'])],
  (random) => ['accept-encoding', random.pick(['br', 'gzip', 'br;q=0', ',,,', 'identity'])],
  (random) => ['sec-fetch-site', random.pick(['same-origin', 'cross-site', 'none', 'x'])],
  (random) => ['access-control-request-method', random.pick(methods)],
  (random) => ['content-length', random.pick(['0', '-1', '99999999', 'x'])],
  (random) => ['content-encoding', random.pick(['gzip', 'br', 'x'])],
];

function headersOf(
  { authorizations, origins }: Valuables,
  random: Random,
  wild: () => string,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (random.chance(0.85)) headers.authorization = random.pick(authorizations);
  else if (random.chance(0.5)) headers.authorization = asHeader(`Bearer ${wild()}`);
  if (random.chance(0.7)) headers.origin = random.pick(origins);
  else if (random.chance(0.3)) headers.origin = asHeader(wild());
  for (let more = random.below(3); more > 0; more -= 1) {
    const [name, value] = random.pick(sometimes)(random, wild);
    headers[name] = asHeader(value);
  }
  return headers;
}

/** What can stand in a header: of the rest a client sends nothing. */
function asHeader(text: string): string {
  return text
    .replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '')
    .slice(0, 4_000)
    .trim();
}

interface Body {
  readonly body: HostileRequest['body'];
  readonly contentType: string | undefined;
}

function bodyOf(valuables: Valuables, random: Random, wild: () => string): Body {
  const fields = fieldsOf(valuables, random, wild);
  const form = random.fraction();
  const type = random.chance(0.04) ? random.pick(contentTypes) : undefined;
  if (form < 0.65) {
    const json = JSON.stringify(fields);
    const body = random.chance(0.12) ? damaged(json, random) : json;
    return { body, contentType: type ?? 'application/json' };
  }
  const pairs = Object.entries(fields).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  if (form < 0.9) {
    const text = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value ?? '')}`).join('&');
    return { body: text, contentType: type ?? 'application/x-www-form-urlencoded' };
  }
  if (form < 0.95) {
    const data = new FormData();
    for (const [name, value] of pairs) data.append(name, value ?? '');
    return { body: data, contentType: undefined };
  }
  const bytes = Uint8Array.from({ length: random.below(200) }, () => random.below(256));
  return { body: bytes, contentType: type ?? 'application/json' };
}

function fieldsOf(
  { bodies, fields }: Valuables,
  random: Random,
  wild: () => string,
): Record<string, unknown> {
  const body: Record<string, unknown> = { ...random.pick(bodies) };
  for (let changes = random.below(4); changes > 0; changes -= 1) {
    const names = Object.keys(body);
    const known = names.length > 0 && random.chance(0.8) ? names : fields;
    const name = random.chance(0.98) ? random.pick(known) : wild();
    if (random.chance(0.15)) delete body[name];
    else body[name] = random.chance(0.6) ? wild() : anyValue(random, name, {});
  }
  return body;
}

function damaged(json: string, random: Random): string {
  return random.pick([
    json.slice(0, random.below(json.length)),
    `${json}${json}`,
    json.replace('{', '{"__proto__":{"is_admin":true},'),
    json.replace('{', '{"constructor":{"prototype":{}},'),
    json.replace(/^\{("[^"]+":[^,]+),/, '{$1,$1,'),
    '['.repeat(20_000),
    `{"a":${'{"a":'.repeat(500)}1${'}'.repeat(500)}}`,
    '1e999',
    '"\\ud800"',
    `{"amount":${'9'.repeat(400)}}`,
    'x'.repeat(300_000),
    '',
  ]);
}
