import { ArgumentsError, readArguments } from '../../server/platform/arguments.ts';

/** What follows a command. If it is wrong, one line says so and the process ends with 1. */
export const argumentsOrExit: typeof readArguments = (args, form) => {
  try {
    return readArguments(args, form);
  } catch (error) {
    if (!(error instanceof ArgumentsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
};
