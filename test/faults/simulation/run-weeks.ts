import { join } from 'node:path';
import type { SimulationRun } from './run-simulation.ts';
import { makeTemplates } from './services.ts';
import { replaceGlobals } from './virtual-globals.ts';
import { runWeek, type WeekReport } from './week.ts';

/** Runs one week after the other in this thread, which from now on lives in simulated time. */
export async function runWeeks(
  { seeds, folder, consumers, isTold }: SimulationRun,
  tell: (report: WeekReport) => void,
): Promise<void> {
  const templates = join(folder, 'templates');
  replaceGlobals();
  await makeTemplates(templates);
  for (const seed of seeds) {
    tell(await runWeek({ seed, folder: join(folder, 'week'), templates, consumers, isTold }));
  }
}
