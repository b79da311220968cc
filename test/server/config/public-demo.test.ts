import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig } from '../../../server/config/config.ts';
import { ConfigError } from '../../../server/config/environment.ts';
import { sha256 } from '../../../server/config/sandbox-settings.ts';
import { ownTexts } from '../../helpers/own-texts.ts';
import { configReader, merchant, outside, worldWith } from './read-test-config.ts';

describe('DEMO_PUBLIC', () => {
  const { read, folder } = configReader();
  const aSponsor = (password: string, callbackPassword = 'of its own') => [
    {
      username: 'sponsor@example.test',
      password_sha256: sha256(password),
      name: 'The hosted demo',
      features: { allow_soft_pull_process: true, allow_approve_on_behalf: false },
      callback: { username: 'callbacks', password: callbackPassword },
    },
  ];
  const hosted = {
    DEMO_PUBLIC: '1',
    SPONSORS_FILE: 'sponsors.json',
    LENDING_PASSWORD: 'unpublished',
  };
  const readHosted = (change: Record<string, string> = {}, file = aSponsor('unpublished')) =>
    read({ ...hosted, ...change }, JSON.stringify(file));

  it('is off by itself', () => {
    assert.equal(read({}).publicDemo, null);
    assert.equal(read({ DEMO_PUBLIC: 'false' }).publicDemo, null);
  });

  it('adds nothing outside the sandbox', () => {
    const { publicDemo, merchants } = read({ ...outside, DEMO_PUBLIC: 'true' });
    assert.equal(publicDemo, null);
    assert.deepEqual(
      merchants.map((each) => each.publishable_key),
      [merchant.publishable_key],
    );
  });

  it('takes the place of every published value', () => {
    const config = readHosted({ DEMO_PUBLIC_URL: 'https://demo.example' });
    const values = JSON.stringify([config.demoMerchant, config.merchants]);
    assert.doesNotMatch(values, /sk_sandbox|os_sandbox/);
    assert.equal(config.sandboxSeed, null);
    assert.equal(config.sandboxSecretKey, undefined);
    assert.deepEqual(config.merchants[0]?.secret_key_sha256, [
      sha256(config.demoMerchant.secretKey),
    ]);
    assert.deepEqual(config.merchants[0]?.order_secrets, [config.demoMerchant.orderSecret]);
    assert.deepEqual(config.merchants[0]?.origins, ['https://demo.example']);
    assert.deepEqual(config.callback, { username: 'callbacks', password: 'of its own' });
    assert.deepEqual(readHosted().demoMerchant, config.demoMerchant);
  });

  it('draws secrets of its own from its key, one for each use', () => {
    const secretsUnder = (byte: number) => {
      const ENCRYPTION_KEY = Buffer.alloc(32, byte).toString('base64url');
      const { demoMerchant, publicDemo } = readHosted({ ENCRYPTION_KEY });
      const { secretKey, orderSecret } = demoMerchant;
      return [secretKey, orderSecret, publicDemo?.visitorKey ?? ''];
    };
    const drawn = [...secretsUnder(1), ...secretsUnder(2)].map((secret) =>
      secret.replace(/^(sk|os)_demo_/, ''),
    );
    assert.equal(new Set(drawn).size, 6);
    assert.deepEqual(secretsUnder(1), secretsUnder(1));
  });

  describe('with a MERCHANTS_FILE', () => {
    const sponsors = worldWith(JSON.stringify(aSponsor('unpublished')), ownTexts());
    const readListed = (entry: object, variables: Record<string, string> = {}) =>
      readConfig(
        { ...hosted, DATA_DIR: folder(), MERCHANTS_FILE: 'merchants.json', ...variables },
        {
          ...sponsors,
          readFile: (path) =>
            path === 'merchants.json' ? JSON.stringify([entry]) : sponsors.readFile(path),
        },
      );

    it('sells for those in the file beside the shop', () => {
      const { demoMerchant, merchants, serve } = readListed(merchant);
      assert.deepEqual(
        merchants.map((each) => each.publishable_key),
        [demoMerchant.publishableKey, merchant.publishable_key],
      );
      assert.deepEqual(merchants[0]?.order_secrets, [demoMerchant.orderSecret]);
      assert.ok(serve.has('demo'));
    });

    it('says what to do where the shop’s key has other secrets, which then starts', () => {
      const entry = { ...merchant, publishable_key: 'pk_sandbox_hillside' };
      assert.throws(() => readListed(entry), {
        name: 'ConfigError',
        message:
          /^MERCHANTS_FILE is wrong: its entry pk_sandbox_hillside .* remove that entry, or .* SERVE=bff,lending$/,
      });
      const { serve } = readListed(entry, { SERVE: 'bff,lending' });
      assert.deepEqual([...serve], ['bff', 'lending']);
    });
  });

  it('goes with public addresses and NODE_ENV=production', () => {
    const addresses = { BFF_PUBLIC_URL: 'https://checkout.example', NODE_ENV: 'production' };
    assert.equal(readHosted(addresses).bffPublicUrl, 'https://checkout.example');
  });

  const refused: [string, () => unknown][] = [
    ['SPONSORS_FILE', () => read({ DEMO_PUBLIC: 'true' })],
    ['SPONSORS_FILE', () => readHosted({}, aSponsor('sandbox-api-password'))],
    ['SPONSORS_FILE', () => readHosted({}, aSponsor('unpublished', 'sandbox-callback-password'))],
    ['SPONSORS_FILE', () => readHosted({ LENDING_USERNAME: 'another@example.test' })],
    ['LENDING_PASSWORD', () => readHosted({ LENDING_PASSWORD: 'sandbox-api-password' })],
    ['CALLBACK_PASSWORD', () => readHosted({ CALLBACK_PASSWORD: 'sandbox-callback-password' })],
    ['DEMO_PUBLIC', () => readHosted({ DEMO_PUBLIC: 'maybe' })],
  ];
  for (const [index, [name, start]] of refused.entries()) {
    it(`is refused in one line that names ${name}, case ${index + 1}`, () => {
      assert.throws(
        start,
        (error) =>
          error instanceof ConfigError && new RegExp(`^${name} is [^\n]+$`).test(error.message),
      );
    });
  }
});
