import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxMerchants } from '../../../server/config/sandbox-settings.ts';

/** What a server of the merchant's answers for one path. */
export interface HostAnswer {
  body: string;
  headers?: Readonly<Record<string, string>>;
}

/** A merchant's own server, of another site than the product, as browsers see it. */
export interface HostServer {
  readonly origin: string;
  /** Lets the product know that this origin is the sandbox merchant's. */
  readonly environment: Readonly<Record<string, string>>;
  /** What stands at a path from now on; markup, or a script by the path's ending. */
  put(path: string, answer: HostAnswer): string;
  close(): Promise<void>;
}

/** @param theme the merchant's, as `MERCHANTS_FILE` has it */
export async function startHostServer(
  theme: Readonly<Record<string, string>> = {},
): Promise<HostServer> {
  const answers = new Map<string, HostAnswer>();
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://host');
    const answer = answers.get(pathname);
    const type = pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(answer === undefined ? 404 : 200, {
      'content-type': `${type}; charset=utf-8`,
      ...answer?.headers,
    });
    response.end(answer?.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-host-'));
  const merchants = join(folder, 'merchants.json');
  const known = sandboxMerchants(origin).map((merchant) => ({ ...merchant, theme }));
  await writeFile(merchants, JSON.stringify(known));
  return {
    origin,
    environment: { MERCHANTS_FILE: merchants },
    put: (path, answer) => {
      answers.set(path, answer);
      return origin + path;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
