import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { OpenAPIHono } from '@hono/zod-openapi';
import { Validator } from '@seriousme/openapi-schema-validator';
import { documentProblems, type OpenApiDocument } from '../../../helpers/document-problems.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { documentedControls } from '../../../helpers/sandbox-controls.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

/** The routes under /sandbox/v1, as they are documented. */
function routedCalls(): string[] {
  assert.ok(lending.app instanceof OpenAPIHono);
  const calls = lending.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/sandbox/v1/'))
    .map(({ method, path }) => {
      const named = path.replace('/sandbox/v1', '').replace(/:(\w+)/g, '{$1}');
      return `${method} ${named}`;
    })
    .filter((call) => call !== 'GET /openapi.json');
  // A route's checks are routed as the route itself is.
  return [...new Set(calls)].sort();
}

describe('the document of the sandbox’s controls', () => {
  it('has every control that there is, and no other', async () => {
    const controls = await documentedControls(lending);
    const documented = controls.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(documented.toSorted(), routedCalls());
  });

  it('gives every control that has a body one that it takes', async () => {
    const withBody = (await documentedControls(lending)).filter(({ hasBody }) => hasBody);
    assert.notEqual(withBody.length, 0);
    for (const { path, example } of withBody) {
      const call = `/sandbox/v1${path.replace(/{\w+}/g, 'unknown')}`;
      const answer = await lending.call('POST', call, { body: example });
      assert.equal(answer.status, path.includes('{') ? 404 : 200, path);
    }
  });

  it('is valid OpenAPI 3.1, read without credentials and shown at /docs/sandbox', async () => {
    const answer = await lending.app.request('/sandbox/v1/openapi.json');
    assert.equal(answer.status, 200);
    const document = (await answer.json()) as OpenApiDocument;
    const { valid, errors } = await new Validator().validate({ ...document });
    assert.ok(valid, JSON.stringify(errors));
    assert.deepEqual(documentProblems(document), []);
    const page = await lending.app.request('/docs/sandbox');
    assert.match(await page.text(), /src="\/docs\/sandbox\/start\.js"/);
    const start = await lending.app.request('/docs/sandbox/start.js');
    assert.match(await start.text(), /'\/sandbox\/v1\/openapi\.json'/);
  });

  it('is apart from the document of the API', async () => {
    const answer = await lending.app.request('/openapi.json');
    const { paths } = (await answer.json()) as OpenApiDocument;
    assert.deepEqual(
      Object.keys(paths).filter((path) => !path.startsWith('/api/v1/')),
      [],
    );
  });
});
