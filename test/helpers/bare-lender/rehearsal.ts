import {
  ConfigError,
  type Environment,
  parseEnvironment,
} from '../../../server/config/environment.ts';
import {
  merchantsFile,
  type ReadFile,
  readSettings,
} from '../../../server/config/settings-files.ts';
import { isLoopbackUrl } from '../../../server/platform/http/ip-address.ts';
import type { BareLenderOptions } from '../bare-lender.ts';
import type { Role } from './settings.ts';

type Rehearsal = Required<Pick<BareLenderOptions, 'login' | 'callback' | 'settings' | 'ports'>>;

/**
 * How the bare lender takes the place of the lender in a deployment's settings: at its address, with
 * its login, and with the merchants' users.
 * @throws ConfigError
 */
export function readRehearsal(
  variables: Readonly<Record<string, string | undefined>>,
  readFile: ReadFile,
): Rehearsal {
  const env = parseEnvironment(variables);
  const merchants = readSettings(
    'MERCHANTS_FILE',
    needed(env, 'MERCHANTS_FILE'),
    merchantsFile,
    readFile,
  );
  const users = merchants.flatMap(({ request_user_id, admin_user_id }): [string, Role][] => [
    [request_user_id, 'Salesrep'],
    [admin_user_id, 'Admin'],
  ]);
  const [pages = ''] = needed(env, 'LINK_ALLOWED_ORIGINS');
  return {
    login: {
      username: needed(env, 'LENDING_USERNAME'),
      password: needed(env, 'LENDING_PASSWORD'),
    },
    callback: {
      username: needed(env, 'CALLBACK_USERNAME'),
      password: needed(env, 'CALLBACK_PASSWORD'),
    },
    settings: { users: Object.fromEntries(users) },
    ports: {
      api: portHere('LENDING_BASE_URL', needed(env, 'LENDING_BASE_URL')),
      pages: portHere('LINK_ALLOWED_ORIGINS', pages),
    },
  };
}

function needed<Name extends keyof Environment>(
  env: Environment,
  name: Name,
): NonNullable<Environment[Name]> {
  const value = env[name];
  if (value !== undefined && value !== null) return value;
  throw new ConfigError(`${name} is missing: a rehearsal goes by the settings of the BFF`);
}

function portHere(name: string, url: string): number {
  const { protocol, port } = new URL(url);
  if (protocol === 'http:' && port !== '' && isLoopbackUrl(url)) return Number(port);
  throw new ConfigError(
    `${name} is wrong: a rehearsal needs an address of this machine, such as http://localhost:9090`,
  );
}
