import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { LenderOptions } from '../../../server/bff/lender/lender.ts';
import { ConfigError } from '../../../server/config/environment.ts';
import { loadLenderAdapter } from '../../../server/config/lender-adapter.ts';

const complete = `
  const call = () => Promise.reject(new Error('not now'));
  export default (options: { baseUrl: string }) => ({
    softPull: call, select: call, loan: call, invitePortal: call, createCharge: call,
    charges: call, transactions: call,
    offerFields: { read: [], ignored: [] }, probe: { url: options.baseUrl },
  });`;

describe('loadLenderAdapter()', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lender-adapter-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function written(name: string, source: string): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, source);
    return file;
  }

  const options = { baseUrl: 'https://lender.example' } as LenderOptions;

  const says = (text: RegExp) => (error: unknown) =>
    error instanceof ConfigError &&
    /^LENDER_ADAPTER is wrong: [^\n]+; server\/bff\/lender\/README\.md/.test(error.message) &&
    text.test(error.message);

  it('loads nothing where nothing is named', async () => {
    assert.equal(await loadLenderAdapter(undefined), undefined);
  });

  it('loads a module of TypeScript, seen from the folder of the start', async () => {
    const file = await written('complete.ts', complete);
    const create = await loadLenderAdapter(relative(process.cwd(), file));
    assert.equal(create?.(options).probe.url, 'https://lender.example');
  });

  for (const [name, source, text] of [
    ['a module that is not there', undefined, /absent\.ts cannot be loaded: Cannot find module/],
    ['a module with a fault in it', 'export default (', /cannot be loaded/],
    ['a module that fails', "throw new Error('no\\nkey')", /cannot be loaded: no key;/],
    ['one without a default export', 'export const lender = 1;', /default export/],
    ['one whose default export is no function', 'export default {};', /default export/],
  ] as const) {
    it(`refuses ${name} by its path`, async () => {
      const file =
        source === undefined
          ? join(folder, 'absent.ts')
          : await written(`${name.replaceAll(' ', '-')}.ts`, source);
      await assert.rejects(loadLenderAdapter(file), says(text));
    });
  }

  it('says what a lender lacks', async () => {
    const source = complete.replace('loan: call,', '').replace('charges: call,', '');
    const create = await loadLenderAdapter(await written('lacking.ts', source));
    assert.throws(() => create?.(options), says(/lacks loan, charges;/));
  });

  it('says that an adapter makes no lender at all, and all that one has', async () => {
    const create = await loadLenderAdapter(await written('none.ts', 'export default () => null;'));
    const all =
      /lacks softPull, select, loan, invitePortal, createCharge, charges, transactions, offerFields\.read, offerFields\.ignored, probe\.url;/;
    assert.throws(() => create?.(options), says(all));
  });

  for (const [name, source, text] of [
    [
      'a fault of its function',
      "export default () => { throw new Error('no\\nsecret'); };",
      /cannot make a lender: no secret;/,
    ],
    [
      'a class',
      'export default class Lender {};',
      /cannot make a lender: Class constructor Lender/,
    ],
    [
      'a fault that is no Error',
      "export default () => { throw 'x'; };",
      /cannot make a lender: x;/,
    ],
    ['a half list of fields', complete.replace(', ignored: []', ''), /lacks offerFields\.ignored;/],
    [
      'fields that are no list',
      complete.replace('read: []', "read: 'all'"),
      /lacks offerFields\.read;/,
    ],
    ['a call that is none', complete.replace('loan: call', "loan: 'call'"), /lacks loan;/],
    [
      'a probe without an address',
      complete.replace('url: options.baseUrl', ''),
      /lacks probe\.url;/,
    ],
  ] as const) {
    it(`says ${name} of an adapter`, async () => {
      const file = await written(`${name.replaceAll(' ', '-')}.ts`, source);
      const create = await loadLenderAdapter(file);
      assert.throws(() => create?.(options), says(text));
    });
  }
});
