import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../../../server/config/config.ts';
import { ConfigError } from '../../../server/config/environment.ts';
import { sandboxMerchants, sha256 } from '../../../server/config/sandbox-settings.ts';

const key = createHash('sha256').update('a key').digest('base64url');
const digest = 'a'.repeat(64);
const merchants = JSON.stringify([
  {
    publishable_key: 'pk_live_shop',
    name: 'A shop',
    secret_key_sha256: [digest],
    order_secrets: ['s'.repeat(32)],
    order_keys: [],
    origins: ['https://shop.example'],
    request_user_id: 'rep',
    admin_user_id: 'admin',
  },
]);

const outside = {
  LENDING_BASE_URL: 'https://lender.example',
  LENDING_USERNAME: 'sponsor',
  LENDING_PASSWORD: 'a password of our own',
  CALLBACK_USERNAME: 'callbacks',
  CALLBACK_PASSWORD: 'another of our own',
  ENCRYPTION_KEY: key,
  MERCHANTS_FILE: 'merchants.json',
  BFF_PUBLIC_URL: 'https://checkout.example',
};

describe('readConfig()', () => {
  let folder: string;
  const read = (variables: Record<string, string>, file = merchants) =>
    readConfig({ DATA_DIR: folder, ...variables }, () => file);

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'soft-pull-config-'));
  });
  after(() => rmSync(folder, { recursive: true }));

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

  it('wants to know which proxies are trusted', () => {
    assert.throws(
      () => read({ TRUSTED_PROXY_HOPS: '1' }),
      /^ConfigError: TRUSTED_PROXIES is missing: [^\n]+$/,
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
    assert.equal(statSync(join(folder, 'sandbox.key')).mode & 0o777, 0o600);
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

  it('does not start the embedded lender beside a remote one', () => {
    assert.equal(read(outside).serve.has('lending'), false);
    assert.deepEqual(read(outside).linkAllowedOrigins, ['https://lender.example']);
  });

  for (const [name, value] of [
    ['BFF_PORT', 'eighty'],
    ['HOST', 'localhost'],
    ['HOST', '10.0.0.256'],
    ['SERVE', 'demo,shop'],
    ['BFF_PUBLIC_URL', 'checkout.example'],
    ['BFF_PUBLIC_URL', 'https://somebody@checkout.example'],
    ['LENDING_PUBLIC_URL', 'https://lending.example/loans'],
    ['DEMO_PUBLIC_URL', 'http://localhost:8080/?shop=1'],
    ['DEMO_PUBLIC_URL', 'http://localhost:8080/#'],
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

  describe('MERCHANTS_FILE', () => {
    const listed = (variables: Record<string, string>, file = merchants) => {
      const config = read({ MERCHANTS_FILE: 'merchants.json', ...variables }, file);
      return {
        serve: [...config.serve],
        merchants: config.merchants.map((each) => [each.publishable_key, ...each.origins]),
      };
    };
    const sandboxFile = JSON.stringify(sandboxMerchants('https://shop.example'));

    it('is the whole list: the sandbox’s merchant is not beside it', () => {
      const shop = ['pk_live_shop', 'https://shop.example'];
      assert.deepEqual(listed({}), { serve: ['bff', 'lending'], merchants: [shop] });
    });

    it('may list the demo shop’s, whose own page then counts as well', () => {
      const origins = ['https://shop.example', 'http://localhost:8080'];
      assert.deepEqual(listed({}, sandboxFile), {
        serve: ['demo', 'bff', 'lending'],
        merchants: [['pk_sandbox_hillside', ...origins]],
      });
    });

    for (const [name, file] of [
      ['does not list it', merchants],
      ['lists it with other secrets', merchants.replace('pk_live_shop', 'pk_sandbox_hillside')],
    ] as const) {
      it(`is refused in words where SERVE asks for the demo shop and it ${name}`, () => {
        const refusal = /^ConfigError: MERCHANTS_FILE is wrong: [^\n]*SERVE=bff,lending$/;
        assert.throws(() => listed({ SERVE: 'demo,bff,lending' }, file), refusal);
        assert.throws(() => listed({ SERVE: 'demo' }, file), refusal);
        assert.deepEqual(listed({ SERVE: 'bff' }, file).serve, ['bff']);
      });
    }
  });

  it('names file, entry and field of whatever is wrong, and what it must be', () => {
    const [merchant] = JSON.parse(merchants);
    const { secret_key_sha256: _, ...without } = { ...merchant, publishable_key: 5 };
    assert.throws(() => read(outside, JSON.stringify([merchant, without])), {
      message:
        'MERCHANTS_FILE is wrong: merchants.json: entry 2, publishable_key, must be text such as ' +
        '"pk_live_shop"; entry 2, secret_key_sha256, must be a list of SHA-256 digests of secret ' +
        'keys, two at most; [] for none (the README shows a whole file)',
    });
    assert.throws(() => read(outside, 'no json'), {
      message: 'MERCHANTS_FILE is wrong: merchants.json: it is not JSON',
    });
  });

  describe('keys and origins in the files', () => {
    const [merchant] = JSON.parse(merchants);
    const another = {
      ...merchant,
      publishable_key: 'pk_live_other',
      secret_key_sha256: ['b'.repeat(64)],
      order_secrets: ['t'.repeat(32)],
      order_keys: [{ kty: 'OKP', crv: 'Ed25519', x: 'AA' }],
    };
    const refused = (entries: unknown[], place: string) =>
      assert.throws(
        () => read(outside, JSON.stringify(entries)),
        (error: Error) =>
          error instanceof ConfigError &&
          error.message.startsWith(`MERCHANTS_FILE is wrong: merchants.json: ${place}`),
      );

    it('may stand in each merchant’s entry once', () => {
      assert.equal(read(outside, JSON.stringify([merchant, another])).merchants.length, 2);
    });

    for (const text of ['', '\n']) {
      it(`refuses the digest of ${JSON.stringify(text)}`, () => {
        const secret_key_sha256 = [sha256(text)];
        const place = 'entry 1, secret_key_sha256.0, is the digest of nothing';
        refused([{ ...merchant, secret_key_sha256 }], place);
      });
    }

    for (const field of ['publishable_key', 'secret_key_sha256', 'order_secrets', 'order_keys']) {
      it(`refuses ${field} that another entry has`, () => {
        const first = { ...merchant, order_keys: another.order_keys };
        const entries = [first, { ...another, order_keys: [], [field]: first[field] }];
        refused(entries, `entry 2, ${field}, holds what entry 1 holds`);
      });
    }

    it('refuses one key twice in one entry', () => {
      const secret_key_sha256 = [digest, digest];
      refused([{ ...merchant, secret_key_sha256 }], 'entry 1, secret_key_sha256, holds what');
    });

    it('takes http origins of this machine alone', () => {
      const on = (...origins: string[]) => [{ ...merchant, origins }];
      const own = ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://shop.localhost'];
      assert.equal(read(outside, JSON.stringify(on(...own))).merchants.length, 1);
      refused(on('http://shop.example'), 'entry 1, origins.0, must be https');
      refused(on('http://localhost.shop.example'), 'entry 1, origins.0, must be https');
    });
  });

  describe('weak secrets outside the sandbox', () => {
    for (const name of ['LENDING_PASSWORD', 'CALLBACK_PASSWORD']) {
      it(`are refused as ${name}, under 16 characters`, () => {
        assert.throws(() => read({ ...outside, [name]: 'fifteen letters' }), {
          message: `${name} is wrong: a password needs 16 characters`,
        });
        assert.equal(read({ [name]: 'fifteen letters' }).isSandbox, true);
      });
    }

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

  it('names every variable that is missing outside the sandbox at once', () => {
    const { LENDING_USERNAME, LENDING_BASE_URL } = outside;
    assert.throws(() => read({ LENDING_BASE_URL, LENDING_USERNAME }), {
      message:
        'LENDING_PASSWORD, CALLBACK_USERNAME, CALLBACK_PASSWORD, ENCRYPTION_KEY, MERCHANTS_FILE, ' +
        'BFF_PUBLIC_URL are missing: they are required outside the sandbox',
    });
    assert.throws(
      () => read({ ...outside, LENDING_BASE_URL: '', LENDING_ENVIRONMENT: 'production' }),
      /^ConfigError: LENDING_PUBLIC_URL, SPONSORS_FILE are missing/,
    );
  });

  it('names every variable that is wrong at once', () => {
    assert.throws(
      () => read({ LOG_LEVEL: 'loud', DEMO_PORT: '0' }),
      /^ConfigError: DEMO_PORT is wrong: [^;]+; LOG_LEVEL is wrong: /,
    );
  });

  for (const name of Object.keys(outside).filter((each) => each !== 'LENDING_BASE_URL')) {
    it(`requires ${name} outside the sandbox`, () => {
      const rest = Object.fromEntries(Object.entries(outside).filter(([each]) => each !== name));
      assert.throws(() => read(rest), new RegExp(`^ConfigError: ${name}`));
    });
  }

  it('refuses published sandbox values outside the sandbox', () => {
    assert.throws(
      () => read({ ...outside, LENDING_PASSWORD: 'sandbox-api-password' }),
      /LENDING_PASSWORD is wrong: it holds a published value/,
    );
    assert.throws(
      () =>
        read(outside, merchants.replace('s'.repeat(32), 'os_sandbox_hillside_0123456789abcdef')),
      /MERCHANTS_FILE is wrong: it holds a published value/,
    );
  });

  describe('the published secrets', () => {
    const own = {
      MERCHANTS_FILE: 'merchants.json',
      SERVE: 'bff',
      LENDING_PASSWORD: 'a password of our own',
      CALLBACK_PASSWORD: 'another of our own',
    };
    const refused: [string, Record<string, string>][] = [
      ['BFF_PUBLIC_URL', { BFF_PUBLIC_URL: 'https://checkout.example' }],
      ['LENDING_PUBLIC_URL', { LENDING_PUBLIC_URL: 'https://lending.example' }],
      ['DEMO_PUBLIC_URL', { DEMO_PUBLIC_URL: 'http://192.0.2.7:8080' }],
      ['HOST', { HOST: '192.0.2.7' }],
      ['NODE_ENV', { NODE_ENV: 'production' }],
    ];
    for (const [name, variables] of refused) {
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
      });
    }

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

  it('refuses plain http outside the sandbox', () => {
    assert.throws(
      () => read({ ...outside, BFF_PUBLIC_URL: 'http://checkout.example' }),
      /BFF_PUBLIC_URL is wrong: outside the sandbox it must be an https address/,
    );
  });

  describe('DEMO_PUBLIC', () => {
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

    it('takes the place of every published value', () => {
      const config = readHosted({ DEMO_PUBLIC_URL: 'https://demo.example' });
      const values = JSON.stringify([config.demoMerchant, config.merchants, config.sandboxSeed]);
      assert.doesNotMatch(values, /sk_sandbox|os_sandbox|"1"/);
      assert.deepEqual(config.merchants[0]?.secret_key_sha256, [
        sha256(config.demoMerchant.secretKey),
      ]);
      assert.deepEqual(config.merchants[0]?.order_secrets, [config.demoMerchant.orderSecret]);
      assert.deepEqual(config.merchants[0]?.origins, ['https://demo.example']);
      assert.equal(config.callback.password, 'of its own');
      assert.deepEqual(readHosted().demoMerchant, config.demoMerchant);
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

  describe('SMTP_URL', () => {
    const smtp = (SMTP_URL: string) => read({ SMTP_URL }).smtp;

    it('may be left away', () => {
      assert.equal(read({}).smtp, undefined);
    });

    it('says how to reach the mail server and who the mail is from', () => {
      assert.deepEqual(smtp('smtp://localhost:2525'), {
        host: 'localhost',
        port: 2525,
        secure: false,
        login: undefined,
        from: 'notices@localhost',
      });
      assert.deepEqual(smtp('smtps://a%40b:p%2Fw@mail.example?from=loans@lender.example'), {
        host: 'mail.example',
        port: 465,
        secure: true,
        login: { user: 'a@b', password: 'p/w' },
        from: 'loans@lender.example',
      });
      assert.equal(smtp('smtp://[::1]')?.host, '::1');
    });

    const wrong = [
      'mail.example',
      'http://mail.example',
      'smtp://',
      'smtp://mail.example/path',
      'smtp://user@mail.example',
      'smtp://mail.example?pool=true',
      'smtp://mail.example?from=nobody',
      'smtp://user:secret%@mail.example',
    ];
    for (const url of wrong) {
      it(`is refused as ${url}`, () => {
        assert.throws(
          () => smtp(url),
          (error) =>
            error instanceof ConfigError &&
            /^SMTP_URL is wrong: [^\n]+$/.test(error.message) &&
            !error.message.includes('secret'),
        );
      });
    }
  });
});
