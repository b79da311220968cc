import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkBackup, describeCheck } from '../../server/backups/check-backup.ts';
import { finishedBackups, readBackup } from '../../server/backups/write-backup.ts';
import { readOrMakeKeyFile } from '../../server/platform/crypto/root-key.ts';
import { count, type Figure, none, type Part } from '../bench/part.ts';
import { startPostgres } from '../helpers/postgres-cluster.ts';
import { scratchRoot } from '../helpers/scratch.ts';
import { type Product, serve } from '../helpers/serve.ts';
import { until } from '../helpers/until.ts';
import { type Acknowledged, type AcknowledgedKind, acknowledgedKinds } from './acknowledged.ts';
import type { DataDirs } from './books.ts';
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
  /** Of them those of the BFF alone, and of the lending service alone; the others are of both. */
  readonly bffAlone: number;
  readonly serviceAlone: number;
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
  bffAlone: number;
  serviceAlone: number;
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
        bffAlone: report.bffAlone,
        serviceAlone: report.serviceAlone,
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
 * SIGKILL at random times while consumers walk through BFF and lending service, two processes, to one of
 * them or to both; SQLite is backed up meanwhile.
 * @param isCutShort the last consumers are not waited for, whose lost answers take a minute
 */
export async function killUnderLoad(
  { seed, kills, engine, writes }: KillOptions,
  { isCutShort = false }: { isCutShort?: boolean } = {},
): Promise<KillReport> {
  await using running = new AsyncDisposableStack();
  const folder = await mkdtemp(join(await scratchRoot(), 'kills-'));
  running.defer(() => rm(folder, { recursive: true, force: true }));
  const databaseUrl = engine === 'postgres' ? await startDatabase(running) : undefined;
  const start = async (
    part: keyof DataDirs,
    environment: Record<string, string>,
  ): Promise<Product> => {
    const stored =
      databaseUrl === undefined
        ? { BACKUP_FOLDER: join(folder, part), BACKUP_HOURS: String(backupEveryMs / hourMs) }
        : { DATABASE_URL: databaseUrl };
    const product = await serve({
      environment: { SERVE: part, ...environment, ...stored },
      readyWithinMs,
    });
    running.defer(() => product.remove());
    return product;
  };
  const lending = await start('lending', {});
  const { lendingUrl } = lending;
  const bff = await start('bff', {
    LENDING_BASE_URL: lendingUrl,
    LINK_ALLOWED_ORIGINS: lendingUrl,
  });
  const { bffUrl, demoUrl } = bff;
  const consumers = new Consumers(
    { bffUrl, demoUrl, lendingUrl },
    { patienceMs: patienceUnderCrashesMs },
  );
  const alone = { bff: 0, lending: 0 };
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
    const whom = random.pick(['bff', 'lending', 'both'] as const);
    if (whom !== 'both') alone[whom] += 1;
    const hit = { bff: [bff], lending: [lending], both: [bff, lending] }[whom];
    await Promise.all(hit.map((product) => product.kill()));
    await Promise.all(hit.map(startAgain));
  }
  await consumers.settle(Promise.all(walking), isCutShort ? 0 : undefined);
  await bff.stop();
  await lending.stop();
  const { acknowledged } = consumers;
  const dataDirs = { bff: bff.dataDir, lending: lending.dataDir };
  const ledger =
    databaseUrl === undefined
      ? await readSqliteLedger(dataDirs, acknowledged)
      : await readPostgresLedger(databaseUrl, acknowledged);
  const restored =
    databaseUrl === undefined ? await restoreAll(folder, dataDirs, acknowledged) : [];
  const unfinished = [...consumers.gaveUp, ...(isCutShort ? [] : consumers.left)];
  const { bff: bffAlone, lending: serviceAlone } = alone;
  return { killed, bffAlone, serviceAlone, consumers, unfinished, ledger, restored };
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

/**
 * Restores every backup of each part, the oldest first, and compares it with what had been answered
 * before it began.
 */
async function restoreAll(
  folder: string,
  dataDirs: DataDirs,
  acknowledged: Acknowledged,
): Promise<Figure[]> {
  const startedAt = performance.now();
  let [finished, unfinished, refused, lost, compared] = [0, 0, 0, 0, 0];
  for (const part of ['bff', 'lending'] as const) {
    const keys = { current: readOrMakeKeyFile(join(dataDirs[part], 'sandbox.key')), previous: [] };
    const paths = await finishedBackups(join(folder, part));
    finished += paths.length;
    unfinished += (await readdir(join(folder, part))).length - paths.length;
    for (const path of paths) {
      const backup = await readBackup(path);
      const check = await checkBackup(backup, keys);
      if (!check.isRight) {
        refused += 1;
        console.error(describeCheck(check));
      }
      const before = acknowledged.between(0, Date.parse(backup.manifest.began_at));
      compared += before.count;
      lost += (await readSqliteLedger({ ...dataDirs, [part]: path }, before)).lost.length;
    }
  }
  return [
    { ...count('backups finished meanwhile', finished), atLeast: 1 },
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

function figures(report: KillReport): Figure[] {
  const { consumers, unfinished, ledger } = report;
  const { acknowledged, arrived } = consumers;
  return [
    count('kills', report.killed),
    count('  of the BFF alone', report.bffAlone),
    count('  of the lending service alone', report.serviceAlone),
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
