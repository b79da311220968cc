import type { Call, Endpoint } from './calls/endpoint.ts';
import { bodyFields, type Contract, type JsonSchema, operationOf } from './contract.ts';

/** A request that has to be refused. */
export interface BadRequest {
  name: string;
  status: readonly number[];
  /** Appended to the address or put in place of it. */
  query?: string;
  path?: Readonly<Record<string, string>>;
  body?: string | Uint8Array<ArrayBuffer>;
  contentType?: string | null;
  /** The field that the answer must name. */
  names?: string;
}

const jsonType = 'application/json';
const tenMegabytes = 10 * 1024 * 1024;

/** Whatever is wrong with a request of this endpoint, from its served schema and a call that is right. */
export function badRequests(contract: Contract, endpoint: Endpoint, call: Call): BadRequest[] {
  const hasBody = operationOf(contract, endpoint)?.requestBody !== undefined;
  return [
    ...badPaths(endpoint, call),
    ...badQueries(contract, endpoint),
    ...(endpoint.method === 'GET' ? [] : unreadableBodies(endpoint, call)),
    ...(hasBody ? badFields(contract, endpoint, call) : []),
  ];
}

function badPaths({ path }: Endpoint, call: Call): BadRequest[] {
  return Object.keys(call.path ?? {}).flatMap((name) =>
    ['\u0000', 'a\u001fb', 'x'.repeat(300), '🦊', '../../../etc', "' or 1=1 --"].map((value) => ({
      name: `${JSON.stringify(value).slice(0, 20)} as ${name} in ${path}`,
      status: [404],
      path: { ...call.path, [name]: value },
      ...bodyOf(call),
    })),
  );
}

function bodyOf(call: Call): Pick<BadRequest, 'body' | 'contentType'> {
  return call.body === undefined ? {} : { body: JSON.stringify(call.body), contentType: jsonType };
}

const badQuery: Readonly<Record<string, readonly string[]>> = {
  begin_date: ['2026-02-30', '02/30/2026', 'yesterday', '1'],
  end_date: ['2026-02-30', '02/30/2026', 'yesterday', '1'],
  page: ['0', '-1', '1.5', 'x', '9999999999999999'],
  page_size: ['0', '101', 'x', '1e2'],
  ordering: ['nothing', '-nothing', 'id; drop table merchants'],
  search: ['x'.repeat(1_000)],
};

function badQueries(contract: Contract, endpoint: Endpoint): BadRequest[] {
  const parameters = operationOf(contract, endpoint)?.parameters ?? [];
  const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return names.flatMap((name) => [
    ...(badQuery[name] ?? []).map((value) => ({
      name: `${name}=${value.slice(0, 20)}`,
      status: [400],
      query: new URLSearchParams([[name, value]]).toString(),
    })),
    { name: `${name} twice`, status: [400], query: `${name}=1&${name}=2` },
    { name: `NUL in ${name}`, status: [400], query: `${name}=%00` },
    { name: `NUL in ${name} after a ?`, status: [400], query: `${name}=?%00` },
  ]);
}

/** What is refused before anything looks at its fields. */
function unreadableBodies({ path }: Endpoint, call: Call): BadRequest[] {
  const text = JSON.stringify(call.body ?? { note: 'x' });
  const object = text.startsWith('[') ? text.slice(1, -1) : text;
  const [inside = ''] = [object.slice(1, -1)];
  const wrap = (part: string) => (text.startsWith('[') ? `[{${part}}]` : `{${part}}`);
  const takesForms = path.includes('/consumers/');
  const asJson = (name: string, body: string, status = 400): BadRequest => ({
    name,
    body,
    status: [status],
    contentType: jsonType,
  });
  const asType = (contentType: string | null): BadRequest => ({
    name: `content type ${contentType}`,
    body: new TextEncoder().encode(text),
    status: [415],
    contentType,
  });
  return [
    asJson('half a body', text.slice(0, -1)),
    asJson('no JSON', 'request_user_id=x'),
    asJson('a field twice', wrap(`${inside},${inside}`)),
    asJson('__proto__', wrap(`${inside},"__proto__":{"is_active":true}`)),
    asJson('constructor', wrap(`${inside},"constructor":{"prototype":{}}`)),
    asJson('an escaped __proto__', wrap(`${inside},"\\u005f_proto__":1`)),
    asJson('an integer that does not fit', wrap(`${inside},"note":90071992547409931`)),
    asJson('deep nesting', wrap(`${inside},"note":${nested(20)}`)),
    asJson('bottomless nesting', wrap(`${inside},"note":${nested(50_000)}`)),
    asJson('too many fields', wrap(`${inside},${manyFields()}`)),
    asJson('NUL', wrap(`${inside},"note":"\\u0000"`)),
    asJson('a lone surrogate', wrap(`${inside},"note":"\\ud800"`)),
    asJson('10 MB', wrap(`${inside},"note":"${'x'.repeat(tenMegabytes)}"`), 413),
    {
      name: 'broken UTF-8',
      body: new Uint8Array([...new TextEncoder().encode('{"note":"'), 0xff, 0xfe, 0x22, 0x7d]),
      status: [400],
      contentType: jsonType,
    },
    ...[null, 'text/plain', 'application/xml', 'application/jsonp', 'json', ';;;'].map(asType),
    ...(takesForms ? badForms(text) : [asType('application/x-www-form-urlencoded')]),
  ];
}

