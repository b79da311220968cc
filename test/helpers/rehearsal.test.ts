import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../server/config/environment.ts';
import { merchants } from '../server/config/read-test-config.ts';
import { readRehearsal } from './bare-lender/rehearsal.ts';

const settings = {
  LENDING_BASE_URL: 'http://localhost:9090',
  LENDING_USERNAME: 'sponsor',
  LENDING_PASSWORD: 'a password',
  LINK_ALLOWED_ORIGINS: 'http://localhost:9091',
  CALLBACK_USERNAME: 'lender',
  CALLBACK_PASSWORD: 'another password',
  MERCHANTS_FILE: 'merchants.json',
};

describe('npm run rehearse', () => {
  const read = (change: Record<string, string> = {}) =>
    readRehearsal({ ...settings, ...change }, () => merchants);
  const refusal = (message: RegExp) => (error: unknown) =>
    error instanceof ConfigError && message.test(error.message);

  it('takes the place of the lender in the settings of the BFF', () => {
    assert.deepEqual(read(), {
      login: { username: 'sponsor', password: 'a password' },
      callback: { username: 'lender', password: 'another password' },
      settings: { users: { rep: 'Salesrep', admin: 'Admin' } },
      ports: { api: 9090, pages: 9091 },
    });
  });

  it('names a setting that is missing', () => {
    for (const name of Object.keys(settings)) {
      assert.throws(() => read({ [name]: '' }), refusal(new RegExp(`^${name} is missing: `)));
    }
  });

  it('is no lender anywhere else', () => {
    for (const name of ['LENDING_BASE_URL', 'LINK_ALLOWED_ORIGINS']) {
      for (const address of [
        'https://lender.example',
        'http://lender.example:9090',
        'http://localhost',
      ]) {
        const wrong = refusal(new RegExp(`^${name} is wrong: .* http://localhost:9090$`));
        assert.throws(() => read({ [name]: address }), wrong);
      }
    }
  });
});
