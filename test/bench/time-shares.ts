import type { CpuProfile, Frame } from './inspector.ts';

/** The first pattern that fits a frame says what its time was spent on. */
const owners: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['commits to disk', /^commitTransaction /],
  ['database', /node_modules\/(better-sqlite3|kysely|pg(-[a-z]+)?)\/|server\/platform\/database/],
  ['cryptography', /node:internal\/crypto|server\/platform\/crypto/],
  ['checks of bodies (zod)', /\/zod\/|zod-validator|zod-openapi/],
  ['strict JSON', /server\/platform\/http\/(scan|parse|strict)/],
  ['HTTP', /\/hono\/|@hono\/node-server|undici|node:_http|server\/platform\/(http|outbound)/],
  ['log', /pino|sonic-boom|server\/platform\/log/],
  ['lending service', /server\/lending|decimal\.js/],
  ['BFF', /server\/bff|widget\/contract/],
  ['garbage collection', /^\(garbage collector\)/],
];

/**
 * Parts of the time a process was busy, by who spent it: native code belongs to who called it.
 * @returns percent, the largest first
 */
export function timeShares({ nodes, samples, timeDeltas }: CpuProfile): [string, number][] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((c) => [c, id])));
  const spent = new Map<string, number>();
  let total = 0;
  samples.forEach((id, index) => {
    if (frames.get(id)?.functionName === '(idle)') return;
    const what = ownerOf(id, frames, parents);
    const micros = timeDeltas[index] ?? 0;
    spent.set(what, (spent.get(what) ?? 0) + micros);
    total += micros;
  });
  return [...spent]
    .map(([what, micros]): [string, number] => [what, (micros / total) * 100])
    .sort(([, a], [, b]) => b - a);
}

function ownerOf(
  sample: number,
  frames: ReadonlyMap<number, Frame>,
  parents: ReadonlyMap<number, number>,
): string {
  let nearest: string | undefined;
  for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
    const { functionName = '', url = '' } = frames.get(id) ?? {};
    const what = owners.find(([, pattern]) => pattern.test(`${functionName} ${url}`))?.[0];
    // A commit is a database's statement further down: what stands above it decides.
    if (what === 'commits to disk') return what;
    nearest ??= what;
  }
  return nearest ?? 'the rest';
}
