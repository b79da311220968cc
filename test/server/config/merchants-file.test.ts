import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ConfigError } from '../../../server/config/environment.ts';
import { sandboxMerchants, sha256 } from '../../../server/config/sandbox-settings.ts';
import { configReader, digest, merchant, merchants, outside } from './read-test-config.ts';

describe('MERCHANTS_FILE', () => {
  const { read } = configReader();

  describe('with the demo shop', () => {
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

    it('changes no other entry: the demo shop’s page and back office are not those of others', () => {
      const file = JSON.stringify([...JSON.parse(sandboxFile), merchant]);
      const { merchants } = read({ MERCHANTS_FILE: 'merchants.json' }, file);
      assert.deepEqual(merchants[1], merchant);
    });

    const listedWith = (change: object) =>
      JSON.stringify([{ ...JSON.parse(sandboxFile)[0], ...change }]);
    for (const [name, file] of [
      ['does not list it', merchants],
      ['lists its secrets by another key', listedWith({ publishable_key: 'pk_live_shop' })],
      ['lists it with another secret key', listedWith({ secret_key_sha256: [digest] })],
      ['lists it with another order secret', listedWith({ order_secrets: ['s'.repeat(32)] })],
    ] as const) {
      it(`is refused in words where SERVE asks for the demo shop and it ${name}`, () => {
        const refusal =
          /^ConfigError: MERCHANTS_FILE is wrong: the demo shop's merchant is not in it; list it, [^\n]*SERVE=bff,lending$/;
        assert.throws(() => listed({ SERVE: 'demo,bff,lending' }, file), refusal);
        assert.throws(() => listed({ SERVE: 'demo' }, file), refusal);
        assert.deepEqual(listed({ SERVE: 'bff' }, file).serve, ['bff']);
      });
    }

    it('is not to list it outside the sandbox, where its published secrets are refused', () => {
      assert.throws(() => listed({ ...outside, SERVE: 'demo,bff' }), {
        message:
          "MERCHANTS_FILE is wrong: the demo shop's merchant is not in it; leave the shop out with SERVE=bff,lending",
      });
    });
  });

  it('names file, entry and field of whatever is wrong, and what it must be', () => {
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

  describe('webhooks', () => {
    const secret = `whsec_${'c2VjcmV0IG9mIDI0IGJ5dGVz'.repeat(2)}`;
    const url = 'https://shop.example/hooks';
    const withWebhooks = (webhooks: unknown, variables: Record<string, string> = {}) =>
      read(
        { MERCHANTS_FILE: 'merchants.json', ...variables },
        JSON.stringify([{ ...merchant, webhooks }]),
      ).merchants[0]?.webhooks;

    it('are read with the id that they have, or one of their address', () => {
      const events = ['charge.approved', 'refund.failed'];
      const [first, second, ...others] =
        withWebhooks([
          { id: 'books', url, secrets: [secret], events },
          { url, secrets: [secret, secret] },
        ]) ?? [];
      assert.deepEqual(first, { id: 'books', url, secrets: [secret], events });
      assert.match(second?.id ?? '', /^we_[0-9a-f]{16}$/);
      assert.deepEqual(others, []);
      assert.deepEqual(withWebhooks([{ url, secrets: [secret] }])?.[0]?.id, second?.id);
    });

    it('may be on this machine in the sandbox, by http and at any port', () => {
      for (const here of ['http://localhost:3000/hooks', 'http://127.0.0.1:3000/hooks']) {
        assert.equal(withWebhooks([{ url: here, secrets: [secret] }])?.[0]?.url, here);
      }
    });

    const five = Array.from({ length: 5 }, (_, n) => ({ url: `${url}/${n}`, secrets: [secret] }));
    for (const [what, webhooks, place, message] of [
      ['six', [...five, { url, secrets: [secret] }], '', /5 at most/],
      ['no list', url, '', /must be a list of url, secrets/],
      ['a text', [url], '.0', /must be an object of url, secrets/],
      [
        'an unknown field',
        [{ url, secrets: [secret], secret }],
        '.0',
        /Unrecognized key: "secret"/,
      ],
      ['no secret', [{ url, secrets: [] }], '.0.secrets', /one secret, or two/],
      ['three', [{ url, secrets: [secret, secret, secret] }], '.0.secrets', /one secret, or two/],
      ['a short secret', [{ url, secrets: ['whsec_abcd'] }], '.0.secrets.0', /24 to 64 bytes/],
      ['another address', [{ url: 'ftp://shop.example', secrets: [secret] }], '.0.url', /http or/],
      ['a fragment', [{ url: `${url}#x`, secrets: [secret] }], '.0.url', /without a fragment/],
      ['an id of words', [{ id: 'my books', url, secrets: [secret] }], '.0.id', /1 to 40 letters/],
      ['a long id', [{ id: 'x'.repeat(41), url, secrets: [secret] }], '.0.id', /1 to 40 letters/],
      ['no type', [{ url, secrets: [secret], events: [] }], '.0.events', /leave it out for all/],
      [
        'an unknown type',
        [{ url, secrets: [secret], events: ['charge.x'] }],
        '.0.events.0',
        /is no/,
      ],
      [
        'an id twice',
        [
          { url, secrets: [secret] },
          { url, secrets: [secret] },
        ],
        '',
        /twice/,
      ],
      ['an inner address', [{ url: 'https://10.0.0.1/', secrets: [secret] }], '.0.url', /public/],
      [
        'http elsewhere',
        [{ url: 'http://shop.example/', secrets: [secret] }],
        '.0.url',
        /must be https, or on a host of CALLBACK_ALLOWED_HOSTS/,
      ],
      [
        'a password',
        [{ url: 'https://shop:canary@shop.example/', secrets: [secret] }],
        '.0.url',
        /must be without user name and password/,
      ],
      ['a port', [{ url: 'https://shop.example:9/', secrets: [secret] }], '.0.url', /port 443/],
    ] as const) {
      it(`are refused with ${what}, in words that name no secret`, () => {
        assert.throws(
          () => withWebhooks(webhooks),
          (error: Error) => {
            assert.ok(error instanceof ConfigError);
            assert.match(error.message, new RegExp(`entry 1, webhooks${place}, `));
            assert.match(error.message, message);
            assert.doesNotMatch(error.message, /c2VjcmV0|whsec_abcd|canary/);
            return true;
          },
        );
      });
    }

    it('are https outside the sandbox, also to hosts that callbacks are let through to', () => {
      const inner = { ...outside, CALLBACK_ALLOWED_HOSTS: 'hooks.inner' };
      const plain = [{ url: 'http://hooks.inner/', secrets: [secret] }];
      assert.throws(() => withWebhooks(plain, inner), /webhooks\.0\.url, must be https/);
      assert.ok(withWebhooks([{ url: 'https://hooks.inner/', secrets: [secret] }], inner));
      const here = [{ url: 'http://localhost:3000/', secrets: [secret] }];
      assert.throws(() => withWebhooks(here, outside), /webhooks\.0\.url, must be https/);
    });
  });

  describe('lender, fees, amounts, theme, may_split and may_approve', () => {
    const withFields = (fields: object) =>
      read({ MERCHANTS_FILE: 'merchants.json' }, JSON.stringify([{ ...merchant, ...fields }]));
    const { lender } = merchant;

    it('are read as they stand', () => {
      const fields = {
        lender,
        fees: { platform_fee_percent: '3.60', sponsor_fee_percent: '96.40' },
        amounts: { min: '500.00', max: '100000.00' },
        theme: { '--soft-pull-accent': 'light-dark(#b3005e, #ff9ecb)', 'color-scheme': 'light' },
        users: ['Admin', 'Salesmanager', 'Salesrep', 'Salesperson'].map((role) => ({
          user_id: `of-role-${role}`,
          name: 'Ada Sample',
          role,
        })),
        may_split: true,
        may_approve: true,
        public_offer_codes: ['SPRING-24', 'x'.repeat(32)],
      };
      const [read] = withFields(fields).merchants;
      assert.deepEqual(read, { ...merchant, ...fields });
    });

    it('may be left out in the sandbox', () => {
      const [read] = withFields({ lender: undefined }).merchants;
      assert.equal(read?.lender, undefined);
      assert.equal(read?.fees, undefined);
    });

    const fees = (platform_fee_percent: unknown, sponsor_fee_percent: unknown) => ({
      fees: { platform_fee_percent, sponsor_fee_percent },
    });
    const amounts = (min: unknown, max: unknown) => ({ amounts: { min, max } });
    const anAmount = 'must be an amount from "500.00" to "100000.00"';
    const refused: [string, object, string][] = [
      ['a lender without a phone', { lender: { ...lender, phone: '' } }, 'lender.phone, must be '],
      ['a lender by name alone', { lender: 'Elm Bank' }, 'lender, must be an object of name'],
      ['more of a lender', { lender: { ...lender, fax: '1' } }, 'lender, Unrecognized key: "fax"'],
      ['a percent as a number', fees(3.6, '1.00'), 'fees.platform_fee_percent, must be a percent'],
      ['one decimal', fees('3.60', '1.5'), 'fees.sponsor_fee_percent, must be a percent such as'],
      ['three decimals', fees('3.605', '1.00'), 'fees.platform_fee_percent, must be a percent'],
      ['a fee below nothing', fees('-3.60', '1.00'), 'fees.platform_fee_percent, must be a'],
      ['more than all', fees('50.00', '50.01'), 'fees, must be 100.00 percent together at most'],
      ['one fee', { fees: { platform_fee_percent: '1.00' } }, 'fees.sponsor_fee_percent, must be'],
      ['an amount as a number', amounts(500, '900.00'), `amounts.min, ${anAmount}`],
      ['a fraction of a cent', amounts('500.001', '900.00'), `amounts.min, ${anAmount}`],
      ['a sign before it', amounts('$500.00', '900.00'), `amounts.min, ${anAmount}`],
      ['less than 500.00', amounts('499.99', '900.00'), `amounts.min, ${anAmount}`],
      ['more than 100000.00', amounts('500.00', '100000.01'), `amounts.max, ${anAmount}`],
      ['min above max', amounts('900.00', '500.00'), 'amounts, must have a min that is not above'],
      ['a look as text', { theme: 'dark' }, 'theme, must be an object of custom properties'],
      [
        'a look of the page',
        { theme: { color: 'red' } },
        'theme.color, must be an object of custom',
      ],
      ...['--soft-pull-accent:red;}*{--x', 'x--soft-pull-accent', 'color-scheme:dark'].map(
        (property): [string, object, string] => [
          `a look by the name ${property}`,
          { theme: { [property]: 'red' } },
          `theme.${property}, must be an object of custom properties`,
        ],
      ),
      ...['sepia', 'only light', 'light only'].map((scheme): [string, object, string] => [
        `the color-scheme ${scheme}`,
        { theme: { 'color-scheme': scheme } },
        'theme, color-scheme must be',
      ]),
      ...[
        'red;}',
        '</style>',
        'url(https://evil.example)',
        'URL(https://evil.example)',
        'src("https://evil.example")',
        'image("https://evil.example")',
        'u\\72l(x)',
        '1'.repeat(513),
      ].map((value): [string, object, string] => [
        `a look of ${value.slice(0, 20)}`,
        { theme: { '--soft-pull-accent': value } },
        'theme.--soft-pull-accent, must be a value of CSS',
      ]),
      [
        'a user without a role',
        { users: [{ user_id: 'a', name: 'A' }] },
        'users.0.role, must be Admin',
      ],
      [
        'a user with a long id',
        { users: [{ user_id: 'x'.repeat(201), name: 'A', role: 'Admin' }] },
        'users.0.user_id, must have 200 characters at most',
      ],
      [
        'a user without a name',
        { users: [{ user_id: 'a', name: '', role: 'Admin' }] },
        'users.0.name, must be',
      ],
      [
        'a long id of who applies',
        { request_user_id: 'x'.repeat(201) },
        'request_user_id, must have 200 characters at most',
      ],
      [
        'a long id of who reads the rate sheet',
        { admin_user_id: 'x'.repeat(201) },
        'admin_user_id, must have 200 characters at most',
      ],
      ['no origin', { origins: [] }, 'origins, must name an origin of the merchant’s pages'],
      ['a user by id alone', { users: ['a'] }, 'users.0, must be an object of user_id'],
      ['a code as text', { public_offer_codes: 'SPRING-24' }, 'public_offer_codes, must be a list'],
      [
        'a long code',
        { public_offer_codes: ['x'.repeat(33)] },
        'public_offer_codes.0, must have 32',
      ],
      ['a split as text', { may_split: 'true' }, 'may_split, must be true or false'],
      ['a key that is not known', { surcharge: true }, 'Unrecognized key: "surcharge"'],
    ];
    for (const [name, fields, fault] of refused) {
      it(`refuse ${name}, in one line that names the field`, () => {
        assert.throws(
          () => withFields(fields),
          (error: Error) =>
            error instanceof ConfigError &&
            error.message.startsWith(
              `MERCHANTS_FILE is wrong: merchants.json: entry 1, ${fault}`,
            ) &&
            !error.message.includes('\n'),
        );
      });
    }
  });

  describe('keys and origins in the files', () => {
    const another = {
      ...merchant,
      publishable_key: 'pk_live_other',
      secret_key_sha256: ['b'.repeat(64)],
      order_secrets: ['t'.repeat(32)],
      order_keys: [
        { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
      ],
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

    it('takes a public key with all that a library writes beside it', () => {
      const [ed25519] = another.order_keys;
      const order_keys = [{ ...ed25519, x: `${ed25519?.x}=`, kid: 'orders-1', use: 'sig' }];
      const [entry] = read(outside, JSON.stringify([{ ...merchant, order_keys }])).merchants;
      assert.deepEqual(entry?.order_keys, order_keys);
    });

    it('names the entry that has it already', () => {
      const third = { ...another, publishable_key: 'pk_live_third', order_keys: [] };
      const entries = [merchant, another, { ...third, order_secrets: ['u'.repeat(32)] }];
      refused(entries, 'entry 3, secret_key_sha256, holds what entry 2 holds');
    });

    it('refuses a list of none: whoever empties the file means no shop to end', () => {
      refused([], 'must be a list of one entry or more');
    });

    for (const text of ['', '\n', '\r\n']) {
      it(`refuses the digest of ${JSON.stringify(text)}`, () => {
        const secret_key_sha256 = [sha256(text)];
        const place = 'entry 1, secret_key_sha256.0, is the digest of nothing';
        refused([{ ...merchant, secret_key_sha256 }], place);
      });
    }

    for (const field of [
      'publishable_key',
      'secret_key_sha256',
      'order_secrets',
      'order_keys',
    ] as const) {
      it(`refuses ${field} that another entry has`, () => {
        const first = { ...merchant, order_keys: another.order_keys };
        const entries = [first, { ...another, order_keys: [], [field]: first[field] }];
        refused(entries, `entry 2, ${field}, holds what entry 1 holds`);
      });
    }

    for (const x of ['', 'AA', '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHUR', 'é'.repeat(43), 5]) {
      it(`refuses an order key that is none: ${JSON.stringify(x)}`, () => {
        const order_keys = [{ kty: 'OKP', crv: 'Ed25519', x }];
        const place = 'entry 1, order_keys.0.x, must be 32 bytes in base64url';
        refused([{ ...merchant, order_keys }], place);
      });
    }

    for (const [field, other] of [
      ['kty', { kty: 'EC' }],
      ['crv', { crv: 'X25519' }],
    ] as const) {
      it(`refuses an order key of another ${field}`, () => {
        const order_keys = another.order_keys.map((each) => ({ ...each, ...other }));
        refused([{ ...merchant, order_keys }], `entry 1, order_keys.0.${field}, `);
      });
    }

    it('refuses a secret that signs orders and can be tried out', () => {
      const place = 'entry 1, order_secrets.0, must be text of 32 bytes or more';
      refused([{ ...merchant, order_secrets: ['s'.repeat(31)] }], place);
    });

    it('refuses one key twice in one entry', () => {
      const secret_key_sha256 = [digest, digest];
      refused([{ ...merchant, secret_key_sha256 }], 'entry 1, secret_key_sha256, holds what');
    });

    for (const [what, given] of [
      ['the key itself', `sk_live_${'a'.repeat(43)}`],
      ['upper-case digits', 'A'.repeat(64)],
      ['a digit too many', 'a'.repeat(65)],
    ] as const) {
      it(`takes no secret key for a digest: ${what}`, () => {
        const place =
          'entry 1, secret_key_sha256.0, must be a SHA-256 in lower-case hex, 64 digits';
        refused([{ ...merchant, secret_key_sha256: [given] }], place);
      });
    }

    it('takes two secret keys, while one takes the other’s place, and no third', () => {
      const secret_key_sha256 = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
      const entry = { ...merchant, secret_key_sha256: secret_key_sha256.slice(0, 2) };
      assert.equal(read(outside, JSON.stringify([entry])).merchants.length, 1);
      const place = 'entry 1, secret_key_sha256, must be a list of SHA-256 digests';
      refused([{ ...merchant, secret_key_sha256 }], place);
    });

    it('takes a publishable key of 64 characters', () => {
      const publishable_key = `pk_${'x'.repeat(61)}`;
      const entries = [{ ...merchant, publishable_key }];
      assert.equal(read(outside, JSON.stringify(entries)).merchants.length, 1);
    });

    for (const publishable_key of ['pk_live-shop', 'pk_', 'a_pk_shop', `pk_${'x'.repeat(62)}`]) {
      it(`refuses the publishable key ${publishable_key.slice(0, 20)}`, () => {
        refused([{ ...merchant, publishable_key }], 'entry 1, publishable_key, must be pk_ and');
      });
    }

    for (const origin of [
      'https://shop.example/',
      'https://shop.example/cart',
      'https://Shop.example',
      'https://shop.example:443',
      'shop.example',
      'null',
    ]) {
      it(`refuses ${origin}, which is no page’s origin: no page would be let in`, () => {
        refused([{ ...merchant, origins: [origin] }], 'entry 1, origins.0, must be an origin');
      });
    }

    it('takes http origins of this machine alone', () => {
      const on = (...origins: string[]) => [{ ...merchant, origins }];
      const own = ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://shop.localhost'];
      assert.equal(read(outside, JSON.stringify(on(...own))).merchants.length, 1);
      refused(on('http://shop.example'), 'entry 1, origins.0, must be https');
      refused(on('http://localhost.shop.example'), 'entry 1, origins.0, must be https');
    });
  });
});
