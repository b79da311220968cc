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

const sponsor = sponsorOf('sponsor');
const { features, callback } = sponsor;
const refusals: [string, object[], RegExp][] = [
  ['none', [], /s\.json: must be a list of one entry or more/],
  ['a user name twice', [sponsor, sponsor], /entry 2, username, holds what entry 1 holds/],
  ['no name', [{ ...sponsor, name: '' }], /entry 1, name, must be the sponsor’s name/],
  [
    'no password of callbacks',
    [{ ...sponsor, callback: { ...callback, password: '' } }],
    /entry 1, callback\.password, must be the password that callbacks are sent with/,
  ],
  ['a field too many', [{ ...sponsor, role: 'all' }], /entry 1, Unrecognized key: "role"/],
  [
    'a feature that there is not',
    [{ ...sponsor, features: { ...features, allow_all: true } }],
    /entry 1, features, Unrecognized key: "allow_all"/,
  ],
  [
    'a field of callbacks too many',
    [{ ...sponsor, callback: { ...callback, url: 'https://a.example' } }],
    /entry 1, callback, Unrecognized key: "url"/,
  ],
];

describe('a SPONSORS_FILE', () => {
  for (const [what, entries, message] of refusals) {
    it(`is refused with ${what}`, () => {
      const file = JSON.stringify(entries);
      assert.throws(() => readSettings('SPONSORS_FILE', 's.json', sponsorsFile, () => file), {
        name: 'ConfigError',
        message,
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
