import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type Figure, isReached, type Part } from './part.ts';
import { printFigures } from './print-figures.ts';

const folder = join(import.meta.dirname, '../../.bench');

/** Runs the parts that are wanted, all without a wish; prints each and writes `.bench/<part>.json`. */
export async function runParts(parts: readonly Part[], wanted: readonly string[]): Promise<void> {
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
}

function report(part: Part, figures: readonly Figure[]) {
  return {
    title: part.title,
    measured_at: new Date().toISOString(),
    node: process.version,
    cpus: cpus().map(({ model }) => model),
    figures: figures.map((figure) => ({ ...figure, reached: isReached(figure) })),
  };
}
