import { readdirSync, readFileSync } from 'node:fs';
import { easternDate } from '../platform/calendar/eastern-time.ts';
import { systemClock } from '../platform/clock.ts';
import { type Config, readConfig } from './config.ts';

/**
 * The settings of this process, from its environment and the files that they name.
 *
 * @throws ConfigError
 */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  return readConfig(env, {
    readFile: (path) => readFileSync(path, 'utf8'),
    listFolder: (path) => readdirSync(path),
    today: easternDate(systemClock.now()),
  });
}
