import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomIds, seededIds } from '../../../server/platform/ids.ts';

for (const [name, ids] of [
  ['randomIds', randomIds],
  ['seededIds()', seededIds('1')],
] as const) {
  describe(name, () => {
    it('makes UUIDs of version 4', () => {
      const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
      for (let i = 0; i < 100; i += 1) assert.match(ids.uuid(), pattern);
    });

    it('makes UUIDs of version 7 that sort by their time, each another', () => {
      const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
      const start = Date.UTC(2026, 10, 25);
      const made = Array.from({ length: 100 }, (_none, index) => ids.orderedUuid(start + index));
      for (const id of made) assert.match(id, pattern);
      assert.deepEqual(made.toSorted(), made);
      assert.equal(new Set(Array.from({ length: 100 }, () => ids.orderedUuid(start))).size, 100);
    });

    it('makes UUIDs of version 4 that stand together, each another', () => {
      const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
      const made = ids.adjacentUuids(100);
      for (const id of made) assert.match(id, pattern);
      assert.equal(new Set(made).size, 100);
      const starts = [made, ids.adjacentUuids(100)].map(
        (together) => new Set(together.map((id) => id.slice(0, 13))),
      );
      for (const start of starts) assert.equal(start.size, 1);
      assert.notDeepEqual(starts[0], starts[1]);
    });

    it('makes digits of the asked count, each of the ten', () => {
      const digits = ids.digits(1000);
      assert.match(digits, /^\d{1000}$/);
      assert.equal(new Set(digits).size, 10);
    });

    it('makes tokens of 256 bits that differ [asvs:token-bits]', () => {
      const tokens = Array.from({ length: 100 }, () => ids.token());
      assert.equal(new Set(tokens).size, 100);
      assert.ok(tokens.every((token) => Buffer.from(token, 'base64url').length === 32));
    });
  });
}

describe('seededIds()', () => {
  const sample = (seed: string) => {
    const ids = seededIds(seed);
    return [ids.uuid(), ids.digits(10), ids.token(), ids.uuid()];
  };

  it('comes again for the same seed', () => {
    assert.deepEqual(sample('1'), sample('1'));
  });

  it('is another sequence for another seed', () => {
    const all = [...sample('1'), ...sample('2')];
    assert.equal(new Set(all).size, all.length);
  });
});
