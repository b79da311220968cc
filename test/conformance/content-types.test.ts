import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiTestbed, type Body } from './api-testbed.ts';
import { addressOf, type Call, type Endpoint } from './calls/endpoint.ts';
import { endpoints } from './calls/endpoints.ts';
import { bodyFields, type Contract, operationOf, servedContract } from './contract.ts';
import { type Encoded, encodings } from './encodings.ts';

let testbed: ApiTestbed;
let contract: Contract;
before(async () => {
  testbed = await ApiTestbed.start();
  contract = await servedContract(testbed.lending);
});
after(() => testbed.close());

interface Answer {
  status: number;
  body: unknown;
}

async function send(endpoint: Endpoint, call: Call, encoded: Encoded): Promise<Answer> {
  const { body, contentType } = encoded;
  const response = await testbed.lending.app.request(addressOf(endpoint, call), {
    method: endpoint.method,
    headers: {
      authorization: testbed.authorization,
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
    body,
  });
  return { status: response.status, body: JSON.parse(masked(await response.text())) };
}

/** The text without what is another's in every call: ids, numbers and links. */
function masked(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uuid')
    .replaceAll(/\/[\w-]{43}(?=["/])/g, '/token')
    .replaceAll(/"\d{10}"/g, '"number"')
    .replaceAll(/\b(application|loan|invitation)-\d+/g, '$1');
}

function call(endpoint: Endpoint): Promise<Call> {
  const { fixture } = testbed;
  const who = { fixture, user: fixture.users.Admin, owner: fixture.users.Salesrep };
  return endpoint.prepare(testbed, who);
}

for (const endpoint of endpoints.filter(({ path }) => path.includes('/consumers/'))) {
  const { method, path, success } = endpoint;
  describe(`${method} ${path}`, () => {
    it(`answers a right call alike as JSON, form-urlencoded and multipart [conformance:every-content-type ${method} ${path}]`, async () => {
      const answers: Answer[] = [];
      for (const encode of Object.values(encodings)) {
        const right = await call(endpoint);
        answers.push(await send(endpoint, right, encode(right.body as Body)));
      }
      assert.equal(answers[0]?.status, success, JSON.stringify(answers[0]));
      assert.deepEqual(answers[1], answers[0]);
      assert.deepEqual(answers[2], answers[0]);
    });

    it('refuses alike whatever field is wrong', async () => {
      const right = await call(endpoint);
      for (const { name, isRequired } of bodyFields(contract, operationOf(contract, endpoint))) {
        for (const value of isRequired ? ['\u0007', undefined] : ['\u0007']) {
          const wrong = { ...(right.body as Body), [name]: value };
          const answers: Answer[] = [];
          for (const encode of Object.values(encodings)) {
            answers.push(await send(endpoint, right, encode(wrong)));
          }
          assert.equal(answers[0]?.status, 400, `${name}: ${JSON.stringify(answers[0])}`);
          assert.deepEqual(answers[1], answers[0]);
          assert.deepEqual(answers[2], answers[0]);
        }
      }
    });
  });
}
