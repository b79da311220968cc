import type { Strings } from '../strings/strings.ts';

/** What has happened, by its type. A type of a later version of the API shows as it is. */
export function eventName(type: string, { events }: Strings): string {
  const names: Readonly<Record<string, string>> = events;
  return Object.hasOwn(names, type) ? (names[type] ?? type) : type;
}
