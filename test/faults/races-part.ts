import { count, none, type Part } from '../bench/part.ts';
import { applyRace } from './races/apply.ts';
import { cancelRace } from './races/cancel.ts';
import { runRace } from './races/race.ts';
import { refundRace, settlementRace } from './races/refunds.ts';
import { takeUpRace } from './races/take-up.ts';

/** Two that want something of one checkout: on PostgreSQL, in two processes. */
export function racesPart({ tries }: { tries: number }): Part {
  const isTwo = Boolean(process.env.TEST_DATABASE_URL);
  return {
    name: 'races',
    title: `Calls that race each other, ${isTwo ? 'two processes on PostgreSQL' : 'on SQLite'}`,
    async run() {
      const figures = [];
      for (const race of [cancelRace, refundRace, settlementRace, takeUpRace, applyRace]) {
        const { ends, torn } = await runRace(race, tries);
        for (const line of torn) console.error(line);
        figures.push(
          count(race.name, tries),
          ...Object.entries(ends).map(([end, number]) => count(`  ended: ${end}`, number)),
          none('  of them with two truths', torn.length),
        );
      }
      return figures;
    },
  };
}
