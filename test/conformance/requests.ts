import assert from 'node:assert/strict';
import type { ApiTestbed, Body } from './api-testbed.ts';
import { firstSponsor, type SponsorName } from './sponsors.ts';

type Request = readonly [method: string, path: string, body?: unknown];

/** The body of an answer that must have this status. */
export async function answered(
  testbed: ApiTestbed,
  status: number,
  [method, path, body]: Request,
  as: SponsorName = firstSponsor,
): Promise<Body> {
  const response = await testbed.lending.call(method, path, { body, as });
  const text = await response.text();
  assert.equal(response.status, status, `${method} ${path}: ${text}`);
  return JSON.parse(text) as Body;
}

/** A refusal with a sentence in `detail`; the body for what else it says. */
export async function refused(
  testbed: ApiTestbed,
  status: number,
  request: Request,
): Promise<Body> {
  const body = await answered(testbed, status, request);
  assert.equal(typeof body.detail, 'string');
  assert.notEqual(body.detail, '');
  return body;
}
