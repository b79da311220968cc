import { readdir, readFile, readlink } from 'node:fs/promises';

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

/** What a process has open: files, sockets and the rest (Linux). */
export async function openDescriptors(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

/** How many connections of a process lead to `port` of whatever machine (Linux). */
export async function connectionsTo(pid: number, port: number): Promise<number> {
  const sockets = await socketsConnectedTo(pid, port);
  const folder = `/proc/${pid}/fd`;
  const targets = await Promise.all(
    // One may have been closed meanwhile.
    (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')),
  );
  return targets.filter((target) => sockets.has(target)).length;
}

/** By the names that descriptors have: `socket:[4711]`. */
async function socketsConnectedTo(pid: number, port: number): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((table) => readFile(`/proc/${pid}/net/${table}`, 'utf8')),
  );
  const peerPort = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = tables.flatMap((table) => table.split('\n').map((row) => row.trim().split(/\s+/)));
  // The third column is the peer's address, the tenth the socket's inode.
  return new Set(
    rows.filter((row) => row[2]?.endsWith(peerPort)).map((row) => `socket:[${row[9]}]`),
  );
}

/** What follows the command's name in parentheses, which may hold spaces; utime stands at 11. */
async function statFields(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function ticksToMs(ticks: number): number {
  return (ticks * 1000) / ticksPerSecond;
}
