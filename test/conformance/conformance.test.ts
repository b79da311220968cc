import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { routes } from '../../server/lending-api/routes.ts';
import { endpoints } from './calls/endpoints.ts';
import { callbackEvents } from '../../server/lending-api/events.ts';
import { userType } from '../../server/lending-api/merchant-users.ts';
import { transactionStatus } from '../../server/lending-api/statuses.ts';
import { description } from './rows/description.ts';
import type { RowKind } from './rows/row.ts';
import { unproven } from './unproven.ts';

const settings = new URL('../../package.json', import.meta.url);

const names = (kind: RowKind) =>
  description.filter((row) => row.kind === kind).map(({ name }) => name);

describe('the description of the Sponsor Lending API', () => {
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

  it('is told in rows that say something, by tests of folders that npm test runs', () => {
    const script: string = JSON.parse(readFileSync(settings, 'utf8')).scripts['test:server'];
    const folders = /test\/\{([\w,]+)\}/.exec(script)?.[1]?.split(',') ?? [];
    for (const { name, says, proofs } of description) {
      assert.notEqual(says, '', name);
      for (const { file } of proofs) assert.ok(folders.includes(file.split('/')[1] ?? ''), file);
    }
  });

  it('has a test for every row, which is there and runs', async () => {
    assert.deepEqual(await unproven(description), []);
  });
});
