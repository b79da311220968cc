import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OpenAPIHono } from '@hono/zod-openapi';
import { answerErrors, answerInvalid } from '../../../server/lending/routes/answer-errors.ts';
import { selectOfferRoute } from '../../../server/lending-api/offers.ts';
import { softPullRoute } from '../../../server/lending-api/soft-pull.ts';
import { strictJson } from '../../../server/platform/http/request-body.ts';
import { createLogger } from '../../../server/platform/logging.ts';
import { anApplicationBody } from '../../helpers/applicant-corpus.ts';

const softPull = '/api/v1/sponsor/consumers/soft-pull/';
const select = '/api/v1/sponsor/consumers/offers/3f0c2a58-7f7e-4d2a-9a3e-0b6f2f1f9d10/select/';

/** Answers what its validators handed on. */
function echoApp(): OpenAPIHono {
  const app = new OpenAPIHono({ defaultHook: answerInvalid });
  app.onError(answerErrors(createLogger({ level: 'silent' })));
  app.use(strictJson({ maxBytes: 10_000, forms: true }));
  app.openapi(softPullRoute, (c) => c.json(c.req.valid('json') as never, 200));
  app.openapi(selectOfferRoute, (c) => c.json(c.req.valid('json') as never, 200));
  return app;
}

const body: Record<string, unknown> = {
  request_user_id: 'rep-1',
  external_application_id: 'application-1',
  requested_amount: '8400.00',
  consent_ip_address: '203.0.113.7',
  consent_user_agent: 'test',
  consent_session_id: 'session-1',
  sponsor_callback_url: 'https://sponsor.example/callback',
  ...anApplicationBody(),
};

function asForm(fields: Record<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  return form;
}

function asUrlEncoded(fields: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

function asJson(fields: Record<string, unknown>): Blob {
  return new Blob([JSON.stringify(fields)], { type: 'application/json' });
}

const encodings = { JSON: asJson, 'form-urlencoded': asUrlEncoded, multipart: asForm };

describe('a consumer endpoint', () => {
  it('reads the same from JSON and both kinds of form', async () => {
    const read = [];
    for (const encode of Object.values(encodings)) {
      const response = await echoApp().request(softPull, { method: 'POST', body: encode(body) });
      assert.equal(response.status, 200);
      read.push(await response.json());
    }
    assert.deepEqual(read[1], read[0]);
    assert.deepEqual(read[2], read[0]);
  });

  for (const [name, encode] of Object.entries(encodings)) {
    it(`names the wrong field of ${name}`, async () => {
      const wrong = encode({ ...body, zip_code: 'x', soft_pull_consent: 'maybe' });
      const response = await echoApp().request(softPull, { method: 'POST', body: wrong });
      assert.equal(response.status, 400);
      const { errors } = (await response.json()) as { errors: Record<string, string[]> };
      assert.deepEqual(Object.keys(errors).sort(), ['soft_pull_consent', 'zip_code']);
    });
  }

  it('does not take an absent body for a valid one', async () => {
    const response = await echoApp().request(softPull, { method: 'POST' });
    assert.equal(response.status, 400);
  });

  it('takes an absent body where every field is optional', async () => {
    const response = await echoApp().request(select, { method: 'PATCH' });
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), {});
  });

  it('checks an optional body that is there', async () => {
    const selection = asUrlEncoded({ selected_amount: '-1' });
    const response = await echoApp().request(select, { method: 'PATCH', body: selection });
    assert.equal(response.status, 400);
  });
});
