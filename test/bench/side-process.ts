import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startFlags } from '../helpers/serve.ts';

/** A program of the bench in a process of its own, up once it has printed `Ready.` */
export interface SideProcess {
  pid: number;
  stop(): void;
}

export async function startSideProcess(
  script: string,
  args: readonly string[],
): Promise<SideProcess> {
  const child = spawn(process.execPath, [...startFlags, script, ...args], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(child, script);
  return { pid: child.pid ?? 0, stop: () => void child.kill() };
}

async function ready(child: ChildProcess, script: string): Promise<void> {
  if (!child.stdout) throw new Error(`${script} has no output`);
  for await (const line of createInterface(child.stdout)) {
    if (line === 'Ready.') return void child.stdout.resume();
  }
  throw new Error(`${script} ended before it was ready`);
}
