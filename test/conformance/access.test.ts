import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkAccess } from './access.ts';
import { ApiTestbed } from './api-testbed.ts';
import { endpoints } from './calls/endpoints.ts';

let testbed: ApiTestbed;
before(async () => {
  testbed = await ApiTestbed.start();
});
after(() => testbed.close());

describe('every role, merchant and sponsor [asvs:access]', () => {
  for (const endpoint of endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`;
    it(`gets what it may of ${name}, and nothing else [conformance:access ${name}]`, async () => {
      assert.deepEqual(await checkAccess(testbed, endpoint), []);
    });
  }
});
