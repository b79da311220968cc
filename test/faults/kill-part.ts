import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBackup, describeCheck } from '../../server/backups/check-backup.ts';
import { finishedBackups, readBackup } from '../../server/backups/write-backup.ts';
import { readOrMakeKeyFile } from '../../server/platform/crypto/root-key.ts';
import { count, type Figure, none, type Part } from '../bench/part.ts';
import { startPostgres } from '../helpers/postgres-cluster.ts';
import { scratchRoot } from '../helpers/scratch.ts';
import { serve } from '../helpers/serve.ts';
import { until } from '../helpers/until.ts';
import { type Acknowledged, type AcknowledgedKind, acknowledgedKinds } from './acknowledged.ts';
import { Consumers, patienceUnderCrashesMs } from './consumers.ts';
import { randomOf, readyWithinMs, startAgain } from './crash-points/point.ts';
import { type Engine, engineNames } from './engine.ts';
import { type Ledger, readPostgresLedger, readSqliteLedger } from './ledger.ts';
import { type NotedRun, noteRun, sumOf } from './noted-runs.ts';

const consumersAtOnce = 12;
const changersAtOnce = 24;

const latestMs = 120_000;
/** After the last of the writes: not always just after an answer. */
const longestAfterMs = 50;

const backupEveryMs = 2_000;
const hourMs = 3_600_000;

interface KilledRun extends NotedRun {
  readonly kills: number;
  readonly acknowledged: number;
  /** Of them changes of an amount: what a page sends while somebody types. */
  readonly changes: number;
  readonly lost: number;
  readonly doubled: number;
  readonly gaveUp: number;
}

export interface KillOptions {
  /** Of the first kill. */
  seed: number;
  kills: number;
  engine: Engine;
  /** From a start to its kill, at the most: some random number of them is waited for. */
  writes: number;
}

export interface KillReport {
  killed: number;
  consumers: Consumers;
  /** Who did not come to the outcome of their charge. */
  unfinished: readonly string[];
  ledger: Ledger;
  /** Of the backups that were taken meanwhile. */
  restored: readonly Figure[];
}

/** Kills, each of whose seeds counts once over all runs. */
export function killPart(options: KillOptions): Part {
  const { seed, kills, engine } = options;
  const name = engineNames[engine];
  return {
    name: 'kills',
    title: `kill -9 of BFF and lending service under load, on ${name} (seed ${seed})`,
    async run() {
      const report = await killUnderLoad(options);
      const { consumers, unfinished, ledger, restored } = report;
      for (const line of unfinished) console.error(line);
      for (const line of ledger.lost) console.error(`lost: ${line}`);
      const runs = await noteRun<KilledRun, 'kills'>(`kills-${engine}`, 'kills', {
        from: seed,
        kills,
        acknowledged: consumers.acknowledged.count,
        changes: consumers.acknowledged.changes,
        lost: ledger.lost.length,
        doubled: doubledIn(ledger),
        gaveUp: unfinished.length,
      });
      return [...figures(report), ...restored, ...figuresOfRuns(runs, name)];
    },
  };
}

/**
 * SIGKILL at random times while consumers walk through BFF and lending service; SQLite is backed up
 * meanwhile.
 * @param isCutShort the last consumers are not waited for, whose lost answers take a minute
 */
export async function killUnderLoad(
  { seed, kills, engine, writes }: KillOptions,
  { isCutShort = false }: { isCutShort?: boolean } = {},
): Promise<KillReport> {
  await using running = new AsyncDisposableStack();
  const folder = await mkdtemp(join(await scratchRoot(), 'kills-'));
  running.defer(() => rm(folder, { recursive: true, force: true }));
  const backups = join(folder, 'backups');
  const databaseUrl = engine === 'postgres' ? await startDatabase(running) : undefined;
  const product = await serve({
    environment:
      databaseUrl === undefined
        ? { BACKUP_FOLDER: backups, BACKUP_HOURS: String(backupEveryMs / hourMs) }
        : { DATABASE_URL: databaseUrl },
    readyWithinMs,
  });
  running.defer(() => product.remove());
  const consumers = new Consumers(product, { patienceMs: patienceUnderCrashesMs });
  let killed = 0;
  const isOver = () => killed >= kills;
  // Also after a failure nobody goes on.
  running.defer(() => {
    killed = kills;
    consumers.leave();
  });
  const walking = [
    consumers.keepWalking(consumersAtOnce, isOver),
    consumers.keepChanging(changersAtOnce, isOver),
  ];
  for (; killed < kills; killed += 1) {
    const random = randomOf(seed + killed);
    await waitForWrites(consumers, consumers.acknowledged.count + random.below(writes));
    await sleep(random.below(longestAfterMs));
    await product.kill();
    await startAgain(product);
  }
  await consumers.settle(Promise.all(walking), isCutShort ? 0 : undefined);
  await product.stop();
  const { acknowledged } = consumers;
  const ledger =
    databaseUrl === undefined
      ? await readSqliteLedger(product.dataDir, acknowledged)
      : await readPostgresLedger(databaseUrl, acknowledged);
  const restored =
    databaseUrl === undefined ? await restoreAll(backups, product.dataDir, acknowledged) : [];
  const unfinished = [...consumers.gaveUp, ...(isCutShort ? [] : consumers.left)];
  return { killed, consumers, unfinished, ledger, restored };
}

async function waitForWrites(consumers: Consumers, wanted: number): Promise<void> {
  const isThere = async () => (consumers.acknowledged.count >= wanted ? true : undefined);
  await until('so many writes', isThere, { withinMs: latestMs, everyMs: 5 });
}

async function startDatabase(running: AsyncDisposableStack): Promise<string> {
  const cluster = await startPostgres({ durable: true });
  running.defer(() => cluster.stop());
  return cluster.url;
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
    none('backups that do not restore', refused),
    count('acknowledged before a backup began, over all of them', compared),
    none('acknowledged before it began and not in it', lost),
    {
      name: 'restoring and comparing them',
      value: (performance.now() - startedAt) / 1_000,
      unit: 's',
    },
  ];
}

function doubledIn({ pulledTwice, chargedTwice }: Ledger): number {
  return pulledTwice.length + chargedTwice.length;
}

function figures({ killed, consumers, unfinished, ledger }: KillReport): Figure[] {
  const { acknowledged, arrived } = consumers;
  return [
    count('kills', killed),
    count('consumers who came to the outcome of their charge', arrived),
    none('consumers who did not', unfinished.length),
    ...Object.entries(acknowledgedKinds).map(([kind, things]) =>
      count(`acknowledged ${things}`, acknowledged.ids(kind as AcknowledgedKind).length),
    ),
    count('acknowledged changes of an amount', acknowledged.changes),
    none('acknowledged and lost', ledger.lost.length),
    none('soft pulls or charges doubled', doubledIn(ledger)),
    count('charges in the lender’s books', ledger.approvedCharges),
  ];
}

function figuresOfRuns(runs: readonly KilledRun[], name: string): Figure[] {
  return [
    count(
      `kills of all runs on ${name}, each seed once`,
      sumOf(runs, (run) => run.kills),
    ),
    count(
      'acknowledged writes of all runs',
      sumOf(runs, (run) => run.acknowledged),
    ),
    none(
      'of all runs: lost, doubled, or never at an end',
      sumOf(runs, ({ lost, doubled, gaveUp }) => lost + doubled + gaveUp),
    ),
  ];
}
