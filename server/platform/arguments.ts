import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { OperatorError } from './operator-error.ts';

/** What follows a command is wrong; the message says in one line what, and how the command is called. */
export class ArgumentsError extends OperatorError {
  override readonly name = 'ArgumentsError';
}

interface CommandForm<Options> {
  /** The call as it is typed: `npm run backup -- FOLDER`. */
  usage: string;
  options?: Options;
  /** How many arguments it takes beside its options. */
  most?: number;
}

/**
 * Reads what follows a command. Nothing is passed over: whoever mistyped an option wants it.
 * @throws ArgumentsError
 */
export function readArguments<Options extends ParseArgsOptionsConfig = Record<never, never>>(
  args: readonly string[],
  { usage, options = {} as Options, most = 0 }: CommandForm<Options>,
) {
  const read = () => parseArgs({ args: [...args], options, allowPositionals: true });
  let parsed: ReturnType<typeof read>;
  try {
    parsed = read();
  } catch (error) {
    // What follows it is advice about arguments that begin with a dash.
    const [problem] = (error as Error).message.split(/\.\s/);
    throw new ArgumentsError(`${problem}; use: ${usage}`, { cause: error });
  }
  const { values, positionals } = parsed;
  const unexpected = positionals[most];
  if (unexpected !== undefined) {
    throw new ArgumentsError(`Unexpected argument '${unexpected}'; use: ${usage}`);
  }
  return { values, positionals };
}
