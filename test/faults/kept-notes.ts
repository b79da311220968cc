import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Report } from '../bench/run-parts.ts';
import type { Finding, NamedMistake } from './noted-mistakes.ts';

/** Of mistakes that were planted and sought, by the names that `NotedMistakes` is given. */
export const mistakeFiles = ['planted-mistakes', 'authorization-mutants', 'canaries-planted'];

export interface KeptMistake extends NamedMistake, Finding {
  readonly ended_at: string;
  /** Not noted before 2026-11-27. */
  readonly commit?: string;
  /** Of the simulation, until it was found. */
  readonly weeks?: number | null;
}

/** What a part printed. */
export interface KeptReport extends Report {
  readonly part: string;
}

export function readMistakes(folder: string, name: string): Promise<KeptMistake[]> {
  return readList(join(folder, `${name}.json`));
}

export function readReports(folder: string): Promise<KeptReport[]> {
  return readList(join(folder, reportsFile));
}

const reportsFile = 'reports.json';

interface Folders {
  readonly from: string;
  /** In the repository. */
  readonly to: string;
}

/** Each mistake comes in the place of the same one before. */
export async function keepMistakes({ from, to }: Folders): Promise<void> {
  for (const name of mistakeFiles) {
    const newer = await readMistakes(from, name);
    if (newer.length === 0) continue;
    const kept = await readMistakes(to, name);
    const others = kept.filter((each) => newer.every((other) => other.name !== each.name));
    await writeList(to, `${name}.json`, [...others, ...newer]);
  }
}

/** Adds the last report of each part but these, which keep their runs. */
export async function keepReports({ from, to }: Folders, but: readonly string[]): Promise<void> {
  const files = await readdir(from).catch(() => []);
  const kept = await readReports(to);
  for (const file of files.filter((each) => each.endsWith('.json')).toSorted()) {
    const part = file.slice(0, -'.json'.length);
    if (but.some((name) => name === part || name.startsWith(`${part}-`))) continue;
    const report: unknown = JSON.parse(await readFile(join(from, file), 'utf8'));
    if (!isReport(report)) continue;
    const { measured_at } = report;
    const isKept = kept.some((each) => each.part === part && each.measured_at === measured_at);
    if (!isKept) kept.push({ part, ...report });
  }
  if (kept.length > 0) await writeList(to, reportsFile, kept);
}

function isReport(value: unknown): value is Report {
  return typeof value === 'object' && value !== null && 'figures' in value && 'commit' in value;
}

async function readList<Item>(file: string): Promise<Item[]> {
  const text = await readFile(file, 'utf8').catch(() => '[]');
  return JSON.parse(text) as Item[];
}

async function writeList(folder: string, file: string, list: readonly unknown[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), `${JSON.stringify(list, null, 2)}\n`);
}
