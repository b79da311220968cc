import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { aShop } from '../demo/demo-shop.ts';
import { startTestBff } from '../helpers/bff.ts';
import { sampleOf } from '../helpers/docs-samples.ts';

const shop = join(import.meta.dirname, '../express-shop');

const typeRoots = [join(shop, '../../node_modules/@types'), join(shop, 'node_modules/@types')];

/** A tool of the shop's own packages, with its output as the reason when it fails. */
async function run(script: string, ...args: string[]): Promise<void> {
  const command = promisify(execFile);
  const node = [join(shop, 'node_modules', script), ...args];
  await command(process.execPath, node, { cwd: shop }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout, { cause: error });
  });
}

describe('types that are generated from the document of the merchant API', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-client-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('compile, with the shop in Express that calls by them', async () => {
    const bff = await startTestBff();
    const document = await (await bff.app.request('/v1/openapi.json')).text();
    await bff.close();
    const file = join(folder, 'openapi.json');
    await writeFile(file, document);
    await run('openapi-typescript/bin/cli.js', file, '--output', 'merchant-api.d.ts');
    await run('typescript/bin/tsc', '--project', '.');
  });

  it('let the typed call of /docs/server compile', async (t) => {
    const page = await (await aShop().request('/docs/server')).text();
    const sample = join(shop, 'typed-call.ts');
    t.after(() => rm(sample, { force: true }));
    await writeFile(sample, sampleOf(page, 'TypeScript, a typed call'));
    const project = join(folder, 'tsconfig.json');
    const settings = { extends: join(shop, 'tsconfig.json'), files: [sample] };
    await writeFile(project, JSON.stringify({ ...settings, compilerOptions: { typeRoots } }));
    await run('typescript/bin/tsc', '--project', project);
  });
});
