import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  afterWrongAnswer,
  type IdentityTries,
  lockOf,
  triesLeft,
} from '../../../../../server/lending/domain/identity/identity-tries.ts';

const TODAY = '2026-03-02';
const fresh: IdentityTries = {
  link_failed_tries: 0,
  identity_failures: 0,
  identity_failures_date: null,
};

function afterWrong(count: number, tries = fresh, today = TODAY): IdentityTries {
  return Array.from({ length: count }).reduce<IdentityTries>(
    (each) => afterWrongAnswer(each, today),
    tries,
  );
}

const onNewLink = (tries: IdentityTries) => ({ ...tries, link_failed_tries: 0 });

describe('tries of the identity question', () => {
  it('lock a link with the fifth wrong answer', () => {
    assert.equal(lockOf(afterWrong(4), TODAY), null);
    assert.equal(triesLeft(afterWrong(4), TODAY), 1);
    assert.equal(lockOf(afterWrong(5), TODAY), 'link_locked');
    assert.equal(triesLeft(afterWrong(5), TODAY), 0);
  });

  it('lock the application for the day with the tenth, over all links', () => {
    const second = onNewLink(afterWrong(5));
    assert.equal(triesLeft(second, TODAY), 5);
    assert.equal(lockOf(afterWrong(4, second), TODAY), null);
    assert.equal(lockOf(afterWrong(5, second), TODAY), 'link_and_day_locked');
    assert.equal(lockOf(onNewLink(afterWrong(5, second)), TODAY), 'day_locked');
  });

  it('begin anew the next day, but not on a locked link', () => {
    const locked = afterWrong(5, onNewLink(afterWrong(5)));
    assert.equal(lockOf(onNewLink(locked), '2026-03-03'), null);
    assert.equal(lockOf(locked, '2026-03-03'), 'link_locked');
    assert.equal(afterWrong(1, onNewLink(locked), '2026-03-03').identity_failures, 1);
  });
});
