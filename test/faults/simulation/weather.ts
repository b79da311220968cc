import { dayMs, hourMs, minuteMs, secondMs } from '../../../server/platform/durations.ts';
import type { Random } from '../fuzz/random.ts';
import type { Asked, Fate, Passage } from './network.ts';

/** What is wrong with a part of the network for a time. */
type Trouble = 'down' | 'flaky' | 'slow' | 'silent' | 'late' | 'stale';

interface Spell {
  /** A part of the way that this is about, as `BFF → lender`. */
  readonly way: string;
  readonly trouble: Trouble;
  readonly from: number;
  readonly to: number;
}

const ways = [
  'BFF → lender',
  'BFF → lender',
  'lender → BFF',
  'BFF → shop',
  'shop → BFF',
  'person → BFF',
  'person → lender',
];
const troubles: readonly Trouble[] = ['down', 'flaky', 'slow', 'silent', 'late', 'stale'];

/** What the network does to whom and when: all of it by the seed. */
export class Weather {
  readonly #random: Random;
  readonly #spells: readonly Spell[];
  /** How often an exchange goes wrong in fair weather. */
  readonly #baseRate: number;
  /** How late a call to the lender may arrive, given up or not (milliseconds). */
  readonly #latestMs: number;
  readonly #now: () => number;
  /** From then on nothing goes wrong any more. */
  readonly #fairFrom: number;

  constructor(
    random: Random,
    now: () => number,
    { from, to, latestMs }: { from: number; to: number; latestMs: number },
  ) {
    this.#latestMs = latestMs;
    this.#random = random;
    this.#now = now;
    this.#fairFrom = to;
    this.#baseRate = random.pick([0, 0.005, 0.02, 0.06]);
    this.#spells = Array.from({ length: random.below(9) }, () => {
      // Most of them while people are at it.
      const evening = from + random.below(7) * dayMs + random.below(hourMs) - 10 * minuteMs;
      const begin = random.chance(0.7) ? evening : from + random.below(to - from);
      const lasts = random.pick([2 * minuteMs, 10 * minuteMs, 40 * minuteMs, 9 * hourMs]);
      return {
        way: random.pick(ways),
        trouble: random.pick(troubles),
        from: begin,
        to: Math.min(begin + lasts, to),
      };
    });
  }

  /** In words. */
  get forecast(): string[] {
    const day = (at: number) => new Date(at).toISOString().slice(5, 16).replace('T', ' ');
    return [
      `${this.#baseRate * 100} % of exchanges go wrong at any time`,
      ...this.#spells.map(
        ({ way, trouble, from, to }) => `${way} is ${trouble} from ${day(from)} to ${day(to)}`,
      ),
    ];
  }

  passageOf(asked: Asked): Passage {
    const random = this.#random;
    const usual = () => 5 + random.below(60);
    const passage = { fate: 'through' as Fate, outMs: usual(), backMs: usual(), isStale: false };
    const latestMs = asked.to === 'lender' ? this.#latestMs : 3 * minuteMs;
    if (this.#now() >= this.#fairFrom) return { ...passage, againAfterMs: undefined };
    const trouble = this.#troubleOf(asked);
    const isDoubled = mayBeDoubled(asked) && random.chance(trouble === 'late' ? 0.3 : 0.02);
    const longestMs = partOf(asked.to) === 'shop' ? 20 * minuteMs : 5 * minuteMs;
    const againAfterMs = isDoubled ? random.below(longestMs) : undefined;
    const disturbed = { ...passage, ...this.#disturbed(trouble, latestMs), againAfterMs };
    if (disturbed.fate !== 'lost_yet_arrives') return disturbed;
    return { ...disturbed, outMs: random.below(latestMs) };
  }

  #disturbed(trouble: Trouble | undefined, latestMs: number): Partial<Passage> {
    const random = this.#random;
    switch (trouble) {
      case undefined:
        return random.chance(this.#baseRate) ? { fate: random.pick(fates) } : {};
      case 'down':
        return { fate: 'refused' };
      case 'flaky':
        return random.chance(0.5) ? { fate: random.pick(fates) } : {};
      case 'slow':
        return { outMs: random.below(latestMs / 4), backMs: random.below(40 * secondMs) };
      case 'silent':
        return random.chance(0.7) ? { fate: random.pick(['silent_before', 'silent_after']) } : {};
      case 'late':
        return { outMs: random.below(latestMs) };
      case 'stale':
        return { isStale: random.chance(0.5) };
    }
  }

  #troubleOf({ from, to }: Asked): Trouble | undefined {
    const way = `${partOf(from)} → ${partOf(to)}`;
    const now = this.#now();
    return this.#spells.find((spell) => spell.way === way && spell.from <= now && now < spell.to)
      ?.trouble;
  }
}

/** `person 7` is a person, `shop A` a shop. */
function partOf(name: string): string {
  return name.split(' ')[0] ?? name;
}

const fates: readonly Fate[] = [
  'refused',
  'lost_before',
  'silent_before',
  'lost_yet_arrives',
  'lost_yet_arrives',
  'lost_after',
  'lost_after',
  'lost_after',
  'silent_after',
  'silent_after',
  'cut_within',
];

/**
 * What a network may bring twice: not a call to the lender that changes something. The lender's API
 * has no keys by which it could tell.
 */
function mayBeDoubled({ to, method }: Asked): boolean {
  return to !== 'lender' || method === 'GET';
}

/** How long a run lasts, and how long it is then left to itself. */
export const WEEK_MS = 7 * dayMs;
export const REST_MS = 5 * dayMs;
