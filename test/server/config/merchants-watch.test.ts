import assert from 'node:assert/strict';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ConfigError } from '../../../server/config/environment.ts';
import { MerchantsWatch } from '../../../server/config/merchants-watch.ts';
import { sandboxMerchants } from '../../../server/config/sandbox-settings.ts';
import {
  type MerchantSettings,
  merchantsFile,
  readSettings,
} from '../../../server/config/settings-files.ts';
import { createLogger } from '../../../server/platform/logging.ts';
import { serve } from '../../helpers/serve.ts';
import { until } from '../../helpers/until.ts';
import { digest, merchant } from './read-test-config.ts';

const other = {
  ...merchant,
  publishable_key: 'pk_live_other',
  secret_key_sha256: [digest.replaceAll('a', 'b')],
  order_secrets: ['t'.repeat(32)],
};

describe('a MERCHANTS_FILE that is watched', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'soft-pull-merchants-'));
    file = join(folder, 'merchants.json');
    await writeFile(file, JSON.stringify([merchant]));
  });
  after(() => rm(folder, { recursive: true }));

  it('is taken when another is put in its place, and again when the taking fails', async () => {
    const logged: string[] = [];
    const taken: string[][] = [];
    let failures = 1;
    let current: readonly MerchantSettings[] = [];
    const watch = new MerchantsWatch({
      file,
      current,
      read: () => current,
      take: async (merchants) => {
        failures -= 1;
        if (failures >= 0) throw new Error('the database is gone');
        taken.push(merchants.map((each) => each.publishable_key));
      },
      log: createLogger({ level: 'debug', destination: { write: (line) => logged.push(line) } }),
    });
    watch.start();
    current = merchantsFile.parse([merchant, other]);
    await writeFile(`${file}.new`, JSON.stringify(current));
    await rename(`${file}.new`, file);
    await until('the new list', async () => taken[0]);
    await watch.stop();
    assert.deepEqual(taken, [['pk_live_shop', 'pk_live_other']]);
    const events = logged.map((line) => JSON.parse(line).event);
    assert.deepEqual(events, ['merchants_not_taken', 'merchants_read']);
  });

  it('is taken when it has changed between the start and the watch, and only then', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const now = merchantsFile.parse([merchant, other]);
    for (const current of [now, merchantsFile.parse([merchant])]) {
      let taken = 0;
      const watch = new MerchantsWatch({
        file,
        current,
        read: () => structuredClone(now),
        take: async () => {
          taken += 1;
        },
        log: createLogger({ level: 'silent' }),
      });
      watch.start();
      t.mock.timers.tick(2_000);
      await watch.stop();
      assert.equal(taken, current === now ? 0 : 1);
    }
  });

  for (const code of ['EMFILE', 'ENFILE']) {
    it(`is read again when no descriptor was free to read it (${code})`, async () => {
      const logged: string[] = [];
      const taken: number[] = [];
      let failures = 1;
      const readFile = () => {
        failures -= 1;
        if (failures < 0) return JSON.stringify([merchant]);
        throw Object.assign(new Error(`${code}: too many open files`), { code });
      };
      const watch = new MerchantsWatch({
        file,
        current: [],
        read: () => readSettings('MERCHANTS_FILE', file, merchantsFile, readFile),
        take: async (merchants) => void taken.push(merchants.length),
        log: createLogger({ level: 'debug', destination: { write: (line) => logged.push(line) } }),
      });
      watch.reload();
      await until('the list', async () => taken[0]);
      await watch.stop();
      const events = logged.map((line) => JSON.parse(line).event);
      assert.deepEqual(events, ['merchants_not_taken', 'merchants_read']);
    });
  }

  it('is read once at a time, so that an older list never takes the place of a newer one', async () => {
    const firstTaken = Promise.withResolvers<void>();
    const taken: number[] = [];
    let current: readonly MerchantSettings[] = [];
    const watch = new MerchantsWatch({
      file,
      current,
      read: () => current,
      take: async ({ length }) => {
        if (length === 1) await firstTaken.promise;
        taken.push(length);
      },
      log: createLogger({ level: 'silent' }),
    });
    current = merchantsFile.parse([merchant]);
    watch.reload();
    await Promise.resolve();
    current = merchantsFile.parse([merchant, other]);
    watch.reload();
    await Promise.resolve();
    firstTaken.resolve();
    await watch.stop();
    assert.deepEqual(taken, [1, 2]);
  });

  it('is not read any more once its service has stopped', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let readings = 0;
    const watch = new MerchantsWatch({
      file,
      current: [],
      read: () => {
        readings += 1;
        return [];
      },
      take: () => Promise.reject(new Error('the database is gone')),
      log: createLogger({ level: 'silent' }),
    });
    watch.start();
    // It fails while the watch stops.
    watch.reload();
    await watch.stop();
    t.mock.timers.tick(2_000);
    // It would wait for one that has begun.
    await watch.stop();
    assert.equal(readings, 1);
  });

  it('says why it is wrong, too, when that came between the start and the watch', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const logged: string[] = [];
    const watch = new MerchantsWatch({
      file,
      current: [],
      read: () => {
        throw new ConfigError('MERCHANTS_FILE is wrong: entry 2, name, must be text');
      },
      take: () => assert.fail('nothing is taken'),
      log: createLogger({ level: 'debug', destination: { write: (line) => logged.push(line) } }),
    });
    watch.start();
    t.mock.timers.tick(2_000);
    await watch.stop();
    assert.deepEqual(
      logged.map((line) => JSON.parse(line).event),
      ['merchants_refused'],
    );
  });

  it('changes nothing when it is wrong, and says why in the log', async () => {
    const logged: string[] = [];
    let readings = 0;
    const watch = new MerchantsWatch({
      file,
      current: [],
      read: () => {
        readings += 1;
        throw new ConfigError('MERCHANTS_FILE is wrong: entry 2, name, must be text');
      },
      take: () => assert.fail('nothing is taken'),
      log: createLogger({ level: 'debug', destination: { write: (line) => logged.push(line) } }),
    });
    watch.reload();
    await watch.stop();
    assert.equal(readings, 1);
    const [line] = logged.map((each) => JSON.parse(each));
    assert.equal(line.event, 'merchants_refused');
    assert.match(line.reason, /entry 2, name/);
  });
});

