import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { LendingContext } from '../../../../server/lending/context.ts';
import {
  findLink,
  issueLink,
  issueMailedLink,
  isUsable,
  type LinkRequest,
  revokeLink,
} from '../../../../server/lending/store/links.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { openLendingDatabase } from './lending-database.ts';

const startedAt = Date.UTC(2026, 2, 2, 15);

describe('links of hosted pages', () => {
  let store: Awaited<ReturnType<typeof openLendingDatabase>>;
  let keys: Pick<LendingContext, 'sealer' | 'config'>;
  let subjects = 0;

  before(async () => {
    store = await openLendingDatabase();
    const config = { publicUrl: 'http://localhost:8788' } as LendingContext['config'];
    keys = { sealer: store.sealer, config };
  });
  after(() => store.close());

  function aRequest(overrides: Partial<LinkRequest> = {}): LinkRequest {
    subjects += 1;
    const subjectId = `application-${subjects}`;
    return {
      kind: 'terms',
      subjectId,
      sponsorId: 's',
      expiresAt: startedAt + hourMs,
      now: startedAt,
      ...overrides,
    };
  }

  const issue = (request: LinkRequest) =>
    store.database.transaction((tx) => issueLink(tx, keys, request));

  const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

  it('has at least 128 bits that say nothing of the application', async () => {
    const { url } = await issue(aRequest());
    assert.match(url, /^http:\/\/localhost:8788\/terms\/[\w-]{43}$/);
  });

  it('is the same while it lives', async () => {
    const request = aRequest();
    const first = await issue(request);
    const later = await issue({
      ...request,
      now: startedAt + hourMs - 1,
      expiresAt: startedAt + 9 * hourMs,
    });
    assert.deepEqual(later, first);
  });

  it('is a new one when it has expired, and the old one stays known', async () => {
    const request = aRequest();
    const old = await issue(request);
    const renewed = await issue({
      ...request,
      now: startedAt + hourMs,
      expiresAt: startedAt + 2 * hourMs,
    });
    assert.notEqual(renewed.url, old.url);
    const found = await findLink(store.database.query, 'terms', tokenOf(old.url));
    assert.equal(found?.status, 'dead');
  });

  const lock = ({ subjectId }: LinkRequest) =>
    store.database.query
      .updateTable('links')
      .set({ failed_tries: 5 })
      .where('subject_id', '=', subjectId)
      .execute();

  it('is a new one when it was ended', async () => {
    const request = aRequest();
    const first = await issue(request);
    await store.database.transaction((tx) => revokeLink(tx, 'terms', request.subjectId));
    assert.notEqual((await issue(request)).url, first.url);
  });

  it('is never renewed once it is locked, whether it has ended or expired', async () => {
    const request = aRequest();
    const { url } = await issue(request);
    await lock(request);
    const locked = await issue(request);
    assert.deepEqual([locked.url, locked.isLocked], [url, true]);
    const later = { ...request, now: startedAt + 9 * hourMs, expiresAt: startedAt + 10 * hourMs };
    assert.equal((await issue(later)).url, url);
    await store.database.transaction((tx) => revokeLink(tx, 'terms', request.subjectId));
    assert.equal((await issue(later)).url, url);
  });

  it('lives beside a mailed one, which is renewed when it is locked', async () => {
    const request = aRequest();
    const mail = (of: LinkRequest) =>
      store.database.transaction((tx) => issueMailedLink(tx, keys, of));
    const ordinary = await issue(request);
    const mailed = await mail(request);
    assert.notEqual(mailed.url, ordinary.url);
    assert.deepEqual([await issue(request), await mail(request)], [ordinary, mailed]);
    await lock(request);
    const renewed = await mail(request);
    assert.equal(new Set([ordinary.url, mailed.url, renewed.url]).size, 3);
    assert.equal((await issue(request)).url, ordinary.url);
  });

  it('opens its own kind of page only, and only until it expires', async () => {
    const { url } = await issue(aRequest());
    const link = await findLink(store.database.query, 'terms', tokenOf(url));
    assert.ok(link);
    assert.equal(isUsable(link, startedAt + hourMs - 1), true);
    assert.equal(isUsable(link, startedAt + hourMs), false);
    assert.equal(await findLink(store.database.query, 'charge', tokenOf(url)), undefined);
  });

  it('keeps no token in the database', async () => {
    const { url } = await issue(aRequest());
    const rows = await store.database.query.selectFrom('links').selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(tokenOf(url)));
  });
});
