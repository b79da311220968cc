import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxSponsors, readSettings, sponsorsFile } from '../../../server/config/settings-files.ts';
import { digest } from './read-test-config.ts';

describe('SPONSORS_FILE', () => {
  it('lists no more sponsors than one claim of their due work can take', () => {
    const read = (length: number) =>
      readSettings('SPONSORS_FILE', 's.json', sponsorsFile, () =>
        JSON.stringify(Array.from({ length }, (_none, at) => sponsorOf(`sponsor-${at}`))),
      );
    assert.equal(read(maxSponsors).length, maxSponsors);
    assert.throws(() => read(maxSponsors + 1), {
      name: 'ConfigError',
      message: /^SPONSORS_FILE is wrong: s\.json: must have 100 entries at most \(/,
    });
  });

  for (const [field, wrong] of [
    ['username', { username: 'sponsor:one' }],
    ['callback.username', { callback: { username: 'call:backs', password: 'any' } }],
  ] as const) {
    it(`has no colon in ${field}, at which Basic ends it`, () => {
      const file = JSON.stringify([{ ...sponsorOf('sponsor'), ...wrong }]);
      assert.throws(() => readSettings('SPONSORS_FILE', 's.json', sponsorsFile, () => file), {
        name: 'ConfigError',
        message: new RegExp(`: entry 1, ${field}, must be without a colon`),
      });
    });
  }
});

function sponsorOf(username: string) {
  return {
    username,
    password_sha256: digest,
    name: 'The sponsor',
    features: { allow_soft_pull_process: true, allow_approve_on_behalf: false },
    callback: { username: 'callbacks', password: 'a password of its own' },
  };
}