describe('a process whose MERCHANTS_FILE changes', () => {
  it('serves the merchants as they are now, at SIGHUP at once, by the rules of the start', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'soft-pull-hup-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'merchants.json');
    const [hillside] = sandboxMerchants('http://localhost:8080');
    const write = async (entries: readonly unknown[]) => {
      await writeFile(`${file}.new`, JSON.stringify(entries));
      await rename(`${file}.new`, file);
    };
    await write([hillside]);
    const product = await serve({ environment: { SERVE: 'bff', MERCHANTS_FILE: file } });
    t.after(() => product.remove());
    const isKnown = async (key: string) => {
      const answer = await fetch(`${product.bffUrl}/v1/diagnose?merchant=${key}`);
      return ((await answer.json()) as { merchant_known: boolean }).merchant_known;
    };
    const logged = (event: string) =>
      until(event, async () => {
        const lines = (await readFile(product.logFile, 'utf8')).split('\n');
        return lines.findLast((line) => line.includes(event));
      });

    await write([hillside, other]);
    process.kill(product.pid, 'SIGHUP');
    await logged('"merchants_read"');
    assert.deepEqual(await Promise.all(['pk_live_other', 'pk_sandbox_hillside'].map(isKnown)), [
      true,
      true,
    ]);

    // Each entry alone is right.
    await write([{ ...hillside, order_secrets: other.order_secrets }, other]);
    process.kill(product.pid, 'SIGHUP');
    assert.match(await logged('"merchants_refused"'), /entry 2, order_secrets, holds what entry 1/);
    assert.equal(await isKnown('pk_live_other'), true);

    await write([hillside]);
    await until('the change to be seen', async () =>
      (await isKnown('pk_live_other')) ? undefined : true,
    );
  });
});
