import { readdir, readFile } from 'node:fs/promises';

const ticksPerSecond = 100;

/** CPU that a process has used so far, in milliseconds, user and system (Linux). */
export async function cpuMs(pid: number): Promise<number> {
  const fields = await statFields(pid);
  return ticksToMs(Number(fields[11]) + Number(fields[12]));
}

/** The same for a process with the children that it has now and those it has waited for. */
export async function treeCpuMs(pid: number): Promise<number> {
  const own = await statFields(pid);
  let ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(own[index]), 0);
  for (const name of await readdir('/proc')) {
    const fields = /^\d+$/.test(name) ? await statFields(Number(name)).catch(() => []) : [];
    if (Number(fields[1]) === pid) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticksToMs(ticks);
}

/** Resident memory of a process in bytes (Linux). */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Bytes that a process has had written to a disk, in whole pages (Linux). */
export async function writtenBytes(pid: number): Promise<number> {
  const usage = await readFile(`/proc/${pid}/io`, 'utf8');
  return Number(/^write_bytes: (\d+)$/m.exec(usage)?.[1]);
}

/** What follows the command's name in parentheses, which may hold spaces; utime stands at 11. */
async function statFields(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function ticksToMs(ticks: number): number {
  return (ticks * 1000) / ticksPerSecond;
}
