import { count, type Figure, none, type Part } from '../bench/part.ts';
import { killMigrations, type MigrationReport } from './rolling/migration-points.ts';
import { type RollReport, rollNodes } from './rolling/roll-nodes.ts';

const consumersAtOnce = 12;

/** Docker kills what has not ended 10 s after SIGTERM. */
const stopWithinMs = 10_000;

/** As one line, without a stack. */
export const refusalLine =
  /\nthe tables of \w+ are newer than this program, which does not know \S+: .+\n$/;

/**
 * Two nodes on PostgreSQL that are restarted and replaced by a newer version under load; and processes
 * that are killed at each statement of a migration.
 */
export function rollingPart({ restarts, step }: { restarts: number; step: number }): Part {
  return {
    name: 'rolling',
    title:
      'Rolling restarts and upgrades of two nodes on PostgreSQL, and migrations that are cut off',
    async run() {
      const rolled = await rollNodes({ restarts, consumersAtOnce });
      const migrated = await killMigrations({ step });
      for (const line of [...rolled.failed, ...rolled.cut, ...rolled.wrong, ...migrated.failures]) {
        console.error(line);
      }
      return [...figuresOf(rolled), ...figuresOfMigrations(migrated)];
    },
  };
}

function figuresOf(report: RollReport): Figure[] {
  return [
    count('nodes restarted by SIGTERM', report.restarts),
    count('nodes of a newer version that started while an older one served', report.upgrades),
    count('requests meanwhile', report.requests),
    count('of them asked once more', report.repeated),
    count('of these, POSTs whose connection broke', report.brokenPosts),
    none('of them failed after that', report.failed.length),
    none('broken off while a node worked at them', report.cut.length),
    {
      name: 'longest from SIGTERM to the end of the process',
      value: report.slowestStopMs / 1_000,
      unit: 's',
      atMost: stopWithinMs / 1_000,
    },
    { name: 'longest without an answer', value: report.slowestMs / 1_000, unit: 's' },
    count('consumers who came to the outcome of their charge', report.arrived),
    count('acknowledged writes', report.acknowledged),
    none('lost, doubled, or not at an end', report.wrong.length),
    none('starts of the older version on newer tables', refusalLine.test(report.refusal) ? 0 : 1),
  ];
}

function figuresOfMigrations({ statements, killed, failures }: MigrationReport): Figure[] {
  const engine = process.env.TEST_DATABASE_URL ? 'PostgreSQL' : 'SQLite';
  return [
    count(`statements of migrations, ${engine}`, statements),
    count('processes killed before one of them', killed),
    none('of these: tables in between, or not completed', failures.length),
  ];
}
