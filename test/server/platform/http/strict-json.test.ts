import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hono } from 'hono';
import { validator } from 'hono/validator';
import { HttpInputError } from '../../../../server/platform/http/http-input-error.ts';
import { strictJson } from '../../../../server/platform/http/request-body.ts';

const app = new Hono();
app.onError((error, c) => {
  if (!(error instanceof HttpInputError)) throw error;
  return c.json({ problem: error.problem }, error.status);
});
app.use('/forms', strictJson({ maxBytes: 1000, forms: true }));
app.use('/json', strictJson({ maxBytes: 1000 }));
app.on(
  ['GET', 'POST'],
  ['/json', '/forms'],
  validator('json', (value) => value),
  async (c) => {
    const type = c.req.header('content-type');
    return c.json({ validated: c.req.valid('json'), text: await c.req.text(), type });
  },
);

const post = (
  path: string,
  body: BodyInit | null,
  type?: string,
  headers: Record<string, string> = {},
) =>
  app.request(path, {
    method: 'POST',
    body,
    headers: { ...headers, ...(type !== undefined && { 'content-type': type }) },
  });

const latin1Part = Buffer.from(
  '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nJos\xe9\r\n--x--\r\n',
  'latin1',
);

/** A form of so many fields. */
const fieldsOf = (count: number) =>
  new URLSearchParams(Array.from({ length: count }, (_none, at) => [`${at}`, '']));

describe('strictJson()', () => {
  it('hands validators the value as it was read strictly', async () => {
    const response = await post('/json', '{"amount": 8400.10}', 'application/json; charset=utf-8');
    assert.deepEqual((await response.json()).validated, { amount: 8400.1 });
  });

  it('reads form-urlencoded, multipart and JSON to the same value [asvs:one-reader]', async () => {
    const fields = { name: 'Ada & Co', amount: '8400.00', consent: 'true' };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
    const answers = await Promise.all([
      post('/forms', JSON.stringify(fields), 'application/json'),
      post('/forms', new URLSearchParams(fields)),
      post('/forms', multipart),
    ]);
    for (const answer of answers) assert.deepEqual((await answer.json()).validated, fields);
  });

  it('hands on as plain JSON what it has read, however that was sent', async () => {
    const sent: [string, BodyInit | null, string?][] = [
      ['/json', '{}', 'Application/JSON'],
      ['/json', '{}', 'application/json ; charset=utf-8'],
      ['/json', '{}', 'application/vnd.shop.v2+json'],
      ['/json', null],
      ['/forms', new URLSearchParams({ a: '1' })],
    ];
    for (const request of sent) {
      const answer = await post(...request);
      assert.equal((await answer.json()).type, 'application/json', `${request[2]}`);
    }
  });

  it('takes a body of just so many bytes, and a form of just so many fields', async () => {
    const longest = `"${'x'.repeat(998)}"`;
    assert.equal((await post('/json', longest, 'application/json')).status, 200);
    assert.equal((await post('/forms', fieldsOf(100))).status, 200);
  });

  it('takes an empty body as an empty object', async () => {
    const answer = await post('/json', null, 'application/json');
    assert.deepEqual((await answer.json()).validated, {});
    assert.equal((await post('/json', null)).status, 200);
  });

  it('leaves GET alone', async () => {
    assert.equal((await app.request('/json')).status, 200);
  });

  for (const [problem, status, path, body, type] of [
    ['unsupported_media_type', 415, '/json', 'a=1', 'application/x-www-form-urlencoded'],
    ['unsupported_media_type', 415, '/forms', '{}', 'text/plain'],
    ['too_large', 413, '/json', `"${'x'.repeat(1000)}"`, 'application/json'],
    ['invalid_text', 400, '/json', Buffer.from([0x22, 0xff, 0x22]), 'application/json'],
    ['duplicate_key', 400, '/json', '{"a":1,"a":1}', 'application/json'],
    ['duplicate_key', 400, '/forms', 'a=1&a=1', 'application/x-www-form-urlencoded'],
    ['forbidden_key', 400, '/forms', '__proto__=1', 'application/x-www-form-urlencoded'],
    ['forbidden_key', 400, '/forms', 'prototype=1', 'application/x-www-form-urlencoded'],
    ['too_many_keys', 400, '/forms', fieldsOf(101), 'application/x-www-form-urlencoded'],
    ['invalid_text', 400, '/forms', 'a=%00', 'application/x-www-form-urlencoded'],
    ['invalid_text', 400, '/forms', 'a=Jos%E9', 'application/x-www-form-urlencoded'],
    [
      'invalid_text',
      400,
      '/forms',
      Buffer.from('a=\xc3%A9', 'latin1'),
      'application/x-www-form-urlencoded',
    ],
    ['invalid_text', 400, '/forms', latin1Part, 'multipart/form-data; boundary=x'],
    ['malformed', 400, '/forms', 'nonsense', 'multipart/form-data; boundary=x'],
  ] as const) {
    it(`answers ${status} ${problem} to ${type} ${body.toString().slice(0, 20)}`, async () => {
      const response = await post(path, body, type);
      assert.equal(response.status, status);
      assert.deepEqual(await response.json(), { problem });
    });
  }

  it('takes U+FFFD that was sent as such, in forms as in JSON', async () => {
    const fields = { 'n\uFFFD': 'Pe\uFFFDa, %E9' };
    const multipart = new FormData();
    for (const [name, value] of Object.entries(fields)) multipart.append(name, value);
    const unencoded = 'n\uFFFD=Pe\uFFFDa,+%25E9';
    const sent: [string, BodyInit, string?][] = [
      ['/json', JSON.stringify(fields), 'application/json'],
      ['/forms', new URLSearchParams(fields)],
      ['/forms', unencoded, 'application/x-www-form-urlencoded'],
      ['/forms', multipart],
    ];
    for (const request of sent) {
      const answer = await post(...request);
      assert.deepEqual((await answer.json()).validated, fields);
    }
  });

  it('refuses a body that is compressed, which it does not unpack', async () => {
    const codings = { gzip: 415, 'X-Gzip': 415, 'identity, br': 415, Identity: 200 };
    for (const [coding, status] of Object.entries(codings)) {
      const headers = { 'content-encoding': coding };
      const answer = await post('/json', '{}', 'application/json', headers);
      assert.equal(answer.status, status, coding);
      const accepted = status === 415 ? 'identity' : null;
      assert.equal(answer.headers.get('accept-encoding'), accepted, coding);
    }
  });

  it('takes a charset that a client names as a coding', async () => {
    const answer = await post('/json', '{}', 'application/json', { 'content-encoding': 'utf-8' });
    assert.equal(answer.status, 200);
  });

  it('refuses a file in a form', async () => {
    const form = new FormData();
    form.append('a', new File(['x'], 'x.txt'));
    assert.equal((await post('/forms', form)).status, 400);
  });

  it('stops reading a body that announces no length [asvs:body-limit]', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(500));
      },
    });
    const request = new Request('http://localhost/json', {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as RequestInit);
    assert.equal((await app.request(request)).status, 413);
    assert.ok(pulled < 10);
  });
});
