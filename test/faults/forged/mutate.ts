import type { Random } from '../fuzz/random.ts';

const base64Url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A credential that is good, and a good one of somebody else's. */
export interface Originals {
  readonly own: string;
  readonly other: string;
}

type Mutation = (random: Random, originals: Originals) => string;

const at = (random: Random, text: string) => random.below(text.length);

function replaced(text: string, index: number, char: string): string {
  return text.slice(0, index) + char + text.slice(index + 1);
}

/** Cuts `own` and `other` at the same dot, and puts their ends together. */
function crossed(random: Random, { own, other }: Originals): string {
  const [mine, others] = [own.split('.'), other.split('.')];
  const index = random.below(Math.max(mine.length, others.length));
  return mine.map((part, place) => (place === index ? (others[place] ?? '') : part)).join('.');
}

function shuffled(random: Random, parts: readonly string[]): string[] {
  const left = [...parts];
  return parts.map(() => left.splice(random.below(left.length), 1)[0] ?? '');
}

/** Changes of a text that knows nothing of what it says. */
const mutations: readonly Mutation[] = [
  // Cut, at either end or in the middle.
  (random, { own }) => own.slice(0, at(random, own)),
  (random, { own }) => own.slice(1 + at(random, own)),
  (random, { own }) => own.slice(0, -1 - random.below(4)),
  (random, { own }) => replaced(own, at(random, own), ''),
  // One character or one bit is another.
  (random, { own }) => replaced(own, at(random, own), base64Url[random.below(64)] ?? ''),
  (random, { own }) => replaced(own, own.length - 1, base64Url[random.below(64)] ?? ''),
  (random, { own }) => {
    const index = at(random, own);
    return replaced(
      own,
      index,
      String.fromCharCode(own.charCodeAt(index) ^ (1 << random.below(7))),
    );
  },
  (random, { own }) => {
    const index = at(random, own);
    const char = own.charAt(index);
    return replaced(
      own,
      index,
      char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase(),
    );
  },
  // Reordered.
  (random, { own }) => {
    const [one, two] = [at(random, own), at(random, own)];
    return replaced(replaced(own, one, own.charAt(two)), two, own.charAt(one));
  },
  (random, { own }) => shuffled(random, own.split('.')).join('.'),
  (_random, { own }) => [...own].toReversed().join(''),
  // More than there was.
  (random, { own }) => {
    const index = at(random, own);
    return own.slice(0, index) + (base64Url[random.below(64)] ?? '') + own.slice(index);
  },
  (random, { own }) => own + random.pick(['=', '==', '.', '..', ' ', '\t', '\n', '\0', '%00', '#']),
  (random, { own }) => random.pick([' ', '.', '\ufeff', '\u200b', '%20', '"']) + own,
  (_random, { own }) => own + own,
  (random, { own, other }) =>
    random.pick([`${own},${other}`, `${other} ${own}`, `${own}.${other}`]),
  // Somebody else's in part.
  crossed,
  (random, { own, other }) => {
    const index = at(random, own);
    return own.slice(0, index) + other.slice(index);
  },
  // Written another way.
  (_random, { own }) => own.replaceAll('-', '+').replaceAll('_', '/'),
  (_random, { own }) => Buffer.from(own).toString('base64url'),
  (random, { own }) => {
    const index = at(random, own);
    const code = own.charCodeAt(index).toString(16).padStart(2, '0');
    return replaced(own, index, random.pick([`%${code}`, `\\u00${code}`]));
  },
  (random, { own }) => {
    const index = at(random, own);
    // The full-width form, which compares as equal once it is normalized.
    return replaced(own, index, String.fromCharCode(own.charCodeAt(index) + 0xfee0));
  },
  // Nothing, or what is often taken for something.
  (random) =>
    random.pick(['', '.', '..', 'null', 'undefined', 'true', '0', '*', '[object Object]']),
];

/** Another text than the good one. */
export function mutated(random: Random, originals: Originals): string {
  for (;;) {
    const text = random.pick(mutations)(random, originals);
    if (text !== originals.own && text !== originals.other) return text;
  }
}
