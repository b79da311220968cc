// npm run bench [part...]: measures, prints a table a part and writes .bench/<part>.json.
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { bytes } from './bytes.ts';
import { hop } from './hop.ts';
import { lists } from './lists.ts';
import { memory } from './memory.ts';
import { isReached, type Part } from './part.ts';
import { printFigures } from './print-figures.ts';
import { throughput } from './throughput.ts';

const folder = join(import.meta.dirname, '../../.bench');
const parts: readonly Part[] = [bytes, hop, throughput, lists, memory];
const wanted = process.argv.slice(2);

await mkdir(folder, { recursive: true });
for (const part of parts) {
  if (wanted.length > 0 && !wanted.includes(part.name)) continue;
  const figures = await part.run();
  printFigures(part.title, figures);
  await writeFile(
    join(folder, `${part.name}.json`),
    JSON.stringify(report(part, figures), null, 2),
  );
  if (!figures.every(isReached)) process.exitCode = 1;
}

function report(part: Part, figures: Awaited<ReturnType<Part['run']>>) {
  return {
    title: part.title,
    measured_at: new Date().toISOString(),
    node: process.version,
    cpus: cpus().map(({ model }) => model),
    figures: figures.map((figure) => ({ ...figure, reached: isReached(figure) })),
  };
}
