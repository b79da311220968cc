import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBackup, describeCheck } from '../../server/backups/check-backup.ts';
import { finishedBackups, readBackup } from '../../server/backups/write-backup.ts';
import { readOrMakeKeyFile } from '../../server/platform/crypto/root-key.ts';
import type { Figure, Part } from '../bench/part.ts';
import { scratchRoot } from '../helpers/scratch.ts';
import { serve } from '../helpers/serve.ts';
import type { Acknowledged } from './acknowledged.ts';
import { Consumers } from './consumers.ts';
import { Random } from './fuzz/random.ts';
import { type Ledger, readSqliteLedger } from './ledger.ts';

const consumersAtOnce = 8;
/** A lost answer is settled when the time of its call has passed, and only while somebody is up. */
const longestMs = 300_000;

const backupEveryMs = 2_000;
const hourMs = 3_600_000;

/** SIGKILL at random times while consumers walk through BFF and lending service, both on SQLite, and are backed up. */
export function killPart({ seed, kills }: { seed: number; kills: number }): Part {
  return {
    name: 'kills',
    title: `kill -9 of BFF and lending service under load (seed ${seed})`,
    async run() {
      const folder = await mkdtemp(join(await scratchRoot(), 'kills-'));
      const backups = join(folder, 'backups');
      const product = await serve({
        environment: { BACKUP_FOLDER: backups, BACKUP_HOURS: String(backupEveryMs / hourMs) },
      });
      try {
        const consumers = new Consumers(product, { patienceMs: longestMs });
        let killed = 0;
        const walking = consumers.keepWalking(consumersAtOnce, () => killed >= kills);
        const random = new Random(seed);
        for (; killed < kills; killed += 1) {
          await sleep(50 + random.below(950));
          await product.kill();
          await product.start();
        }
        await walking;
        await product.stop();
        for (const line of consumers.gaveUp) console.error(line);
        const ledger = await readSqliteLedger(product.dataDir, consumers.acknowledged);
        const restored = await restoreAll(backups, product.dataDir, consumers.acknowledged);
        return [...figures(consumers, ledger, killed), ...restored];
      } finally {
        await product.remove();
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Restores every backup, the oldest first, and compares it with what had been answered before it began. */
async function restoreAll(
  folder: string,
  dataDir: string,
  acknowledged: Acknowledged,
): Promise<Figure[]> {
  const keys = { current: readOrMakeKeyFile(join(dataDir, 'sandbox.key')), previous: [] };
  const startedAt = performance.now();
  const paths = await finishedBackups(folder);
  let refused = 0;
  let lost = 0;
  let compared = 0;
  for (const path of paths) {
    const backup = await readBackup(path);
    const check = await checkBackup(backup, keys);
    if (!check.isRight) {
      refused += 1;
      console.error(describeCheck(check));
    }
    const before = acknowledged.between(0, Date.parse(backup.manifest.began_at));
    compared += before.count;
    lost += (await readSqliteLedger(path, before)).lost.length;
  }
  const unfinished = (await readdir(folder)).length - paths.length;
  return [
    { ...count('backups finished meanwhile', paths.length), atLeast: 1 },
    count('backups cut by the last kills and left unfinished', unfinished),
    { ...count('backups that do not restore', refused), atMost: 0 },
    count('acknowledged before a backup began, over all of them', compared),
    { ...count('acknowledged before it began and not in it', lost), atMost: 0 },
    {
      name: 'restoring and comparing them',
      value: (performance.now() - startedAt) / 1_000,
      unit: 's',
    },
  ];
}

const count = (name: string, value: number): Figure => ({ name, value, unit: '' });

function figures(
  { acknowledged, arrived, gaveUp }: Consumers,
  ledger: Ledger,
  killed: number,
): Figure[] {
  const doubled = ledger.pulledTwice.length + ledger.chargedTwice.length;
  return [
    count('kills', killed),
    count('consumers who came to the outcome of their charge', arrived),
    { ...count('consumers who did not', gaveUp.length), atMost: 0 },
    count('acknowledged: applications, acceptances, approvals', acknowledged.count),
    { ...count('acknowledged and lost', ledger.lost.length), atMost: 0 },
    { ...count('soft pulls or charges doubled', doubled), atMost: 0 },
    count('charges in the lender’s books', ledger.approvedCharges),
  ];
}
