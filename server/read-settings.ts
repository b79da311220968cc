import { z } from 'zod';
import { ConfigError } from './environment.ts';

/** Reads a file as text; handed in, since only main.ts touches the world. */
export type ReadFile = (path: string) => string;

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
    throw new ConfigError(`${name} is wrong: ${describe(error)}`, { cause: error });
  }
}

function describe(error: unknown): string {
  if (!(error instanceof z.ZodError)) {
    return error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message;
  }
  const [issue] = error.issues;
  return `at ${issue?.path.join('.')}: ${issue?.message}`;
}