function badForms(text: string): BadRequest[] {
  const form = 'application/x-www-form-urlencoded';
  const multipart = 'multipart/form-data; boundary=x';
  const part = '--x\r\ncontent-disposition: form-data; name="ssn"';
  return [
    { name: 'a form with a field twice', body: 'ssn=1&ssn=2', contentType: form, status: [400] },
    { name: 'a form with __proto__', body: '__proto__=1', contentType: form, status: [400] },
    { name: 'a form with NUL', body: 'ssn=%00', contentType: form, status: [400] },
    { name: 'a form in Latin-1', body: 'ssn=%E9', contentType: form, status: [400] },
    {
      name: 'multipart in Latin-1',
      body: Uint8Array.from(Buffer.from(`${part}\r\n\r\n\xe9\r\n--x--\r\n`, 'latin1')),
      contentType: multipart,
      status: [400],
    },
    {
      name: 'a form of 10 MB',
      body: `ssn=${'x'.repeat(tenMegabytes)}`,
      contentType: form,
      status: [413],
    },
    { name: 'JSON as multipart', body: text, contentType: multipart, status: [400] },
    {
      name: 'multipart that does not end',
      body: `${part}\r\n\r\n1`,
      contentType: multipart,
      status: [400],
    },
    {
      name: 'a file',
      body: `${part}; filename="a.txt"\r\n\r\n1\r\n--x--\r\n`,
      contentType: multipart,
      status: [400],
    },
  ];
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

function manyFields(): string {
  return Array.from({ length: 120 }, (_, index) => `"note_${index}":1`).join(',');
}

/** Values that no field of a type takes. */
function wrongValues({ type, items, pattern }: JsonSchema): unknown[] {
  if (type === 'array' || (Array.isArray(type) && type.includes('array'))) {
    return [{}, 'x', 1, true, ...(items?.type === 'string' ? [[{}], [1], ['\u0007']] : [])];
  }
  // The reader hands a number with an exponent on as text: plain text takes it, nothing else does.
  const isPlainText = type === 'string' || (Array.isArray(type) && type.includes('string'));
  const tooLarge = isPlainText && pattern === undefined ? [] : [1e300];
  return [{}, [], ['x'], '\u0007', 'a\u001b[31m', 'x'.repeat(10_000), ...tooLarge];
}

function badFields(contract: Contract, endpoint: Endpoint, call: Call): BadRequest[] {
  const operation = operationOf(contract, endpoint);
  const isList = Array.isArray(call.body);
  const body = { ...(isList ? (call.body as readonly object[])[0] : call.body) };
  const send = (value: unknown) => JSON.stringify(isList ? [value] : value);
  const whole: BadRequest[] = ['"text"', '1', 'true', isList ? '[[]]' : '[]'].map((text) => ({
    name: `the body ${text}`,
    status: [400],
    body: text,
    contentType: jsonType,
  }));
  const fields = bodyFields(contract, operation).flatMap(({ name, schema, isRequired }) => {
    const bad = (what: string, value: unknown): BadRequest => ({
      name: `${name} ${what}`,
      status: [400],
      body: send({ ...body, [name]: value }),
      contentType: jsonType,
      names: name,
    });
    return [
      ...wrongValues(schema).map((value) => bad(JSON.stringify(value).slice(0, 20), value)),
      ...(isRequired ? [bad('absent', undefined), bad('null', null)] : []),
    ];
  });
  return [...whole, ...fields];
}
