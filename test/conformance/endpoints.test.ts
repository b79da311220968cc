import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { problemWith } from './answers.ts';
import { ApiTestbed } from './api-testbed.ts';
import { addressOf } from './calls/endpoint.ts';
import { endpoints } from './calls/endpoints.ts';
import { newMerchantFixture } from './merchant-fixture.ts';

let testbed: ApiTestbed;
before(async () => {
  testbed = await ApiTestbed.start();
});
after(() => testbed.close());

for (const endpoint of endpoints) {
  const { method, path, success } = endpoint;
  const name = `${method} ${path}`;
  it(`${name} answers ${success} in its own form [conformance:endpoint ${name}]`, async () => {
    const fixture = await newMerchantFixture(testbed);
    const who = { fixture, user: fixture.users.Admin, owner: fixture.users.Salesrep };
    const call = await endpoint.prepare(testbed, who);
    const response = await testbed.lending.call(method, addressOf(endpoint, call), {
      body: call.body,
    });
    const text = await response.text();
    assert.equal(response.status, success, text);
    assert.equal(problemWith(endpoint, response.status, text), undefined);
    if (call.shows !== undefined) assert.ok(text.includes(call.shows), text);
  });
}
