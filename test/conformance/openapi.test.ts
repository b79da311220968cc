import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { documentProblems, type OpenApiDocument } from '../helpers/document-problems.ts';
import { startTestLending, type TestLending } from '../helpers/lending.ts';
import { accountEndpoints, applicationEndpoints } from './calls/consumers.ts';
import { endpoints } from './calls/endpoints.ts';
import { historyEndpoints } from './calls/funding.ts';
import { type Contract, operationOf, servedContract } from './contract.ts';

let lending: TestLending;
let contract: Contract;
before(async () => {
  lending = await startTestLending();
  contract = await servedContract(lending);
});
after(() => lending.close());

describe('/openapi.json', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(contract) });
    assert.deepEqual(errors ?? [], []);
    assert.equal(valid, true);
  });

  it('describes and secures every operation and callback, with examples that are valid [asvs:documented-input]', async () => {
    const response = await lending.app.request('/openapi.json');
    const document = (await response.json()) as OpenApiDocument;
    assert.equal(Object.keys(document.webhooks ?? {}).length, 5);
    assert.deepEqual(documentProblems(document), []);
  });

  it('has the version and the path prefix of the description [conformance:convention-version-1-0-0]', () => {
    assert.match(contract.openapi, /^3\.1\./);
    assert.equal(contract.info.version, '1.0.0');
    const api = Object.keys(contract.paths).filter((path) => path.startsWith('/api/'));
    for (const path of api) assert.ok(path.startsWith('/api/v1/sponsor/'), path);
  });

  it('is published as two parts, with each endpoint in one of them [conformance:convention-two-parts]', () => {
    const consumer = new Set([...applicationEndpoints, ...accountEndpoints, ...historyEndpoints]);
    const parts = ['sponsor_consumer_v1', 'sponsor_merchant_v1'];
    const named = contract.tags.map(({ name }) => name);
    for (const part of parts) assert.ok(named.includes(part), part);
    for (const endpoint of endpoints) {
      const { tags = [] } = operationOf(contract, endpoint) ?? {};
      const part = consumer.has(endpoint) ? 'sponsor_consumer_v1' : 'sponsor_merchant_v1';
      const found = tags.filter((tag) => parts.includes(tag));
      assert.deepEqual(found, [part], `${endpoint.method} ${endpoint.path}`);
    }
  });

  it('describes the 36 endpoints at their exact paths, and no other of the API', () => {
    const described = Object.entries(contract.paths)
      .filter(([path]) => path.startsWith('/api/v1/sponsor/'))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
    const wanted = endpoints.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(described.toSorted(), wanted.toSorted());
  });

  it('names 401 and 429 for every call with credentials: wrong ones are counted', () => {
    const lacking = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => !('401' in responses && '429' in responses))
        .map(([method]) => `${method} ${path}`),
    );
    assert.deepEqual(lacking, []);
  });

  it('names 409 for the soft pull, which another call may be deciding, and for no other call', () => {
    const described = Object.entries(contract.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        responses[409] ? [[`${method} ${path}`, responses[409].description]] : [],
      ),
    );
    assert.deepEqual(described, [
      [
        'post /api/v1/sponsor/consumers/soft-pull/',
        'Another call is deciding the same application. Send the request again.',
      ],
    ]);
  });
});
