import { randomBytes } from 'node:crypto';

const millisecondsTo1970 = 12_219_292_800_000n;
const ticksPerMillisecond = 10_000n;

const offsetOf = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  timeZoneName: 'longOffset',
});

const offsets = new Map<number, string>();

/** Clocks are changed at full hours: an offset is looked up once for each. */
function newYorkOffset(at: number): string {
  const hour = Math.floor(at / 3_600_000);
  const known = offsets.get(hour);
  if (known !== undefined) return known;
  const offset = /[+-]\d\d:\d\d/.exec(offsetOf.format(at))?.[0] ?? '+00:00';
  offsets.set(hour, offset);
  return offset;
}

/** A time as Django writes it: `2026-03-02T10:00:00.123456-05:00`, in New York. */
export function djangoTime(at: number): string {
  const offset = newYorkOffset(at);
  const [hours = 0, minutes = 0] = offset.split(':').map(Number);
  const minutesEast = hours * 60 + Math.sign(hours) * minutes;
  return `${new Date(at + minutesEast * 60_000).toISOString().slice(0, 23)}456${offset}`;
}

/** The day in New York, `2026-03-02`. */
export function djangoDate(at: number): string {
  return djangoTime(at).slice(0, 10);
}

/** UUIDs of version 1 in upper case, as some databases write them. */
export class UpperUuids {
  readonly #node = randomBytes(6).toString('hex');
  readonly #now: () => number;
  #count = 0n;

  constructor(now: () => number) {
    this.#now = now;
  }

  next(): string {
    this.#count += 1n;
    const ticks = (BigInt(this.#now()) + millisecondsTo1970) * ticksPerMillisecond + this.#count;
    const hex = ticks.toString(16).padStart(15, '0');
    const time = `${hex.slice(7)}-${hex.slice(3, 7)}-1${hex.slice(0, 3)}`;
    return `${time}-9a3f-${this.#node}`.toUpperCase();
  }
}
