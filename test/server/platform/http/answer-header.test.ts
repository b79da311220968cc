import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Hono } from 'hono';
import { answerHeader } from '../../../../server/platform/http/answer-header.ts';
import { secureAnswers } from '../../../../server/platform/http/browser-security.ts';
import { type Listening, listen } from '../../../../server/platform/http/listen.ts';

const app = new Hono();
app.use(secureAnswers('http://localhost'), async (c, next) => {
  answerHeader(c, 'vary', 'origin');
  await next();
});
app.get('/plain', (c) => c.json({}, 200));
app.get('/own', (c) => {
  answerHeader(c, 'vary', 'accept-encoding', { append: true });
  return c.body('own', 200, { 'Cache-Control': 'public', 'content-type': 'text/plain' });
});

describe('answerHeader()', () => {
  let service: Listening;

  before(async () => {
    service = await listen(app, { port: 0, address: '127.0.0.1' });
  });

  after(() => service.close());

  const ways = {
    'over HTTP': (path: string) => fetch(`http://127.0.0.1:${service.port}${path}`),
    'without a server': async (path: string) => app.request(path),
  };
  for (const [name, get] of Object.entries(ways)) {
    it(`is on every answer, ${name}`, async () => {
      const { headers } = await get('/plain');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('vary'), 'origin');
      assert.equal(headers.get('content-type'), 'application/json');
    });

    it(`gives way to what a route says, and is added to, ${name}`, async () => {
      const { headers } = await get('/own');
      assert.equal(headers.get('cache-control'), 'public');
      assert.equal(headers.get('vary'), 'origin, accept-encoding');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
    });
  }
});
