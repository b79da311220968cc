import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** Runs a command on this terminal and hands signals on; gives its exit code, 128 + n for signal n. */
export function runCommand(
  [command = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<number> {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const handOn = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of signals) process.on(signal, handOn);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      for (const each of signals) process.off(each, handOn);
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}
