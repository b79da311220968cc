import assert from 'node:assert/strict';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { ConfigError } from '../../../server/config/environment.ts';
import { sandboxCallback } from '../../../server/config/sandbox-settings.ts';
import { configReader, key, outside } from './read-test-config.ts';

describe('readConfig()', () => {
  const { read, folder } = configReader();

  it('needs nothing for the sandbox', () => {
    const config = read({});
    assert.deepEqual([...config.serve], ['demo', 'bff', 'lending']);
    assert.deepEqual(config.ports, { demo: 8080, bff: 8787, lending: 8788 });
    assert.equal(config.merchants[0]?.publishable_key, 'pk_sandbox_hillside');
    assert.equal(config.lender.username, 'sponsor@example.test');
  });

  it('listens on loopback in the sandbox, on every address outside it, and where HOST says', () => {
    assert.equal(read({}).host, '127.0.0.1');
    assert.equal(read({ HOST: '0.0.0.0' }).host, '0.0.0.0');
    assert.equal(read(outside).host, undefined);
    assert.equal(read({ ...outside, HOST: '::1' }).host, '::1');
  });

  it('finds its own parts where they listen', () => {
    const urls = (HOST: string) => {
      const { bffPublicUrl, lendingPublicUrl, demoPublicUrl, lender } = read({ HOST });
      return [demoPublicUrl, bffPublicUrl, lendingPublicUrl, lender.baseUrl];
    };
    const at = (host: string) => [8080, 8787, 8788, 8788].map((port) => `http://${host}:${port}`);
    assert.deepEqual(urls('0.0.0.0'), at('localhost'));
    assert.deepEqual(urls('::1'), at('[::1]'));
  });

  it('lets callbacks go to the sandbox’s own parts, whatever other hosts are allowed', () => {
    const given = {
      CALLBACK_ALLOWED_HOSTS: 'hooks.inner',
      BFF_PUBLIC_URL: 'http://127.0.0.2:8787',
      DEMO_PUBLIC_URL: 'http://[::1]:8080',
    };
    const parts = ['127.0.0.2', 'localhost', '[::1]'];
    assert.deepEqual(read(given).callbackAllowedHosts, ['hooks.inner', ...parts]);
    const elsewhere = { ...outside, CALLBACK_ALLOWED_HOSTS: 'hooks.inner' };
    assert.deepEqual(read(elsewhere).callbackAllowedHosts, ['hooks.inner']);
    assert.deepEqual(read(outside).callbackAllowedHosts, []);
  });

  it('takes the login of callbacks as it is said, and each half of it alone', () => {
    const { username, password } = sandboxCallback;
    assert.deepEqual(read({}).callback, { username, password });
    const said = { CALLBACK_USERNAME: 'callbacks', CALLBACK_PASSWORD: 'a password of our own' };
    assert.deepEqual(read(said).callback, {
      username: 'callbacks',
      password: 'a password of our own',
    });
    assert.deepEqual(read({ CALLBACK_USERNAME: 'callbacks' }).callback, {
      username: 'callbacks',
      password,
    });
    assert.equal(read({ CALLBACK_PASSWORD: 'a password of our own' }).callback.username, username);
  });

  it('wants to know which proxies are trusted', () => {
    assert.throws(
      () => read({ TRUSTED_PROXY_HOPS: '1' }),
      /^ConfigError: TRUSTED_PROXIES is missing: [^\n]+$/,
    );
    assert.throws(
      () => read({ TRUSTED_PROXIES: '10.0.0.0/8' }),
      /^ConfigError: TRUSTED_PROXY_HOPS is missing: [^\n]+$/,
    );
    const { trustedProxies } = read({
      TRUSTED_PROXY_HOPS: '2',
      TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    });
    assert.equal(trustedProxies.hops, 2);
    assert.ok(trustedProxies.addresses.check('10.9.8.7'));
    assert.ok(trustedProxies.addresses.check('::1', 'ipv6'));
    assert.ok(!trustedProxies.addresses.check('11.0.0.1'));
  });

  it('makes the sandbox key once, for its owner alone', () => {
    const first = read({}).encryptionKey;
    assert.deepEqual(read({}).encryptionKey, first);
    assert.equal(statSync(join(folder(), 'sandbox.key')).mode & 0o777, 0o600);
  });

  it('names the file of the sandbox key when that is wrong', () => {
    const other = join(folder(), 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'sandbox.key'), 'short');
    assert.throws(
      () => read({ DATA_DIR: other }),
      ({ message }: Error) => message.startsWith(`DATA_DIR (${other}/sandbox.key) is wrong: `),
    );
  });

  it('takes a folder for backups with an interval, both or none', () => {
    assert.equal(read({}).backups, null);
    const given = { BACKUP_FOLDER: '/backups', BACKUP_HOURS: '0.5' };
    assert.deepEqual(read(given).backups, { folder: '/backups', everyHours: 0.5 });
    assert.throws(
      () => read({ BACKUP_FOLDER: '/backups' }),
      /^ConfigError: BACKUP_HOURS is missing/,
    );
    assert.throws(() => read({ BACKUP_HOURS: '6' }), /^ConfigError: BACKUP_FOLDER is missing/);
    for (const hours of ['0', '-1', 'daily']) {
      assert.throws(
        () => read({ ...given, BACKUP_HOURS: hours }),
        /^ConfigError: BACKUP_HOURS is wrong/,
      );
    }
    const onPostgres = { ...given, DATABASE_URL: 'postgres://localhost/x' };
    assert.throws(() => read(onPostgres), /^ConfigError: BACKUP_FOLDER is wrong.*pg_dump/);
  });

  it('takes a list with spaces and a comma at its end', () => {
    assert.deepEqual([...read({ SERVE: ' bff, lending,' }).serve], ['bff', 'lending']);
  });

  it('serves something', () => {
    assert.throws(
      () => read({ SERVE: 'lending', LENDING_BASE_URL: 'http://localhost:9000' }),
      /^ConfigError: SERVE is wrong: [^\n]*LENDING_BASE_URL[^\n]*$/,
    );
  });

  it('does not start the embedded lender beside a remote one', () => {
    assert.equal(read(outside).serve.has('lending'), false);
    assert.equal(read(outside).isEmbeddedLender, false);
    assert.equal(read({ LENDING_BASE_URL: 'http://localhost:9000' }).isEmbeddedLender, false);
    assert.equal(read({}).isEmbeddedLender, true);
  });

  for (const [name, value] of [
    ['BFF_PORT', 'eighty'],
    ['HOST', 'localhost'],
    ['HOST', '10.0.0.256'],
    ['SERVE', 'demo,shop'],
    ['BFF_PUBLIC_URL', 'checkout.example'],
    ['BFF_PUBLIC_URL', 'ftp://localhost'],
    ['LENDING_BASE_URL', 'httpsx://localhost'],
    ['LENDING_BASE_URL', 'xhttp://localhost'],
    ['DATABASE_URL', 'mysql://db'],
    ['LENDING_ENVIRONMENT', 'staging'],
    ['TRUSTED_PROXY_HOPS', '-1'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,proxy'],
    ['TRUSTED_PROXIES', ' , '],
    ['ENCRYPTION_KEY', 'short'],
    ['ENCRYPTION_KEYS_PREVIOUS', `${key},short`],
    ['LOG_LEVEL', 'loud'],
    ['HARD_INQUIRY_ON_ACCEPT', 'yes'],
    ['FINAL_CHARGE_CLOSES_WINDOW', '1'],
    ['LENDER_ANSWER_HOURS', '0.5'],
    ['LENDER_ANSWER_HOURS', '721'],
    ['LENDER_ANSWER_HOURS', 'a day'],
    ['LENDER_STAGING', 'false'],
    ['CALLBACK_ALLOWED_HOSTS', 'localhost,hooks.inner:3000'],
    ['CALLBACK_ALLOWED_HOSTS', 'http://hooks.inner'],
    ['CALLBACK_ALLOWED_HOSTS', '*.inner'],
    ['CALLBACK_ALLOWED_HOSTS', '0:0:0:0:0:0:0:1'],
    ['CALLBACK_USERNAME', 'shop:callbacks'],
    ['LENDING_USERNAME', 'sponsor:shop'],
    ['LINK_ALLOWED_ORIGINS', 'https://lender.example/loans'],
    ['LINK_ALLOWED_ORIGINS', 'lender.example'],
    ['LINK_ALLOWED_ORIGINS', 'https://lender.example,lender.example'],
    ['LINK_ALLOWED_ORIGINS', ' , '],
  ] as const) {
    it(`names ${name} when it is wrong, in one line`, () => {
      assert.throws(
        () => read({ [name]: value }),
        (error: unknown) => {
          assert.ok(error instanceof ConfigError);
          assert.match(error.message, new RegExp(`^${name}[^\n]+$`));
          return true;
        },
      );
    });
  }

  for (const url of [
    'http://somebody@localhost:8787',
    'http://:secret@localhost:8787',
    'http://localhost:8787/loans',
    'http://localhost:8787/?shop=1',
    'http://localhost:8787/#',
  ]) {
    it(`refuses a public address with more than scheme, host and port: ${url}`, () => {
      for (const name of ['BFF_PUBLIC_URL', 'LENDING_PUBLIC_URL', 'DEMO_PUBLIC_URL']) {
        assert.throws(() => read({ [name]: url }), {
          message: `${name} is wrong: it must be scheme, host and port alone, such as https://checkout.example`,
        });
      }
    });
  }

  it('takes addresses with a slash at the end, and calls none with two', () => {
    const { bffPublicUrl, lender } = read({
      BFF_PUBLIC_URL: 'http://localhost:9001/',
      LENDING_BASE_URL: 'http://localhost:9000/lender/',
    });
    assert.deepEqual(
      [bffPublicUrl, lender.baseUrl],
      ['http://localhost:9001', 'http://localhost:9000/lender'],
    );
  });

  it('knows how long a lender may be silent, and whether it is a staging one', () => {
    assert.equal(read({}).lenderAnswerHours, 24);
    assert.equal(read({ LENDER_ANSWER_HOURS: '720' }).lenderAnswerHours, 720);
    assert.equal(read({}).isStagingLender, false);
    assert.equal(read({ LENDER_STAGING: 'true' }).isStagingLender, true);
  });

  it('says what the lender’s loans say, which both have a default', () => {
    assert.deepEqual(read({}).loanTerms, {
      hardInquiryOnAccept: false,
      finalChargeClosesWindow: true,
    });
    const turned = { HARD_INQUIRY_ON_ACCEPT: 'true', FINAL_CHARGE_CLOSES_WINDOW: 'false' };
    assert.deepEqual(read(turned).loanTerms, {
      hardInquiryOnAccept: true,
      finalChargeClosesWindow: false,
    });
  });

  it('takes hosts of callbacks as addresses write them, in any case', () => {
    const hosts = ['Hooks.inner', '10.0.0.7', '::1', '[fd00::7]'];
    const { callbackAllowedHosts } = read({ ...outside, CALLBACK_ALLOWED_HOSTS: hosts.join() });
    assert.deepEqual(callbackAllowedHosts, hosts);
  });

  it('leaves it to an adapter how the lender’s user name is sent', () => {
    const own = { LENDER_ADAPTER: 'own.ts', LENDING_USERNAME: 'client:7' };
    assert.equal(read(own).lender.username, 'client:7');
  });

  it('logs as much as LOG_LEVEL says, or what happens', () => {
    assert.equal(read({}).logLevel, 'info');
    for (const LOG_LEVEL of ['debug', 'info', 'warn', 'error', 'silent']) {
      assert.equal(read({ LOG_LEVEL }).logLevel, LOG_LEVEL);
    }
  });

  it('names every variable that is wrong at once', () => {
    assert.throws(
      () => read({ LOG_LEVEL: 'loud', DEMO_PORT: '0' }),
      /^ConfigError: DEMO_PORT is wrong: [^;]+; LOG_LEVEL is wrong: /,
    );
  });
});
