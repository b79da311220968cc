import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startTestBff } from '../helpers/bff.ts';
import { startTestLending } from '../helpers/lending.ts';
import { codes, operations, table } from './read-readme.ts';

it('server/OPERATIONS.md lists the metrics of both services', async (t) => {
  const [bff, lending] = await Promise.all([startTestBff(), startTestLending()]);
  t.after(() => Promise.all([bff.close(), lending.close()]));
  const known: string[] = [];
  for (const { app } of [bff, lending]) {
    const text = await (await app.request('/metrics')).text();
    known.push(...[...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
  }
  const listed = table('Metric', operations).flatMap(([cell]) => codes(cell));
  assert.deepEqual(listed.sort(), known.sort());
});
