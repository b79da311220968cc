import assert from 'node:assert/strict';

/** The fields of an answer that must have this status; one with another is shown. */
export async function answered(
  response: Response,
  status: number,
): Promise<Record<string, unknown>> {
  const body = (await response.json()) as Record<string, unknown>;
  assert.equal(response.status, status, JSON.stringify(body));
  return body;
}
