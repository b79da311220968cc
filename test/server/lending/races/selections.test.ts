import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { inParallel } from '../../../helpers/in-parallel.ts';
import { type RaceTestbed, startRaceTestbed } from '../../../helpers/race-testbed.ts';
import { aNewPersonsSoftPull, softPullPath } from '../../../helpers/soft-pull.ts';

let testbed: RaceTestbed;
before(async () => {
  testbed = await startRaceTestbed();
});
after(() => testbed.close());

const tries = Array.from({ length: 40 }, (_, index) => index);

async function newOffers(): Promise<string[]> {
  const response = await testbed.call('POST', softPullPath, { body: aNewPersonsSoftPull() });
  const { offers } = (await response.json()) as { offers: { offer_uuid: string }[] };
  return offers.map(({ offer_uuid }) => offer_uuid);
}

/** What both calls are answered, each sent to another process where there are two. */
function selectAtOnce(offers: readonly (string | undefined)[]) {
  return Promise.all(
    offers.map(async (offer, position) => {
      const call = testbed.racers[position % testbed.racers.length] ?? testbed.call;
      const path = `/api/v1/sponsor/consumers/offers/${offer}/select/`;
      const response = await call('PATCH', path, { body: {} });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    }),
  );
}

const pathOf = (link: unknown) => new URL(String(link)).pathname;

describe('an offer that is selected twice at once', () => {
  it('has one link, which both are told', async () => {
    await inParallel(4, tries, async () => {
      const [offer] = await newOffers();
      const answers = await selectAtOnce([offer, offer]);
      const told = JSON.stringify(answers);
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]), told);
      // Each process has an address of its own here.
      const links = new Set(answers.map(({ body }) => pathOf(body.consumer_invitation_link)));
      assert.equal(links.size, 1, told);
    });
  });
});

describe('two offers of which each is selected at once', () => {
  it('are both answered, and one of them stands', async () => {
    await inParallel(4, tries, async () => {
      const offers = await newOffers();
      const answers = await selectAtOnce(offers.slice(0, 2));
      const told = JSON.stringify(answers);
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]), told);
      const selected = await testbed.context.database.query
        .selectFrom('offers')
        .select('id')
        .where('id', 'in', offers)
        .where('status', '=', 'Selected')
        .execute();
      assert.equal(selected.length, 1, told);
    });
  });
});
