import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadConfig } from '../../../server/config/config.ts';
import { sandboxMerchants, sha256 } from '../../../server/config/sandbox-settings.ts';
import { type MerchantSettings, merchantsFile } from '../../../server/config/settings-files.ts';
import { merchantDetail } from '../../../server/lending-api/merchants.ts';
import { bareEnvironment } from '../../helpers/bare-environment.ts';
import { CheckoutClient } from '../../helpers/checkout-client.ts';
import { startFaultyProxy } from '../../helpers/faulty-proxy.ts';
import { authorizationOf } from '../../helpers/lending.ts';
import { ownTexts } from '../../helpers/own-texts.ts';
import { type Product, serve } from '../../helpers/serve.ts';
import { until } from '../../helpers/until.ts';
import { outside } from '../config/read-test-config.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const shopOrigin = 'http://localhost:3000';

describe('npm run merchant -- add', () => {
  let folder: string;
  let file: string;
  let product: Product;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-add-'));
    file = join(folder, 'merchants.json');
    await writeFile(file, JSON.stringify(sandboxMerchants('http://localhost:8080')));
    product = await serve({ environment: { MERCHANTS_FILE: file } });
  });
  after(async () => {
    await product.remove();
    await rm(folder, { recursive: true });
  });

  const settings = (): Record<string, string> => ({
    MERCHANTS_FILE: file,
    DATA_DIR: product.dataDir,
    BFF_PORT: new URL(product.bffUrl).port,
    LENDING_PORT: new URL(product.lendingUrl).port,
  });
  const run = (args: readonly string[], changes: Record<string, string> = {}) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      const env = { ...bareEnvironment(), ...settings(), ...changes };
      const options = { env, cwd: root, timeout: 30_000 };
      const command = ['server/main.ts', 'merchant', ...args];
      const child = execFile(process.execPath, command, options, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
      child.stdin?.end();
    });
  const entries = async (path = file): Promise<MerchantSettings[]> =>
    merchantsFile.parse(JSON.parse(await readFile(path, 'utf8')));
  const printedAs = (name: string, printed: string) =>
    new RegExp(`^${name}=(\\S+)$`, 'm').exec(printed)?.[1] ?? '';

  it('makes a merchant that can sell at once, under its own name at the lender', async () => {
    const before = await entries();
    // As a service reads it that runs as another user of the group.
    await chmod(file, 0o640);
    const { code, stdout, stderr } = await run([
      'add',
      '--name=Ana’s Roofing & Co',
      `--origin=${shopOrigin}`,
    ]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const after = await entries();
    assert.deepEqual(after.slice(0, -1), before);
    const merchant = after.at(-1);
    const key = 'pk_test_ana_s_roofing_co';
    assert.equal(merchant?.publishable_key, key);
    assert.deepEqual(merchant?.secret_key_sha256, [sha256(printedAs('SECRET_KEY', stdout))]);
    assert.deepEqual(merchant?.order_secrets, [printedAs('ORDER_SECRET', stdout)]);
    assert.deepEqual(merchant?.users, [
      { user_id: 'ana-s-roofing-co-rep-1', name: 'Casey Sample', role: 'Salesrep' },
    ]);
    assert.ok(stdout.includes(`<soft-pull-checkout server="${product.bffUrl}" merchant="${key}"`));
    assert.equal((await stat(file)).mode & 0o777, 0o640);
    assert.deepEqual(await readdir(folder), ['merchants.json']);

    const client = new CheckoutClient({
      bffUrl: product.bffUrl,
      origin: shopOrigin,
      merchant: key,
    });
    await until('the merchant to be known', () =>
      client.open({ amount: '8400.00' }).then(
        () => true,
        () => undefined,
      ),
    );
    const step = await client.apply();
    assert.equal(step.screen, 'offers');
    if (step.screen === 'offers') await client.select(step.offers[0]?.offer_uuid ?? '');
    const path = '/api/v1/sponsor/merchants/ana-s-roofing-co/';
    const answer = await fetch(`${product.lendingUrl}${path}`, {
      headers: { authorization: authorizationOf('sponsor@example.test') },
    });
    const { business_name, status, bank_account_status } = merchantDetail.parse(
      await answer.json(),
    );
    assert.deepEqual(
      [business_name, status, bank_account_status],
      ['Ana’s Roofing & Co', 'Active', 'Verified'],
    );
  });

  it('leaves the file whole on a disk that has room for a part of it', async () => {
    const before = await readFile(file, 'utf8');
    const args = ['server/main.ts', 'merchant', 'add', '--name=Roomless', `--origin=${shopOrigin}`];
    const options = { env: { ...bareEnvironment(), ...settings() }, cwd: root };
    const { error, stderr } = await new Promise<{ error: unknown; stderr: string }>((resolve) => {
      // A shell may give itself little room in any file: half a kilobyte or one.
      const limited = ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath, ...args];
      execFile('sh', limited, options, (error, _stdout, stderr) => resolve({ error, stderr }));
    });
    assert.ok(error instanceof Error);
    assert.match(stderr, /^\S+merchants\.json is as it was: EFBIG.*\n$/);
    assert.equal(await readFile(file, 'utf8'), before);
    assert.deepEqual(await readdir(folder), ['merchants.json']);
  });

  it('never takes the place of another entry', async () => {
    const before = await readFile(file, 'utf8');
    const args = ['add', '--name=Hillside', `--origin=${shopOrigin}`];
    const listed = await run([...args, '--publishable-key=pk_sandbox_hillside']);
    assert.equal(listed.code, 1);
    assert.match(listed.stderr, /^pk_sandbox_hillside is listed already[^\n]+\n$/);
    // Another key of a merchant that is listed, and of one that only the lender has.
    const shared = await run([...args, '--publishable-key=pk_live_ana_s_roofing_co']);
    assert.equal(shared.code, 1);
    assert.match(shared.stderr, /^pk_test_ana_s_roofing_co has the user \S+ already;[^\n]+\n$/);
    const other = { MERCHANTS_FILE: join(folder, 'other.json') };
    const known = await run([...args, '--publishable-key=pk_live_ana_s_roofing_co'], other);
    assert.equal(known.code, 1);
    assert.match(known.stderr, /has ana-s-roofing-co already, as “Ana’s .* Nothing was written\n$/);
    assert.equal(await readFile(file, 'utf8'), before);
  });

  it('writes nothing that the start would refuse, and says what', async () => {
    const before = await readFile(file, 'utf8');
    for (const [args, said] of [
      [
        ['add', '--name=A', `--origin=${shopOrigin},http://shop.example`],
        /^--origin is wrong: http:\/\/shop\.example must be https.*; nothing was written\n$/,
      ],
      [
        ['add', '--name=A', '--origin=localhost:3000'],
        /^--origin is wrong: localhost:3000 must be an origin, such as .*; nothing was written\n$/,
      ],
      [
        ['add', `--name=${'A'.repeat(101)}`, `--origin=${shopOrigin}`],
        /^--name is wrong: A+ must have 100 characters at most; nothing was written\n$/,
      ],
      [
        ['add', '--name=A', `--origin=${shopOrigin}`, '--platform-fee=much', '--sponsor-fee=1'],
        /^--platform-fee is wrong: much must be .*; nothing was written\n$/,
      ],
      [
        ['add', '--name=A', `--origin=${shopOrigin}`, '--publishable-key=key'],
        /^--publishable-key is wrong: key must be pk_ .*; nothing was written\n$/,
      ],
      [['add', '--name=A', `--origin=${shopOrigin}`, '--fee=1'], /'--fee'.*--platform-fee/],
      [['add', '--name=A', `--origin=${shopOrigin}`, '--sponsor-fee=1.00'], /go together/],
      [['add', '--name=A', `--origin=${shopOrigin}`, '--seller=a=A'], /has a seller already/],
      [['add', '--name=A'], /--origin: missing, and there is no terminal/],
      [['remove'], /npm run merchant -- NAME, with NAME of: .*add/],
    ] as const) {
      const { code, stderr } = await run(args);
      assert.equal(code, 1);
      assert.match(stderr, said);
      assert.equal(stderr.split('\n').length, 2, stderr);
    }
    assert.equal(await readFile(file, 'utf8'), before);
    assert.deepEqual(await readdir(folder), ['merchants.json']);
  });

  it('names the field that the embedded service does not take', async () => {
    const args = ['add', '--name=Bell\u0007', `--origin=${shopOrigin}`];
    const { code, stderr } = await run(args);
    assert.equal(code, 1);
    assert.match(stderr, /\/onboarding\/: 400 [^\n]+ \(business_name\); nothing was written\n$/);
  });

  for (const [name, status] of [
    ['DECLINE FENCES', 'Declined'],
    ['HOME REVIEW LLC', 'PendingReview'],
    ['SUSPENDED CEILINGS INC', 'Suspended'],
  ] as const) {
    it(`lists no merchant that the sandbox makes ${status} by its name`, async () => {
      const before = await readFile(file, 'utf8');
      const args = ['add', `--name=${name}`, `--origin=${shopOrigin}`];
      for (const { code, stderr } of [await run(args), await run(args)]) {
        assert.equal(code, 1);
        assert.match(
          stderr,
          new RegExp(
            `^The embedded service has \\S+ as ${status}, .* name it otherwise, [^\n]+\n$`,
          ),
        );
      }
      assert.equal(await readFile(file, 'utf8'), before);
    });
  }

  it('waits for nobody: a second one is told of the first', async () => {
    await writeFile(`${file}.new`, '');
    const { code, stderr } = await run(['add', '--name=B', `--origin=${shopOrigin}`]);
    await rm(`${file}.new`);
    assert.equal(code, 1);
    assert.match(stderr, /merchants\.json\.new is there/);
  });

  it('says to start the embedded service where it does not answer', async () => {
    const other = join(folder, 'first.json');
    const args = ['add', '--name=First', `--origin=${shopOrigin}`];
    const silent = await run(args, { MERCHANTS_FILE: other, LENDING_PORT: '9' });
    assert.equal(silent.code, 1);
    assert.match(silent.stderr, /Start it first, by npm start; nothing was written\n$/);
    assert.deepEqual(await readdir(folder), ['merchants.json']);
  });

  it('begins a new file with the demo shop’s merchant, which is still served', async () => {
    const other = join(folder, 'own', 'merchants.json');
    const args = ['add', '--name=First', `--origin=${shopOrigin}`];
    const { code, stderr } = await run(args, { MERCHANTS_FILE: other });
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.deepEqual(
      (await entries(other)).map(({ name }) => name),
      ['Hillside Heating & Air', 'First'],
    );
    const config = loadConfig({ ...settings(), MERCHANTS_FILE: other });
    assert.deepEqual([...config.serve], ['demo', 'bff', 'lending']);
    // The folder is made, for its owner alone.
    assert.equal((await stat(dirname(other))).mode & 0o777, 0o700);
    await rm(dirname(other), { recursive: true });
  });

  it('says why it cannot write the file, also where its folder is a file', async () => {
    const args = ['add', '--name=A', `--origin=${shopOrigin}`];
    const { code, stderr } = await run(args, { MERCHANTS_FILE: join(file, 'merchants.json') });
    assert.equal(code, 1);
    assert.match(stderr, /^E[A-Z]+: [^\n]* mkdir [^\n]+\n$/);
  });

  for (const fault of ['lose_answer', 'lose_request'] as const) {
    it(`goes on where the run before was broken off (${fault})`, async () => {
      const before = await readFile(file, 'utf8');
      const proxy = await startFaultyProxy(() => product.lendingUrl);
      const through = { LENDING_PORT: new URL(proxy.url).port };
      const name = fault.replace('_', ' ');
      const args = ['add', `--name=${name}`, `--origin=${shopOrigin}`];
      const calls = [
        /^POST \S+\/onboarding\/$/,
        /^POST \S+\/complete-onboarding$/,
        /^POST \S+\/payment-detail\/$/,
        /^POST \S+\/verify-micro-deposits\//,
        /^POST \S+\/users\/$/,
        /^PATCH \S+\/rate-sheets\/$/,
      ];
      for (const call of calls) {
        proxy.fail(call, fault);
        const broken = await run(args, through);
        assert.equal(broken.code, 1);
        assert.match(broken.stderr, /has a part of the merchant.*same command again[^\n]*\n$/);
        assert.equal(await readFile(file, 'utf8'), before);
      }
      const { code, stderr } = await run(args, through);
      await proxy.close();
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      const onboarded = proxy.passed.filter((call) => call.endsWith('/onboarding/'));
      assert.equal(onboarded.length, 1);
      assert.equal((await entries()).at(-1)?.name, name);
      const answer = await fetch(
        `${product.lendingUrl}/api/v1/sponsor/merchants/${name.replace(' ', '-')}/`,
        { headers: { authorization: authorizationOf('sponsor@example.test') } },
      );
      const made = merchantDetail.parse(await answer.json());
      assert.deepEqual(
        [
          made.status,
          made.bank_account_status,
          made.users.length,
          made.selected_products_count > 0,
        ],
        ['Active', 'Verified', 2, true],
      );
    });
  }

  it('makes a listed merchant again at the sandbox after its reset, and writes nothing', async () => {
    const args = ['add', '--name=Back Again', `--origin=${shopOrigin}`];
    assert.equal((await run(args)).code, 0);
    const before = await readFile(file, 'utf8');
    const headers = { authorization: authorizationOf('sponsor@example.test') };
    const reset = `${product.lendingUrl}/sandbox/v1/reset`;
    assert.equal((await fetch(reset, { method: 'POST', headers })).status, 204);
    const { code, stdout, stderr } = await run(args);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.match(stdout, /^pk_test_back_again is listed already[^\n]+\n$/);
    assert.equal(await readFile(file, 'utf8'), before);
    assert.deepEqual(await readdir(folder), ['merchants.json']);
    const path = '/api/v1/sponsor/merchants/back-again/';
    const made = await fetch(`${product.lendingUrl}${path}`, { headers });
    const { status, bank_account_status } = merchantDetail.parse(await made.json());
    assert.deepEqual([status, bank_account_status], ['Active', 'Verified']);
  });

  it('leaves the products that a listed merchant has selected since', async () => {
    const args = ['add', '--name=Few Products', `--origin=${shopOrigin}`];
    assert.equal((await run(args)).code, 0);
    const sheets = `${product.lendingUrl}/api/v1/sponsor/merchants/rate-sheets/`;
    const authorization = authorizationOf('sponsor@example.test');
    const selected = async () => {
      const answer = await fetch(`${sheets}few-products-admin/`, { headers: { authorization } });
      const products = (await answer.json()) as { product_id: string; is_selected: boolean }[];
      return products.filter(({ is_selected }) => is_selected).map(({ product_id }) => product_id);
    };
    const [first = '', ...others] = await selected();
    assert.ok(others.length > 0);
    const body = JSON.stringify({ request_user_id: 'few-products-admin', product_ids: [first] });
    const headers = { authorization, 'content-type': 'application/json' };
    assert.equal((await fetch(sheets, { method: 'PATCH', headers, body })).status, 200);
    const again = await run(args);
    assert.match(again.stdout, /stays as it is, its keys, origins and fees too/);
    assert.deepEqual(await selected(), [first]);
  });

  it('lists the merchant of another lender by its users there', async () => {
    const other = join(folder, 'remote.json');
    const lender = { MERCHANTS_FILE: other, LENDING_BASE_URL: 'http://localhost:9' };
    const args = ['add', '--name=Far', `--origin=${shopOrigin}`];
    assert.match((await run(args, lender)).stderr, /^--request-user, --admin-user: missing/);
    const users = ['--request-user=rep-7', '--admin-user=boss', '--publishable-key=pk_far'];
    const nameless = await run([...args, ...users, '--seller=rep-8'], lender);
    assert.match(nameless.stderr, /^--seller is USER_ID=NAME[^\n]+\n$/);
    const fees = ['--platform-fee=1.00', '--sponsor-fee=2.60'];
    const sellers = ['--seller=rep-8=Ana Ruiz', '--seller=rep-9=Bo = Li'];
    assert.equal((await run([...args, ...users, ...fees, ...sellers], lender)).code, 0);
    const [merchant] = await entries(other);
    assert.deepEqual(
      [merchant?.publishable_key, merchant?.request_user_id, merchant?.admin_user_id],
      ['pk_far', 'rep-7', 'boss'],
    );
    assert.deepEqual(merchant?.fees, {
      platform_fee_percent: '1.00',
      sponsor_fee_percent: '2.60',
    });
    assert.deepEqual(merchant?.users, [
      { user_id: 'rep-8', name: 'Ana Ruiz', role: 'Salesrep' },
      { user_id: 'rep-9', name: 'Bo = Li', role: 'Salesrep' },
    ]);
    // A new file holds secrets.
    assert.equal((await stat(other)).mode & 0o777, 0o600);
    await rm(other);
  });

  const far = ['--request-user=rep-7', '--admin-user=boss', `--origin=${shopOrigin}`];

  it('replaces what the file leads to, which stays whose it was', async () => {
    const target = join(folder, 'target.json');
    const link = join(folder, 'link.json');
    await writeFile(target, JSON.stringify(sandboxMerchants('http://localhost:8080')));
    // Only root may give a file away.
    const owner = process.getuid?.() === 0 ? 1_234 : (await stat(target)).uid;
    await chown(target, owner, (await stat(target)).gid);
    await symlink(target, link);
    const lender = { MERCHANTS_FILE: link, LENDING_BASE_URL: 'http://localhost:9' };
    assert.equal((await run(['add', '--name=Linked', ...far], lender)).code, 0);
    assert.ok((await lstat(link)).isSymbolicLink());
    assert.equal((await entries(target)).at(-1)?.name, 'Linked');
    assert.equal((await stat(target)).uid, owner);
    await rm(link);
    await rm(target);
  });

  it('takes several origins in one text, and a name without a letter of ours', async () => {
    const other = join(folder, 'several.json');
    const lender = { MERCHANTS_FILE: other, LENDING_BASE_URL: 'http://localhost:9' };
    const origins = `--origin=${shopOrigin}, https://shop.example ,`;
    const users = ['--request-user=rep-7', '--admin-user=boss'];
    const { code, stderr } = await run(['add', '--name=屋根', origins, ...users], lender);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const [merchant] = await entries(other);
    assert.deepEqual(merchant?.origins, [shopOrigin, 'https://shop.example']);
    assert.equal(merchant?.publishable_key, 'pk_test_shop');
    await rm(other);
  });

  it('makes a merchant with a name as long as one may be', async () => {
    const name = `Long Roofing ${'A'.repeat(87)}`;
    const before = await readFile(file, 'utf8');
    const { code, stderr } = await run(['add', `--name=${name}`, `--origin=${shopOrigin}`]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.equal((await entries()).at(-1)?.name, name);
    await writeFile(file, before);
  });

  it('asks outside the sandbox who lends, and draws keys that are named live', async () => {
    const texts = join(folder, 'texts');
    for (const [path, text] of Object.entries(ownTexts())) {
      await mkdir(dirname(join(texts, path)), { recursive: true });
      await writeFile(join(texts, path), text);
    }
    const other = join(folder, 'live.json');
    const live = { ...outside, MERCHANTS_FILE: other, TEXTS_FOLDER: texts, SERVE: 'bff' };
    const named = ['add', '--name=Far', '--origin=https://shop.example'];
    const { stderr: missing } = await run(named, live);
    assert.match(
      missing,
      /^--request-user, --admin-user, --lender-name, --lender-nmls-id, --lender-phone, --lender-address: missing/,
    );
    const lender = ['name=Elm Bank', 'nmls-id=411111', 'phone=1-614-555-0100', 'address=1 Elm St'];
    const flags = ['--request-user=rep-7', '--admin-user=boss'];
    for (const each of lender) flags.push(`--lender-${each}`);
    const { code, stdout, stderr } = await run([...named, ...flags], live);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const [merchant, ...others] = await entries(other);
    assert.deepEqual(others, []);
    assert.equal(merchant?.publishable_key, 'pk_live_far');
    assert.deepEqual(merchant.lender, {
      name: 'Elm Bank',
      nmls_id: '411111',
      phone: '1-614-555-0100',
      address: '1 Elm St',
    });
    assert.match(printedAs('SECRET_KEY', stdout), /^sk_live_[\w-]{43}$/);
    assert.match(merchant.order_secrets[0] ?? '', /^os_live_[\w-]{43}$/);
    await rm(other);
    await rm(texts, { recursive: true });
  });
});
