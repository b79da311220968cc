import { hourMs } from '../durations.ts';
import { addDays, type CalendarDate, partsOf } from './calendar-date.ts';

const easternClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
});

/** The day in America/New_York at an instant (epoch ms). */
export function easternDate(at: number): CalendarDate {
  const { year, month, day } = easternParts(at);
  return `${year}-${month}-${day}`;
}

/** The last day in America/New_York that is over by an instant (epoch ms). */
export function lastWholeDay(before: number): CalendarDate {
  return addDays(easternDate(before), -1);
}

/** The instant (epoch ms) of a full hour of a day in America/New_York; at hour 24 the day ends. */
export function easternInstant(date: CalendarDate, hour: number): number {
  const { year, month, day } = partsOf(date);
  const asIfUtc = Date.UTC(year, month - 1, day, hour);
  // Eastern time is 4 or 5 hours behind UTC; only at the change of clocks do both guesses differ.
  const inSummer = asIfUtc + 4 * hourMs;
  return shownAsUtc(inSummer) === asIfUtc ? inSummer : asIfUtc + 5 * hourMs;
}

/** What the clocks in America/New_York show at an instant, taken for UTC. */
function shownAsUtc(at: number): number {
  const { year, month, day, hour } = easternParts(at);
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour));
}

type EasternParts = Record<'year' | 'month' | 'day' | 'hour', string>;

/** The hour asked for last: nearly every question is about now, and the formatter is slow. */
let latest: { hour: number; parts: EasternParts } | undefined;

function easternParts(at: number): EasternParts {
  const hour = Math.floor(at / hourMs);
  if (latest?.hour !== hour) latest = { hour, parts: formattedParts(at) };
  return latest.parts;
}

function formattedParts(at: number): EasternParts {
  const parts = { year: '', month: '', day: '', hour: '' };
  for (const { type, value } of easternClock.formatToParts(at)) {
    if (type in parts) parts[type as keyof typeof parts] = value;
  }
  return parts;
}
