import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { startTestBff } from '../helpers/bff.ts';

const shop = join(import.meta.dirname, '../express-shop');

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
});
