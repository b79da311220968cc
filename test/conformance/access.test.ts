import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { checkAccess } from './access.ts';
import { endpoints } from './calls/endpoints.ts';
import { World } from './world.ts';

let world: World;
before(async () => {
  world = await World.start();
});
after(() => world.close());

describe('every role, merchant and sponsor', () => {
  for (const endpoint of endpoints) {
    const name = `${endpoint.method} ${endpoint.path}`;
    it(`gets what it may of ${name}, and nothing else [conformance:access ${name}]`, async () => {
      assert.deepEqual(await checkAccess(world, endpoint), []);
    });
  }
});
