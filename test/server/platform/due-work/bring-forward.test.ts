import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bringForward, CLOCK_SET_BACK } from '../../../../server/platform/due-work/due-work.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { testRunners } from './testbed.ts';

describe('work that is due soon when the clock is set back', () => {
  const bed = testRunners();

  for (const minutes of [10, 60]) {
    it(`is brought forward once by each plan of the old time, after ${minutes} minutes`, async () => {
      const oldNow = bed.now;
      const now = oldNow - minutes * minuteMs;
      const soon = 5 * minuteMs;
      const step = { from: now, until: oldNow + 11 * minuteMs, byMs: minutes * minuteMs };
      const atOldTime = bed.makeRunner({ [CLOCK_SET_BACK]: async () => 'done' });
      const keys = ['planned before'];
      await bed.put({ key: 'planned before', dueAt: oldNow + soon });
      await bringForward(bed.database, step);
      for (const node of ['second', 'third']) {
        await atOldTime.runDue({ scope: '', kinds: [CLOCK_SET_BACK] });
        keys.push(`planned by the ${node}`, `planned while the ${node} had not noticed`);
        await bed.put({ key: `planned by the ${node}`, dueAt: oldNow + soon });
        await bed.put({ key: `planned while the ${node} had not noticed`, dueAt: now + soon });
        await bringForward(bed.database, step);
      }
      const due = (await bed.rows())
        .filter(({ kind }) => kind === 'remind')
        .map(({ key, due_at }) => [key, due_at - now]);
      assert.deepEqual(Object.fromEntries(due), Object.fromEntries(keys.map((key) => [key, soon])));
    });
  }
});
