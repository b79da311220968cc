import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  afterWrongAnswer,
  type IdentityTries,
  lockOf,
  mayMailLink,
  triesLeft,
} from '../../../../server/lending/domain/attempt-limits.ts';
import { dayMs } from '../../../helpers/durations.ts';

const firstDay = '2026-03-02';

const fresh: IdentityTries = {
  link_failed_tries: 0,
  is_mailed: false,
  identity_failures: 0,
  identity_failures_date: null,
  identity_failures_total: 0,
};

function afterWrong(count: number, tries = fresh, today = firstDay): IdentityTries {
  return Array.from({ length: count }).reduce<IdentityTries>(
    (each) => afterWrongAnswer(each, today),
    tries,
  );
}

const onNewLink = (tries: IdentityTries) => ({ ...tries, link_failed_tries: 0 });

describe('tries of the identity question', () => {
  it('lock a link with the fifth wrong answer', () => {
    assert.equal(lockOf(afterWrong(4), firstDay), null);
    assert.equal(triesLeft(afterWrong(4), firstDay), 1);
    assert.equal(lockOf(afterWrong(5), firstDay), 'link_locked');
    assert.equal(triesLeft(afterWrong(5), firstDay), 0);
  });

  it('lock the application for the day with the tenth, over all links', () => {
    const second = onNewLink(afterWrong(5));
    assert.equal(triesLeft(second, firstDay), 5);
    assert.equal(lockOf(afterWrong(4, second), firstDay), null);
    assert.equal(lockOf(afterWrong(5, second), firstDay), 'link_and_day_locked');
    assert.equal(lockOf(onNewLink(afterWrong(5, second)), firstDay), 'day_locked');
  });

  it('start again the next day, but not on a locked link', () => {
    const locked = afterWrong(5, onNewLink(afterWrong(5)));
    assert.equal(lockOf(onNewLink(locked), '2026-03-03'), null);
    assert.equal(lockOf(locked, '2026-03-03'), 'link_locked');
    assert.equal(afterWrong(1, onNewLink(locked), '2026-03-03').identity_failures, 1);
  });

  it('lock every link that was not mailed with the twentieth of a life', () => {
    const days = ['2026-03-02', '2026-03-03', '2026-03-04'];
    const nineteen = days.reduce((tries, day) => afterWrong(6, onNewLink(tries), day), fresh);
    const last = afterWrong(1, onNewLink(nineteen), '2026-03-05');
    assert.equal(lockOf(onNewLink(last), '2026-03-06'), null);
    assert.equal(triesLeft(onNewLink(last), '2026-03-06'), 1);
    const spent = onNewLink(afterWrong(1, last, '2026-03-06'));
    assert.equal(spent.identity_failures_total, 20);
    assert.equal(lockOf(spent, '2026-04-01'), 'link_locked');
    assert.equal(triesLeft(spent, '2026-04-01'), 0);
    const mailed = { ...spent, is_mailed: true };
    assert.equal(lockOf(mailed, '2026-04-01'), null);
    assert.equal(triesLeft(mailed, '2026-04-01'), 5);
    assert.equal(lockOf(afterWrong(5, mailed, '2026-04-01'), '2026-04-01'), 'link_locked');
  });
});

describe('mayMailLink()', () => {
  it('allows three in 24 hours', () => {
    const now = Date.UTC(2026, 2, 2, 15);
    assert.equal(mayMailLink([], now), true);
    assert.equal(mayMailLink([now - 1, now - 2], now), true);
    assert.equal(mayMailLink([now - 1, now - 2, now - dayMs + 1], now), false);
    assert.equal(mayMailLink([now - 1, now - 2, now - dayMs], now), true);
  });
});
