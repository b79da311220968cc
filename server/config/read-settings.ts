import { z } from 'zod';
import type { CalendarDate } from '../platform/calendar/calendar-date.ts';
import { ConfigError } from './environment.ts';

/** Reads a file as text; handed in, since only main.ts touches the world. */
export type ReadFile = (path: string) => string;

/** What the settings are read from, beside the environment. */
export interface World {
  readFile: ReadFile;
  /** The names in a folder. */
  listFolder: (path: string) => readonly string[];
  /** In New York, `YYYY-MM-DD`: the texts in force are those of this day. */
  today: CalendarDate;
}

/** The JSON of a file that a variable names. @throws ConfigError */
export function readSettings<Schema extends z.ZodType>(
  name: string,
  path: string,
  schema: Schema,
  readFile: ReadFile,
): z.infer<Schema> {
  try {
    return schema.parse(JSON.parse(readFile(path)));
  } catch (error) {
    const cause = error instanceof z.ZodError ? describe(error) : reasonOf(error as Error);
    throw new ConfigError(`${name} is wrong: ${path}: ${cause}`, { cause: error });
  }
}

function reasonOf(error: Error): string {
  return error instanceof SyntaxError ? 'it is not JSON' : error.message;
}

/** Every fault with the entry and the field that has it; entries are counted from 1. */
function describe({ issues }: z.ZodError): string {
  const faults = issues.map(({ path: [entry, ...field], message }) => {
    const place = entry === undefined ? [] : [`entry ${Number(entry) + 1}`];
    return [...place, ...(field.length > 0 ? [field.join('.')] : []), message].join(', ');
  });
  return `${faults.join('; ')} (the README shows a whole file)`;
}
