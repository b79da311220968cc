import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createSandboxProviders } from '../../../server/lending/providers/sandbox-providers.ts';
import { answered } from '../../helpers/answered.ts';
import { startTestLending } from '../../helpers/lending.ts';
import { scratchRoot } from '../../helpers/scratch.ts';
import { aNewPersonsSoftPull, decidedSoftPull } from '../../helpers/soft-pull.ts';
import { makeStorage, type Storage } from '../../helpers/storage.ts';

interface Applied {
  offers: string[];
  /** Of the page with the terms. */
  path: string;
}

async function newStorage(t: TestContext): Promise<Storage> {
  const storage = await makeStorage();
  t.after(() => storage.remove());
  return storage;
}

function startOn(storage: Storage) {
  return startTestLending({}, createSandboxProviders(), storage);
}

/** Somebody new applies and chooses, at a service that is started and stopped for it. */
async function applied(storage: Storage): Promise<Applied> {
  const lending = await startOn(storage);
  try {
    const pull = await decidedSoftPull(lending, aNewPersonsSoftPull());
    const offers = pull.offers.map(({ offer_uuid }) => offer_uuid);
    const select = `/api/v1/sponsor/consumers/offers/${offers[0]}/select/`;
    const selected = await lending.call('PATCH', select, { body: {} });
    const { consumer_invitation_link: link } = await answered(selected, 200);
    return { offers, path: new URL(String(link)).pathname };
  } finally {
    await lending.close();
  }
}

describe('The ids of a sandbox', () => {
  it('come again with the seed in another new database', async (t) => {
    const first = await applied(await newStorage(t));
    const second = await applied(await newStorage(t));
    assert.deepEqual(second.offers, first.offers);
  });

  it('are never those that were given out after a backup which was restored', {
    skip: process.env.TEST_DATABASE_URL ? 'PostgreSQL has tools of its own' : false,
  }, async (t) => {
    const storage = await newStorage(t);
    const backup = await mkdtemp(join(await scratchRoot(), 'backup-'));
    t.after(() => rm(backup, { recursive: true }));
    await (await startOn(storage)).close();
    await cp(storage.folder, backup, { recursive: true });
    const lost = await applied(storage);

    await rm(storage.folder, { recursive: true });
    await cp(backup, storage.folder, { recursive: true });
    const made = await applied(storage);

    const known = [...lost.offers, lost.path];
    assert.deepEqual(
      [...made.offers, made.path].filter((each) => known.includes(each)),
      [],
    );
    const lending = await startOn(storage);
    t.after(() => lending.close());
    assert.equal((await lending.app.request(made.path)).status, 200);
    assert.equal((await lending.app.request(lost.path)).status, 404);
  });
});
