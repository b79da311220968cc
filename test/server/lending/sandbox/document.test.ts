import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { OpenAPIHono } from '@hono/zod-openapi';
import { sandboxControls } from '../../../../server/lending/sandbox/document/controls.ts';
import { documentProblems, type OpenApiDocument } from '../../../helpers/document-problems.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';

let lending: TestLending;
before(async () => {
  lending = await startTestLending();
});
after(() => lending.close());

/** The routes under /sandbox/v1, as they are documented. */
function routedCalls(): string[] {
  assert.ok(lending.app instanceof OpenAPIHono);
  return lending.app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/sandbox/v1/'))
    .map(({ method, path }) => {
      const named = path.replace('/sandbox/v1', '').replace(/:(\w+)/g, '{$1}');
      return `${method} ${named}`;
    })
    .filter((call) => call !== 'GET /openapi.json')
    .sort();
}

describe('the document of the sandbox’s controls', () => {
  it('has every control that there is, and no other', () => {
    const documented = sandboxControls.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(documented.toSorted(), routedCalls());
  });

  for (const { method, path, body } of sandboxControls) {
    if (!body) continue;
    it(`gives ${method} ${path} a body that it takes`, () => {
      assert.equal(body.schema.safeParse(body.example).success, true);
    });
  }

  it('is valid OpenAPI 3.1, read without credentials and shown at /docs/sandbox', async () => {
    const answer = await lending.app.request('/sandbox/v1/openapi.json');
    assert.equal(answer.status, 200);
    const document = (await answer.json()) as OpenApiDocument;
    const { valid, errors } = await new Validator().validate({ ...document });
    assert.ok(valid, JSON.stringify(errors));
    assert.deepEqual(documentProblems(document), []);
    const calls = Object.values(document.paths).flatMap((path) => Object.keys(path));
    assert.equal(calls.length, sandboxControls.length);
    const page = await lending.app.request('/docs/sandbox');
    assert.match(await page.text(), /src="\/docs\/sandbox\/start\.js"/);
    const start = await lending.app.request('/docs/sandbox/start.js');
    assert.match(await start.text(), /'\/sandbox\/v1\/openapi\.json'/);
  });
});
