import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../helpers/bare-environment.ts';
import { type BareLender, startBareLender } from '../helpers/bare-lender.ts';
import { anApplication } from '../helpers/shop-page.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mainFile = join(root, 'server/main.ts');

describe('npm run check-lender', () => {
  let folder: string;
  let lender: BareLender;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-check-'));
    lender = await startBareLender({ now: () => Date.now() });
  });
  after(async () => {
    await lender.close();
    await rm(folder, { recursive: true });
  });

  const run = (args: readonly string[], settings: Record<string, string> = {}) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      const env = {
        ...bareEnvironment(),
        DATA_DIR: join(folder, 'data'),
        LENDING_BASE_URL: lender.url,
        LINK_ALLOWED_ORIGINS: lender.pagesUrl,
        LENDER_STAGING: 'true',
        ...settings,
      };
      const options = { env, cwd: root, timeout: 120_000 };
      execFile(
        process.execPath,
        [mainFile, 'check-lender', ...args],
        options,
        (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });

  /** Of somebody who has not applied before. */
  const newApplicant = async () => {
    const file = join(folder, 'applicant.json');
    await writeFile(file, JSON.stringify(anApplication()));
    return file;
  };

  it('ends with 0 when nothing is wrong, and leaves no database behind', async () => {
    const { code, stdout, stderr } = await run([await newApplicant()]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    assert.match(stdout, /\nNothing is wrong\.\n$/);
    assert.deepEqual(await readdir(join(folder, 'data')), ['sandbox.key']);
  });

  it('ends with 1 when something is wrong', async () => {
    const { code, stdout } = await run([await newApplicant()], {
      LINK_ALLOWED_ORIGINS: 'https://other.example',
    });
    assert.equal(code, 1);
    assert.match(stdout, /\nWrong: 1\n$/);
  });

  it('goes by the adapter of LENDER_ADAPTER', async () => {
    const adapter = join(folder, 'adapter.mjs');
    const builtIn = join(root, 'server/bff/lender/sponsor-lending-api/adapter.ts');
    await writeFile(
      adapter,
      `import create from ${JSON.stringify(builtIn)};
       const offerFields = { read: ['offer_uuid'], ignored: ['amount', 'apr', 'monthly_payment'] };
       export default (options) => ({ ...create(options), offerFields });`,
    );
    const { code, stdout } = await run([await newApplicant()], { LENDER_ADAPTER: adapter });
    assert.equal(code, 1);
    assert.match(stdout, /\n {2}WRONG {7}term_months of an offer is neither read nor ignored/);
  });

  for (const [what, args, settings, message] of [
    ['flags', ['--what'], {}, /^Unknown option '--what'; use: npm run check-lender -- /],
    ['settings', [], { BFF_PORT: 'eighty' }, /^BFF_PORT is wrong: /],
    ['an adapter', [], { LENDER_ADAPTER: 'none.ts' }, /^LENDER_ADAPTER is wrong: /],
    ['a login', [], { LENDING_PASSWORD: 'another one' }, /^LENDING_USERNAME or LENDING_PASSWORD /],
  ] as const) {
    it(`ends with 2 for wrong ${what}, in one line`, async () => {
      const { code, stdout, stderr } = await run(args, settings);
      assert.deepEqual({ code, stdout }, { code: 2, stdout: '' });
      assert.match(stderr, message);
      assert.equal(stderr.trimEnd().includes('\n'), false);
    });
  }
});
