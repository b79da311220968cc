import { html } from 'hono/html';

/** The shop's time. */
const timeZone = 'America/New_York';
const usd = { style: 'currency', currency: 'USD' } as const;
const shortDay = { month: 'short', day: 'numeric' } as const;
const wholeDay = { ...shortDay, year: 'numeric' } as const;
const hour = { hour: 'numeric', minute: '2-digit' } as const;
/** Writes a date as `YYYY-MM-DD`. */
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone });

export type Formats = ReturnType<typeof formatsOf>;

/**
 * How amounts, numbers and times are written in a language: `'en-US'`, `'es-US'`.
 * @param now a time of another year is written with its year
 */
export function formatsOf(tag: string, now: () => number = Date.now) {
  const dollars = new Intl.NumberFormat(tag, usd);
  const roundDollars = new Intl.NumberFormat(tag, { ...usd, maximumFractionDigits: 0 });
  const number = new Intl.NumberFormat(tag);
  const dayAndTime = shopTime(tag, { ...shortDay, ...hour });
  const wholeDayAndTime = shopTime(tag, { ...wholeDay, ...hour });
  const localDay = shopTime(tag, shortDay);
  const wholeLocalDay = shopTime(tag, wholeDay);
  const utcDay = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...wholeDay });
  const utcWeek = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...shortDay });
  const isThisYear = (at: Date) => yearOf(at) === yearOf(now());
  return {
    /** 840000 => '$8,400.00' */
    money: (cents: number) => dollars.format(cents / 100),

    /** 840050 => '$8,401' */
    roundMoney: (cents: number) => roundDollars.format(cents / 100),

    /** 1200 => '1,200' */
    count: (count: number) => number.format(count),

    /** 'Mar 2, 10:05 AM' of this year, 'Mar 2, 2025, 10:05 AM' of another. */
    time: (iso: string) => {
      const at = new Date(iso);
      const whole = wholeDayAndTime.format(at);
      return html`<time datetime="${iso}" title="${whole}">${isThisYear(at) ? dayAndTime.format(at) : whole}</time>`;
    },

    /** 'Mar 2' of this year, 'Mar 2, 2025' of another: where there is room for no more. */
    day: (iso: string) => {
      const at = new Date(iso);
      return html`<time datetime="${iso}">${(isThisYear(at) ? localDay : wholeLocalDay).format(at)}</time>`;
    },

    /** The day that ends at this time, such as 'Nov 28' at the next midnight, in one line; null if none does. */
    endingDay: (iso: string) => {
      const at = new Date(iso);
      const before = new Date(at.getTime() - 1);
      if (isoDay.format(before) === isoDay.format(at)) return null;
      const day = (isThisYear(before) ? localDay : wholeLocalDay).format(before);
      return html`<time datetime="${iso}" title="${wholeDayAndTime.format(at)}">${day.replaceAll(' ', '\u00a0')}</time>`;
    },

    /** '2026-03-02' => 'Mar 2, 2026' */
    dayName: (date: string) => utcDay.format(midnightOf(date)),

    /** '2026-03-02' => 'Mar 2', among the other weeks of at most a year. */
    weekName: (monday: string) => utcWeek.format(midnightOf(monday)),
  };
}

function shopTime(tag: string, parts: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tag, { timeZone, ...parts });
}

/** In the shop's time. */
function yearOf(at: Date | number): string {
  return isoDay.format(at).slice(0, 4);
}

function midnightOf(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}

/** 840000 => '8400.00' */
export function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}

/**
 * The amount that somebody typed, as the merchant API takes it; null of what is none.
 *
 * @example
 * typedAmount('$2,500') => '2500.00'
 */
export function typedAmount(typed: string): string | null {
  const bare = typed.trim().replace(/^\$\s*/, '');
  // A comma before cents, as in Spanish, is no amount: without it there would be a hundred times as much.
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(bare)) return null;
  return decimal(Math.round(Number(bare.replaceAll(',', '')) * 100));
}

/** The day in the shop's time, `YYYY-MM-DD`. */
export function dayOf(milliseconds: number): string {
  return isoDay.format(milliseconds);
}

/** `'2026-03-02', -7` => `'2026-02-23'` */
export function addDays(date: string, days: number): string {
  const at = midnightOf(date);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
