import { ageOn, type CalendarDate } from '../../platform/calendar/calendar-date.ts';

const exceptions: ReadonlyMap<string, number> = new Map([
  ['AL', 19],
  ['NE', 19],
  ['MS', 21],
  ['PR', 21],
]);

/** The age from which somebody may contract in a state. */
export function ageOfMajority(state: string): number {
  return exceptions.get(state) ?? 18;
}

/** True if somebody is old enough to contract in a state on a day. */
export function isOfAge(birthDate: CalendarDate, state: string, date: CalendarDate): boolean {
  return ageOn(birthDate, date) >= ageOfMajority(state);
}
