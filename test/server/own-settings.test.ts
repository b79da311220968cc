import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { lenderTextIds } from '../../server/lending-api/texts/text-ids.ts';
import { bareEnvironment } from '../helpers/bare-environment.ts';
import { CheckoutClient } from '../helpers/checkout-client.ts';
import { ownTexts } from '../helpers/own-texts.ts';
import { serve } from '../helpers/serve.ts';
import { digest, merchants } from './config/read-test-config.ts';

const mainFile = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

describe('a deployment’s own settings', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-own-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function write(texts: Record<string, string>): Promise<void> {
    for (const [path, text] of Object.entries(texts)) {
      const file = join(folder, 'texts', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  }

  describe('in production', () => {
    /** What a start prints that is refused in the end. */
    const printed = async (change: Record<string, string> = {}) => {
      const [merchantsFile, sponsorsFile] = [join(folder, 'm.json'), join(folder, 's.json')];
      await writeFile(merchantsFile, merchants);
      await writeFile(sponsorsFile, JSON.stringify([sponsor]));
      const env = {
        ...bareEnvironment(),
        DATA_DIR: folder,
        SERVE: 'lending',
        LENDING_ENVIRONMENT: 'production',
        LENDING_USERNAME: 'sponsor',
        LENDING_PASSWORD: 'a password of our own',
        LENDING_PUBLIC_URL: 'https://lending.example',
        BFF_PUBLIC_URL: 'https://checkout.example',
        LINK_ALLOWED_ORIGINS: 'https://lending.example',
        CALLBACK_USERNAME: 'callbacks',
        CALLBACK_PASSWORD: 'a password of our own',
        ENCRYPTION_KEY: randomBytes(32).toString('base64url'),
        MERCHANTS_FILE: merchantsFile,
        SPONSORS_FILE: sponsorsFile,
        TEXTS_FOLDER: join(folder, 'texts'),
        ...change,
      };
      return new Promise<{ log: string; refusal: string }>((resolve) => {
        execFile(process.execPath, [mainFile], { env, timeout: 120_000 }, (_error, log, refusal) =>
          resolve({ log, refusal }),
        );
      });
    };
    const refusal = async (change?: Record<string, string>) => (await printed(change)).refusal;
    const sponsor = {
      username: 'sponsor',
      password_sha256: digest,
      name: 'A sponsor',
      features: { allow_soft_pull_process: true, allow_approve_on_behalf: false },
      callback: { username: 'callbacks', password: 'a password of our own' },
    };

    it('the start is refused while a page of the lender would show a sample text', async () => {
      await write(ownTexts());
      assert.match(await refusal({ TEXTS_FOLDER: '' }), /^TEXTS_FOLDER is missing: [^\n]+\n$/);
      assert.match(
        await refusal(),
        /^TEXTS_FOLDER is wrong: .* no version in force today of tila_apr \(en, es\), [^\n]+\n$/,
      );
    });

    it('it is refused while the lender or a provider is the sandbox’s', async () => {
      await write({ ...ownTexts(), ...ownTexts(lenderTextIds) });
      assert.match(
        await refusal(),
        /^LENDING_ENVIRONMENT is wrong: .*the sample bank, the credit bureau.*the bank rails.*\n$/,
      );
    });

    it('it warns of a database on another machine that is spoken to in clear [asvs:database-tls]', async () => {
      await write({ ...ownTexts(), ...ownTexts(lenderTextIds) });
      const url = 'postgres://app@db.example/checkout';
      assert.match(await refusal({ DATABASE_URL: url }), /^DATABASE_URL is wrong: [^\n]+\n$/);
      const warned = async (sslmode: string) => {
        const { log } = await printed({ DATABASE_URL: `${url}?sslmode=${sslmode}` });
        return log.split('\n').filter((line) => line.includes('database_in_clear'));
      };
      assert.equal((await warned('disable')).length, 1);
      assert.equal((await warned('verify-full')).length, 0);
    });
  });

  it('a checkout shows the texts of the folder, which the embedded lender knows too', async (t) => {
    await write(ownTexts());
    const product = await serve({ environment: { TEXTS_FOLDER: join(folder, 'texts') } });
    t.after(() => product.remove());
    const { bffUrl, demoUrl, lendingUrl } = product;
    const client = new CheckoutClient({ bffUrl, origin: demoUrl });
    await client.open({ amount: '8400.00' });
    const { body } = await client.call('GET', '/v1/disclosures/es?merchant=pk_sandbox_hillside');
    assert.match(JSON.stringify(body), /"text":"privacy_notice\/es\/2026-01\.txt"/);
    // The sandbox's lender is named beside the texts.
    const { disclosures } = body as { disclosures: unknown };
    assert.doesNotMatch(JSON.stringify(disclosures), /Sample/);
    assert.equal((await client.apply()).screen, 'offers');
    const published = await fetch(`${lendingUrl}/texts/privacy_notice/2026-01/en`);
    assert.equal(await published.text(), 'privacy_notice/en/2026-01.txt');
  });

  it('the start warns of a merchant without fees at a lender that may have no rate sheet', async (t) => {
    const entries = [
      { publishable_key: 'pk_live_none' },
      { publishable_key: 'pk_live_fees', fees },
      { publishable_key: 'pk_live_split', may_split: true },
    ];
    const [merchant] = JSON.parse(merchants) as [object];
    const keys = { secret_key_sha256: [], order_secrets: [] };
    const file = join(folder, 'merchants.json');
    await writeFile(
      file,
      JSON.stringify(entries.map((each) => ({ ...merchant, ...keys, ...each }))),
    );
    const warned = async (change: Record<string, string>) => {
      const environment = { SERVE: 'bff', MERCHANTS_FILE: file, ...change };
      const product = await serve({ environment });
      t.after(() => product.remove());
      const lines = (await readFile(product.logFile, 'utf8')).split('\n');
      return lines
        .filter((line) => line.includes('merchant_without_fees'))
        .map((line) => JSON.parse(line) as { level: number; merchant_id: string })
        .map(({ level, merchant_id }) => [level, merchant_id]);
    };
    assert.deepEqual(await warned({ LENDING_BASE_URL: 'http://127.0.0.1:1' }), [
      [warnLevel, 'pk_live_none'],
    ]);
    assert.deepEqual(await warned({}), []);
  });
});

const fees = { platform_fee_percent: '1.00', sponsor_fee_percent: '2.60' };
/** As pino numbers it. */
const warnLevel = 40;
