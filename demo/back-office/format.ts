import { html } from 'hono/html';

/** The shop's time. */
const timeZone = 'America/New_York';
const usd = { style: 'currency', currency: 'USD' } as const;
const shortDay = { month: 'short', day: 'numeric' } as const;
/** Writes a date as `YYYY-MM-DD`. */
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone });

export type Formats = ReturnType<typeof formatsOf>;

/** How amounts, numbers and times are written in a language: `'en-US'`, `'es-US'`. */
export function formatsOf(tag: string) {
  const dollars = new Intl.NumberFormat(tag, usd);
  const roundDollars = new Intl.NumberFormat(tag, { ...usd, maximumFractionDigits: 0 });
  const number = new Intl.NumberFormat(tag);
  const dayAndTime = new Intl.DateTimeFormat(tag, {
    timeZone,
    ...shortDay,
    hour: 'numeric',
    minute: '2-digit',
  });
  const wholeTime = new Intl.DateTimeFormat(tag, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const localDay = new Intl.DateTimeFormat(tag, { timeZone, ...shortDay });
  const utcDay = new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...shortDay });
  return {
    /** 840000 => '$8,400.00' */
    money: (cents: number) => dollars.format(cents / 100),

    /** 840050 => '$8,401' */
    roundMoney: (cents: number) => roundDollars.format(cents / 100),

    /** 1200 => '1,200' */
    count: (count: number) => number.format(count),

    /** 'Mar 2, 10:05 AM', with the year where it is read by machines. */
    time: (iso: string) => {
      const at = new Date(iso);
      return html`<time datetime="${iso}" title="${wholeTime.format(at)}">${dayAndTime.format(at)}</time>`;
    },

    /** 'Mar 2', where there is room for no more. */
    day: (iso: string) => html`<time datetime="${iso}">${localDay.format(new Date(iso))}</time>`,

    /** '2026-03-02' => 'Mar 2' */
    dayName: (date: string) => utcDay.format(new Date(`${date}T00:00:00Z`)),
  };
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
  const at = new Date(`${date}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
