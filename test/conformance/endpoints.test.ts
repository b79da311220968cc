import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { problemWith } from './answers.ts';
import { addressOf } from './calls/endpoint.ts';
import { endpoints } from './calls/endpoints.ts';
import { newTeam } from './team.ts';
import { World } from './world.ts';

let world: World;
before(async () => {
  world = await World.start();
});
after(() => world.close());

for (const endpoint of endpoints) {
  const { method, path, success } = endpoint;
  const name = `${method} ${path}`;
  it(`${name} answers ${success} in its own form [conformance:endpoint ${name}]`, async () => {
    const team = await newTeam(world);
    const who = { team, user: team.users.Admin, owner: team.users.Salesrep };
    const call = await endpoint.prepare(world, who);
    const response = await world.lending.call(method, addressOf(endpoint, call), {
      body: call.body,
    });
    const text = await response.text();
    assert.equal(response.status, success, text);
    assert.equal(problemWith(endpoint, response.status, text), undefined);
    if (call.shows !== undefined) assert.ok(text.includes(call.shows), text);
  });
}
