import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readConfig, readPlace, readStorage } from '../../../server/config/config.ts';
import { sandboxMerchants, sha256 } from '../../../server/config/sandbox-settings.ts';
import { lenderTextIds } from '../../../server/lending-api/texts/text-ids.ts';
import { ownTexts } from '../../helpers/own-texts.ts';
import {
  configReader,
  digest,
  merchant,
  merchants,
  outside,
  worldWith,
} from './read-test-config.ts';

/** With the embedded lender. */
const production = {
  ...outside,
  LENDING_BASE_URL: '',
  LENDING_PUBLIC_URL: 'https://lending.example',
  LENDING_ENVIRONMENT: 'production',
};

describe('outside the sandbox', () => {
  const { read } = configReader();

  it('names every variable that is missing outside the sandbox at once', () => {
    const { LENDING_USERNAME, LENDING_BASE_URL } = outside;
    assert.throws(() => read({ LENDING_BASE_URL, LENDING_USERNAME }), {
      message:
        'LENDING_PASSWORD, CALLBACK_USERNAME, CALLBACK_PASSWORD, ENCRYPTION_KEY, MERCHANTS_FILE, ' +
        'BFF_PUBLIC_URL, LINK_ALLOWED_ORIGINS, TEXTS_FOLDER are missing: they are required outside ' +
        'the sandbox',
    });
    assert.throws(
      () => read({ ...outside, LENDING_BASE_URL: '', LENDING_ENVIRONMENT: 'production' }),
      /^ConfigError: LENDING_PUBLIC_URL, SPONSORS_FILE are missing/,
    );
  });

  it('needs no SPONSORS_FILE in a process that does not serve the lender', () => {
    assert.throws(() => read(production), /^ConfigError: SPONSORS_FILE is missing/);
    assert.deepEqual([...read({ ...production, SERVE: 'bff' }).serve], ['bff']);
  });

  for (const name of Object.keys(outside).filter((each) => each !== 'LENDING_BASE_URL')) {
    it(`requires ${name} outside the sandbox`, () => {
      const rest = Object.fromEntries(Object.entries(outside).filter(([each]) => each !== name));
      assert.throws(() => read(rest), new RegExp(`^ConfigError: ${name}`));
    });
  }

  it('refuses plain http outside the sandbox [asvs:https-only]', () => {
    assert.throws(
      () => read({ ...outside, BFF_PUBLIC_URL: 'http://checkout.example' }),
      /BFF_PUBLIC_URL is wrong: outside the sandbox it must be an https address/,
    );
  });

  it('takes no lender for a staging one in production: a soft pull needs a person’s consent', () => {
    const settings = { ...outside, LENDER_STAGING: 'true' };
    assert.equal(read(settings).isStagingLender, true);
    assert.throws(
      () => read({ ...settings, LENDING_ENVIRONMENT: 'production' }),
      /^ConfigError: LENDER_STAGING is wrong: LENDING_ENVIRONMENT says production/,
    );
  });

  describe('weak secrets outside the sandbox', () => {
    for (const name of ['LENDING_PASSWORD', 'CALLBACK_PASSWORD']) {
      it(`are refused as ${name}, under 16 characters`, () => {
        assert.throws(() => read({ ...outside, [name]: 'fifteen letters' }), {
          message: `${name} is wrong: a password needs 16 characters`,
        });
        assert.equal(read({ ...outside, [name]: 'sixteen letters!' }).isSandbox, false);
        assert.equal(read({ [name]: 'fifteen letters' }).isSandbox, true);
      });
    }

    it('are refused as a sponsor’s password of callbacks', () => {
      const sponsor = {
        username: 'sponsor',
        password_sha256: digest,
        name: 'A sponsor',
        features: { allow_soft_pull_process: true, allow_approve_on_behalf: false },
        callback: { username: 'callbacks', password: 'fifteen letters' },
      };
      const world = worldWith(merchants, { ...ownTexts(), ...ownTexts(lenderTextIds) });
      const readFile = (path: string) =>
        path === 'sponsors.json' ? JSON.stringify([sponsor]) : world.readFile(path);
      const variables = { ...production, SPONSORS_FILE: 'sponsors.json' };
      assert.throws(() => readConfig(variables, { ...world, readFile }), {
        message: 'SPONSORS_FILE is wrong: a password needs 16 characters',
      });
    });

    for (const part of [[0], [7], [1, 2], Array.from({ length: 16 }, (_, index) => index)]) {
      it(`are refused as an ENCRYPTION_KEY that repeats ${part.length} bytes (${part[0]}…)`, () => {
        const ENCRYPTION_KEY = Buffer.alloc(32, Buffer.from(part)).toString('base64url');
        assert.throws(() => read({ ...outside, ENCRYPTION_KEY }), {
          message: /^ENCRYPTION_KEY is wrong: it repeats itself/,
        });
        assert.equal(read({ ENCRYPTION_KEY }).isSandbox, true);
        const previous = { ...outside, ENCRYPTION_KEYS_PREVIOUS: ENCRYPTION_KEY };
        assert.equal(read(previous).previousEncryptionKeys.length, 1);
      });
    }
  });

  it('refuses published sandbox values outside the sandbox [conformance:authentication-environments]', () => {
    assert.throws(
      () => read({ ...outside, LENDING_PASSWORD: 'sandbox-api-password' }),
      /LENDING_PASSWORD is wrong: it holds a published value/,
    );
    assert.throws(
      () =>
        read(outside, merchants.replace('s'.repeat(32), 'os_sandbox_hillside_0123456789abcdef')),
      /MERCHANTS_FILE is wrong: it holds a published value/,
    );
    assert.throws(
      () => read(outside, merchants.replace(digest, sha256('sk_sandbox_hillside'))),
      /MERCHANTS_FILE is wrong: it holds a published value/,
    );
  });

  describe('DATABASE_URL', () => {
    const said = (DATABASE_URL: string) => read({ ...outside, DATABASE_URL }).isDatabaseInClear;
    const away = 'postgres://app:pw@db.example/checkout';

    for (const [name, url] of [
      ['no sslmode', away],
      ['no host, which PGHOST may name', 'postgres:///checkout'],
      ['an inner address', 'postgres://app:pw@10.0.0.7:5432/checkout'],
      ['an address of IPv6', 'postgres://app:pw@[fd00::7]/checkout'],
      ['another host as a parameter', 'postgres://app:pw@localhost/checkout?host=db.example'],
      ['a second host as a parameter', 'postgres:///checkout?host=/run&host=db.example'],
      ['ssl=true', `${away}?ssl=true`],
      ['sslmode=no-verify', `${away}?sslmode=no-verify`],
      ['sslmode=require', `${away}?sslmode=require`],
      ['a later sslmode', `${away}?sslmode=verify-full&sslmode=no-verify`],
    ] as const) {
      it(`is refused with ${name}, in words that say what to write [asvs:database-tls]`, () => {
        assert.throws(() => said(url), {
          name: 'ConfigError',
          message:
            /^DATABASE_URL is wrong: it[^;\n]*; add sslmode=verify-full, [^\n]* sslmode=disable only where the network itself is encrypted$/,
        });
        assert.equal(read({ DATABASE_URL: url }).isDatabaseInClear, false);
      });
    }

    it('names no part of itself in that', () => {
      assert.throws(
        () => said(away),
        ({ message }: Error) => !/pw|db\.example/.test(message),
      );
    });

    for (const url of [
      `${away}?sslmode=verify-full`,
      'postgres://app:pw@localhost/checkout',
      'postgres://app:pw@127.0.0.1:5433/checkout',
      'postgres://app:pw@[::1]/checkout',
      'postgres:///checkout?host=/var/run/postgresql',
      'postgres://app:pw@%2Fvar%2Frun%2Fpostgresql/checkout',
    ]) {
      it(`is taken as ${url} [asvs:database-tls]`, () => assert.equal(said(url), false));
    }

    it('is known to be in clear with sslmode=disable [asvs:database-tls]', () => {
      assert.equal(said(`${away}?sslmode=disable`), true);
      assert.equal(said('postgres://localhost/checkout?sslmode=disable'), false);
      assert.equal(read(outside).isDatabaseInClear, false);
    });

    it('is refused to a command, too, but not in the sandbox', () => {
      const variables = { LENDING_ENVIRONMENT: 'production', DATABASE_URL: away };
      assert.throws(() => readStorage(variables), /^ConfigError: DATABASE_URL is wrong/);
      assert.equal(readStorage({ DATABASE_URL: away }).databaseUrl, away);
    });
  });

  describe('LINK_ALLOWED_ORIGINS', () => {
    const origins = (variables: Record<string, string>) => read(variables).linkAllowedOrigins;

    it('is the lender’s own in the sandbox, embedded or not', () => {
      assert.deepEqual(origins({}), ['http://localhost:8788']);
      const at = { LENDING_BASE_URL: 'http://localhost:9000/lender' };
      assert.deepEqual(origins(at), ['http://localhost:9000']);
    });

    it('is said outside it, with no slash needed or forbidden at the end', () => {
      const LINK_ALLOWED_ORIGINS = 'https://a.example/, https://b.example:8443';
      const said = origins({ ...outside, LINK_ALLOWED_ORIGINS });
      assert.deepEqual(said, ['https://a.example', 'https://b.example:8443']);
    });

    it('is https', () => {
      const LINK_ALLOWED_ORIGINS = 'https://a.example,http://b.example';
      assert.throws(() => read({ ...outside, LINK_ALLOWED_ORIGINS }), {
        message: 'LINK_ALLOWED_ORIGINS is wrong: outside the sandbox each must be https',
      });
      assert.deepEqual(origins({ LINK_ALLOWED_ORIGINS: 'http://b.example' }), ['http://b.example']);
    });
  });

  describe('the lender of a merchant', () => {
    const { lender, ...without } = merchant;
    const other = {
      ...merchant,
      publishable_key: 'pk_live_other',
      secret_key_sha256: [],
      order_secrets: [],
    };
    const readWith = (...entries: object[]) => read(outside, JSON.stringify(entries));

    it('is known', () => {
      assert.equal(readWith(merchant, other).merchants.length, 2);
      assert.throws(() => readWith(other, without), {
        message:
          'MERCHANTS_FILE is wrong: lender is missing of pk_live_shop: outside the sandbox each ' +
          'entry has its name, nmls_id, phone and address',
      });
    });

    const bank = sandboxMerchants('https://shop.example')[0]?.lender;
    for (const field of ['name', 'nmls_id', 'phone', 'address'] as const) {
      it(`is not the sample bank by its ${field}`, () => {
        const named = { ...other, lender: { ...lender, [field]: bank?.[field] } };
        assert.throws(() => readWith(merchant, named), {
          message: /^MERCHANTS_FILE is wrong: lender of pk_live_other is the sample bank: [^\n]+$/,
        });
      });
    }
  });

  const own = {
    MERCHANTS_FILE: 'merchants.json',
    SERVE: 'bff',
    LENDING_PASSWORD: 'a password of our own',
    CALLBACK_PASSWORD: 'another of our own',
  };
  const reached: [string, Record<string, string>][] = [
    ['BFF_PUBLIC_URL', { BFF_PUBLIC_URL: 'https://checkout.example' }],
    ['LENDING_PUBLIC_URL', { LENDING_PUBLIC_URL: 'https://lending.example' }],
    ['DEMO_PUBLIC_URL', { DEMO_PUBLIC_URL: 'http://192.0.2.7:8080' }],
    ['HOST', { HOST: '192.0.2.7' }],
    ['NODE_ENV', { NODE_ENV: 'production' }],
  ];

  describe('a lender at an address of this machine, which may be a proxy to a real one', () => {
    const proxied = { ...own, LENDING_BASE_URL: 'http://127.0.0.1:9000' };

    for (const [name, variables] of reached) {
      it(`is not taken for a sandbox unsaid with ${Object.entries(variables).join()}`, () => {
        assert.throws(() => read({ ...proxied, ...variables }), {
          name: 'ConfigError',
          message: new RegExp(`^LENDING_ENVIRONMENT is missing: [^\n]* ${name} says [^\n]+$`),
        });
        const said = { ...proxied, ...variables, LENDING_ENVIRONMENT: 'sandbox' };
        assert.equal(read(said).isSandbox, true);
      });
    }

    it('is one by itself where this machine alone uses the service', () => {
      assert.equal(read(proxied).isSandbox, true);
    });
  });

  describe('the published secrets', () => {
    for (const [name, variables] of reached) {
      it(`are refused with ${Object.entries(variables).join()}, in words`, () => {
        const published = 'CALLBACK_PASSWORD, LENDING_PASSWORD, MERCHANTS_FILE, SPONSORS_FILE';
        assert.throws(() => read(variables), {
          name: 'ConfigError',
          message: new RegExp(`^${name} is wrong: [^\n]* published [^\n]* ${published}, or `),
        });
        const { LENDING_PASSWORD: _, ...rest } = own;
        assert.throws(() => read({ ...rest, ...variables }), {
          message: new RegExp(`^${name} is wrong: .* in LENDING_PASSWORD, or `),
        });
      });

      it(`of one’s own go with ${Object.entries(variables).join()}`, () => {
        assert.equal(read({ ...own, ...variables }).isSandbox, true);
        assert.deepEqual(readPlace({ ...own, ...variables }).firstEntries, []);
      });
    }

    it('begin no settings file that is for another lender, for production or for a hosted demo', () => {
      assert.deepEqual(readPlace({}).firstEntries, sandboxMerchants('http://localhost:8080'));
      for (const variables of [
        { LENDING_BASE_URL: 'http://localhost:9000' },
        { LENDING_ENVIRONMENT: 'production' },
        { DEMO_PUBLIC: 'true' },
      ]) {
        assert.deepEqual(readPlace(variables).firstEntries, [], Object.keys(variables).join());
      }
    });

    it('stay those of the sandbox with loopback addresses', () => {
      const config = read({
        LENDING_BASE_URL: 'http://127.0.0.1:9000',
        BFF_PUBLIC_URL: 'http://localhost:9001',
        DEMO_PUBLIC_URL: 'http://[::1]:9002',
        NODE_ENV: 'development',
      });
      assert.equal(config.isSandbox, true);
      assert.equal(config.callback.password, 'sandbox-callback-password');
    });
  });
});
