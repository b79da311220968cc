// node test/faults/keep-runs.ts [folder...]: takes what `npm run faults` and `npm run bench` noted in
// `.bench`, or in these folders, into the repository: the runs that add up, the mistakes that were sought,
// and what other parts printed last. Then it writes RUNS.md.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keepMistakes, keepReports } from './kept-notes.ts';
import { keptFolder, localFolder, mergeRuns, readRuns, writeRuns } from './noted-runs.ts';
import { renderRuns, summedParts } from './run-sums.ts';

const given = process.argv.slice(2);

for (const folder of given.length > 0 ? given : [localFolder]) {
  for (const [name, { size }] of Object.entries(summedParts)) {
    const runs = await readRuns(folder, name);
    if (runs.length === 0) continue;
    const kept = await readRuns(keptFolder, name);
    await writeRuns(keptFolder, name, mergeRuns(kept, runs, size as never));
  }
  const folders = { from: folder, to: keptFolder };
  await keepMistakes(folders);
  await keepReports(folders, Object.keys(summedParts));
}
await writeFile(join(import.meta.dirname, 'RUNS.md'), await renderRuns(keptFolder));
