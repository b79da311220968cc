import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
const neededBytes = 2 ** 30;

/**
 * Where tests make the folders of their databases: in memory where the system has a gibibyte of it
 * for files. Every commit is synced as it is for users, and no test waits for a disk.
 */
export async function scratchRoot(): Promise<string> {
  const room = await statfs(inMemory).catch(() => undefined);
  const hasRoom = room !== undefined && room.bavail * room.bsize >= neededBytes;
  return hasRoom ? inMemory : tmpdir();
}
