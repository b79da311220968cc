import { html } from 'hono/html';
import type { Html } from './page.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const roundDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
/** The shop's time. */
const timeZone = 'America/New_York';
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  timeZone,
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const wholeTime = new Intl.DateTimeFormat('en-US', {
  timeZone,
  dateStyle: 'medium',
  timeStyle: 'short',
});
const shortDay = { month: 'short', day: 'numeric' } as const;
const localDay = new Intl.DateTimeFormat('en-US', { timeZone, ...shortDay });
const utcDay = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...shortDay });
/** Writes a date as `YYYY-MM-DD`. */
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone });

/** 840000 => '$8,400.00' */
export function money(cents: number): string {
  return dollars.format(cents / 100);
}

/** 840050 => '$8,401' */
export function roundMoney(cents: number): string {
  return roundDollars.format(cents / 100);
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
  const bare = typed
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(',', '');
  return /^\d{1,9}(\.\d{1,2})?$/.test(bare) ? decimal(Math.round(Number(bare) * 100)) : null;
}

/** 'Mar 2, 10:05 AM', with the year where it is read by machines. */
export function time(iso: string): Html {
  const at = new Date(iso);
  return html`<time datetime="${iso}" title="${wholeTime.format(at)}">${dayAndTime.format(at)}</time>`;
}

/** 'Mar 2', where there is room for no more. */
export function day(iso: string): Html {
  return html`<time datetime="${iso}">${localDay.format(new Date(iso))}</time>`;
}

/** '2026-03-02' => 'Mar 2' */
export function dayName(date: string): string {
  return utcDay.format(new Date(`${date}T00:00:00Z`));
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
