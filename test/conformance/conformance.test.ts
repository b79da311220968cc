import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { callbackEvents } from '../../server/lending-api/events.ts';
import { userType } from '../../server/lending-api/merchant-users.ts';
import { routes } from '../../server/lending-api/routes.ts';
import { transactionStatus } from '../../server/lending-api/statuses.ts';
import { parts } from '../runner/parts.ts';
import { endpoints } from './calls/endpoints.ts';
import { collectProofs } from './collect/collect-proofs.ts';
import { description } from './rows/description.ts';
import type { RowKind } from './rows/row.ts';
import { unproven } from './unproven.ts';

const names = (kind: RowKind) =>
  description.filter((row) => row.kind === kind).map(({ name }) => name);

describe('the description of the Sponsor Lending API', () => {
  let proofs: Awaited<ReturnType<typeof collectProofs>>;
  before(async () => {
    proofs = await collectProofs('conformance');
  });

  it('has 36 endpoints, and the service serves these and no other', () => {
    assert.equal(new Set(names('endpoint')).size, 36);
    const served = routes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    assert.deepEqual(names('endpoint').toSorted(), served.toSorted());
    assert.equal(endpoints.length, 36);
  });

  it('has five events, which the document lists', () => {
    const events = names('event').filter((name) => name !== 'acknowledgement');
    assert.deepEqual(
      events.map((name) => name.replaceAll(' ', '_')),
      callbackEvents.map(({ name }) => name),
    );
  });

  it('has the roles and transaction statuses that the service knows', () => {
    assert.deepEqual(names('role').toSorted(), [...userType.options].sort());
    assert.deepEqual(names('transaction status').toSorted(), [...transactionStatus.options].sort());
  });

  it('is told in rows that say something, each with a test that npm test runs', () => {
    const whole = new Set(parts.server.files());
    for (const { name, says, proofs: ids } of description) {
      assert.notEqual(says, '', name);
      const files = ids.flatMap((id) => proofs.get(id) ?? []).map(({ file }) => file);
      assert.ok(
        files.some((file) => whole.has(file)),
        name,
      );
    }
  });

  it('has a test for every proof that a row names, which is there and runs', () => {
    assert.deepEqual(unproven(description, proofs), []);
  });
});
