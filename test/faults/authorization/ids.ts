import type { Random } from '../fuzz/random.ts';

/** An id of the usual form that nobody has. */
export function unknownId(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16)).join('');
  const versioned = `${digits.slice(0, 12)}4${digits.slice(13, 16)}a${digits.slice(17)}`;
  return versioned.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const changes: readonly ((id: string, random: Random) => string)[] = [
  (id) => id.toUpperCase(),
  (id) => ` ${id}`,
  (id) => `${id} `,
  (id) => `${id}\u0000`,
  (id) => id.slice(0, -1),
  (id) => `${id}0`,
  (id) => id.replaceAll('-', ''),
  (id) => `{${id}}`,
  (id) => `${id},${id}`,
  (id) => `${id}/../${id}`,
  (id) => `' or '${id}`,
  () => '%',
  () => '*',
  () => '_',
  (_id, random) => String(random.below(1_000_000)),
  (_id, random) => random.pick(['null', 'undefined', 'true', 'me', 'all', '🦊']),
  (id, random) => {
    const at = random.below(id.length);
    return `${id.slice(0, at)}${random.below(16).toString(16)}${id.slice(at + 1)}`;
  },
];

/** A text in the place of an id: one that is nearly right, or nothing of the kind. */
export function wildId(id: string, random: Random): string {
  const changed = random.pick(changes)(id, random);
  return changed === id ? unknownId(random) : changed;
}
