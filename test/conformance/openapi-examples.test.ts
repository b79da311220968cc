import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { answerExamples, requestExamples } from '../../server/lending-api/examples/examples.ts';
import { routes } from '../../server/lending-api/routes.ts';
import { startTestLending, type TestLending } from '../helpers/lending.ts';
import { problemWith } from './answers.ts';
import { type Contract, type JsonSchema, operationOf, servedContract } from './contract.ts';
import { runScenario } from './scenario/run-scenario.ts';
import { sponsorsThatMayAll } from './sponsors.ts';

let lending: TestLending;
let contract: Contract;
before(async () => {
  lending = await startTestLending({ sponsors: sponsorsThatMayAll() });
  await lending.stop();
  contract = await servedContract(lending);
});
after(() => lending.close());

const idOf = ({ operationId }: { operationId?: string }) => operationId ?? '';

/** The kind of every value, with the fields of objects; a list is as its items are. */
function formOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formOf);
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, formOf(each)]));
}

describe('the examples of /openapi.json', () => {
  it('are there for every path, body and success of every operation', () => {
    for (const route of routes) {
      const operation = operationOf(contract, route);
      const id = idOf(route);
      const parameters = (operation?.parameters ?? []).filter((each) => each.in !== 'header');
      for (const { name, in: place, example } of parameters) {
        assert.ok(example !== undefined || place === 'query', `${id} has an example of ${name}`);
      }
      assert.ok(parameters.length === 0 || parameters.some(({ example }) => example), id);
      for (const [type, media] of Object.entries(operation?.requestBody?.content ?? {})) {
        assert.deepEqual(media.example, requestExamples[id]?.body, `${id} ${type}`);
        assert.notEqual(media.example, undefined, `${id} ${type}`);
      }
      const success = Object.entries(operation?.responses ?? {}).findLast(([status]) =>
        status.startsWith('2'),
      );
      const shown = success?.[1].content?.['application/json']?.example;
      assert.deepEqual(shown, answerExamples[id], id);
      assert.notEqual(shown, undefined, `${id} has an example of its answer`);
    }
  });

  it('belong to operations that are there', () => {
    const ids = new Set(routes.map(idOf));
    assert.deepEqual(new Set(Object.keys(requestExamples)), ids);
    assert.deepEqual(new Set(Object.keys(answerExamples)), ids);
  });

  it('are accepted by the service, one after the other, and answered as they say', async () => {
    const told = await runScenario(lending);
    assert.deepEqual(new Set(told.map(({ operation }) => operation)), new Set(routes.map(idOf)));
    for (const { operation, status, answer } of told) {
      const route = routes.find((each) => idOf(each) === operation);
      assert.ok(route);
      const { path, method } = route;
      const text = JSON.stringify(answerExamples[operation]);
      const problem = problemWith({ path, method: method.toUpperCase() }, status, text);
      assert.equal(problem, undefined, operation);
      assert.deepEqual(formOf(answerExamples[operation]), formOf(answer), operation);
    }
  });

  it('of single fields fit the field', () => {
    const fields = Object.values(contract.components.schemas).flatMap(examplesIn);
    assert.notEqual(fields.length, 0);
    for (const { pattern, enum: values, example } of fields) {
      if (pattern !== undefined) assert.match(String(example), new RegExp(pattern, 'u'));
      if (values !== undefined) assert.ok(values.includes(example), String(example));
    }
  });
});

function examplesIn(schema: JsonSchema): JsonSchema[] {
  const parts = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
  ];
  return [...(schema.example === undefined ? [] : [schema]), ...parts.flatMap(examplesIn)];
}
