import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { problemWith } from './answers.ts';
import { ApiTestbed } from './api-testbed.ts';
import { type BadRequest, badRequests } from './bad-input.ts';
import { addressOf, type Call, type Endpoint } from './calls/endpoint.ts';
import { endpoints } from './calls/endpoints.ts';
import { type Contract, servedContract } from './contract.ts';
import { newMerchantFixture } from './merchant-fixture.ts';
import { changedTables, snapshot } from './snapshot.ts';

let testbed: ApiTestbed;
let contract: Contract;
before(async () => {
  testbed = await ApiTestbed.start();
  contract = await servedContract(testbed.lending);
});
after(() => testbed.close());

async function send(endpoint: Endpoint, call: Call, bad: BadRequest): Promise<Response> {
  const { path = call.path ?? {}, query, body, contentType } = bad;
  const address = addressOf(endpoint, { path });
  return testbed.send(query === undefined ? address : `${address}?${query}`, {
    method: endpoint.method,
    headers: {
      authorization: testbed.authorization,
      ...(typeof contentType === 'string' && { 'content-type': contentType }),
    },
    ...(body !== undefined && { body }),
  });
}

async function problemOf(endpoint: Endpoint, call: Call, bad: BadRequest): Promise<string[]> {
  const response = await send(endpoint, call, bad);
  const text = await response.text();
  const wrong = problemWith(endpoint, response.status, text);
  const expected = bad.status.includes(response.status) ? undefined : `${response.status}: ${text}`;
  const { errors = {} } = (wrong === undefined ? JSON.parse(text) : {}) as { errors?: object };
  const isNamed = bad.names === undefined || Object.keys(errors).some(names(bad.names));
  const unnamed = isNamed ? undefined : `${bad.names} is not named in ${text}`;
  return [wrong, expected, unnamed]
    .filter((problem) => problem !== undefined)
    .map((problem) => `${bad.name}: ${problem.slice(0, 200)}`);
}

/** `0.email` names `email`. */
function names(field: string): (path: string) => boolean {
  return (path) => path.split('.').includes(field);
}

describe('bad input [asvs:bad-input]', () => {
  for (const endpoint of endpoints) {
    const { method, path, success } = endpoint;
    it(`is refused by ${method} ${path}, and changes nothing [conformance:bad-input ${method} ${path}]`, async () => {
      const fixture = await newMerchantFixture(testbed);
      const who = { fixture, user: fixture.users.Admin, owner: fixture.users.Salesrep };
      const call = await endpoint.prepare(testbed, who);
      const before = await snapshot(testbed.lending);
      const problems: string[] = [];
      for (const bad of badRequests(contract, endpoint, call)) {
        problems.push(...(await problemOf(endpoint, call, bad)));
      }
      assert.deepEqual(problems, []);
      assert.deepEqual(changedTables(before, await snapshot(testbed.lending)), []);
      const right = await testbed.lending.call(method, addressOf(endpoint, call), {
        body: call.body,
      });
      assert.equal(right.status, success, await right.text());
    });
  }
});

describe('a call without a body and without its type', () => {
  for (const endpoint of endpoints.filter(({ method }) => method !== 'GET')) {
    it(`has an answer from ${endpoint.method} ${endpoint.path}`, async () => {
      const fixture = await newMerchantFixture(testbed);
      const who = { fixture, user: fixture.users.Admin, owner: fixture.users.Salesrep };
      const address = addressOf(endpoint, await endpoint.prepare(testbed, who));
      const { authorization } = testbed;
      const response = await testbed.send(address, {
        method: endpoint.method,
        headers: { authorization },
      });
      assert.ok(response.status < 500, `${response.status}`);
      assert.equal(problemWith(endpoint, response.status, await response.text()), undefined);
    });
  }
});
