import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { readConfig } from '../../server/config/config.ts';
import { freePort } from '../helpers/free-ports.ts';
import { ownTexts } from '../helpers/own-texts.ts';
import { rawHttpServer } from '../helpers/raw-server.ts';
import { merchants, outside, worldWith } from '../server/config/read-test-config.ts';

const root = join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, 'server/deploy', name), 'utf8');
const containerfile = read('Containerfile');
const compose = read('compose.yaml');

/** The lines of a service, without what it has by an anchor. */
function serviceOf(name: string): string {
  const [, lines = ''] = new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n)+)`, 'm').exec(compose) ?? [];
  return lines;
}

function networksOf(service: string): string[] {
  const [, networks = ''] = /^ {4}networks:\n((?: {6}.*\n)+)/m.exec(serviceOf(service)) ?? [];
  return [...networks.matchAll(/^ {6}(\w+):/gm)].map(([, name = '']) => name);
}

describe('server/deploy/Containerfile', () => {
  it('starts what npm start does', () => {
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(containerfile) ?? [];
    assert.equal((JSON.parse(command) as string[]).join(' '), packageJson.scripts.start);
  });

  it('builds on Node 24 by tag, and runs as a user without rights', () => {
    const images = [...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    assert.deepEqual(new Set(images), new Set(['node:24-trixie-slim']));
    const [, final = ''] = containerfile.split(/^FROM .*(?<! AS build)$/m);
    assert.match(final, /^USER node$/m);
    assert.deepEqual(final.match(/^VOLUME .*$/gm), ['VOLUME /data']);
  });

  it('asks the service that it runs for its health', async (t) => {
    const [, check = ''] = /^HEALTHCHECK [^[]*CMD (\[.*\])$/m.exec(containerfile) ?? [];
    const [, ...args] = JSON.parse(check) as string[];
    const { url } = await rawHttpServer(t, (request, response) => {
      response.writeHead(request.url === '/healthz' ? 200 : 404).end();
    });
    const { port: open } = new URL(url);
    const closed = String(await freePort());
    const isWell = (env: Record<string, string>) =>
      new Promise<boolean>((resolve) => {
        execFile(process.execPath, args, { env }, (error) => resolve(error === null));
      });
    assert.ok(await isWell({ SERVE: 'bff', BFF_PORT: open, LENDING_PORT: closed }));
    assert.ok(await isWell({ SERVE: 'lending', BFF_PORT: closed, LENDING_PORT: open }));
    assert.equal(await isWell({ SERVE: 'lending', BFF_PORT: open, LENDING_PORT: closed }), false);
    assert.match(check, / LENDING_PORT \|\| 8788 : BFF_PORT \|\| 8787;/);
  });
});

describe('server/deploy/Containerfile.dockerignore', () => {
  it('keeps what Git keeps out, every folder and file, out of every layer of the build', () => {
    const lines = (text: string) =>
      text.split('\n').flatMap((line) => line.replace(/\/$/, '') || []);
    const ignored = lines(readFileSync(join(root, '.gitignore'), 'utf8'));
    assert.ok(ignored.includes('.live'));
    const left = new Set(lines(read('Containerfile.dockerignore')));
    assert.deepEqual(
      ignored.filter((line) => !left.has(line) && !left.has(`**/${line}`)),
      [],
    );
  });
});

describe('server/deploy/nginx-bff.conf', () => {
  it('has its own format in the log of every server', () => {
    const [, ...servers] = read('nginx-bff.conf').split(/^server \{$/m);
    assert.equal(servers.length, 2);
    for (const server of servers) assert.match(server, /^ {2}access_log \S+ soft_pull;$/m);
  });
});

describe('while nodes are upgraded one by one', () => {
  it('a file of a page that another node has served is asked for there', () => {
    const [, location = ''] =
      /location \/v1\/chunks\/ \{([^}]+)\}/.exec(read('nginx-bff.conf')) ?? [];
    assert.match(location, /^ *proxy_next_upstream error timeout http_404;$/m);
  });
});

describe('server/deploy/nginx-lending.conf', () => {
  it('writes no address of a page into a log, also of one that was asked for by http', () => {
    const [, ...servers] = read('nginx-lending.conf').split(/^server \{$/m);
    assert.equal(servers.length, 2);
    for (const server of servers) {
      assert.match(server, /^ {2}access_log off;$/m);
      assert.match(server, /^ {2}error_log \S+ crit;$/m);
    }
  });
});

describe('server/deploy/compose.yaml', () => {
  it('runs two nodes that can write to no file of the image', () => {
    assert.deepEqual(compose.match(/^ {2}bff-\d:\n {4}<<: \*node$/gm)?.length, 2);
    for (const line of ['read_only: true', 'user: node', 'cap_drop: [ALL]']) {
      assert.ok(compose.includes(`\n  ${line}\n`), line);
    }
  });

  it('has services that write no core dump and no log without end', () => {
    const [, shared = ''] = /^x-service: &service\n((?: {2}.*\n)+)/m.exec(compose) ?? [];
    assert.match(shared, /^ {2}ulimits: \{ core: 0 \}$/m);
    assert.match(
      shared,
      /^ {2}logging:\n {4}driver: local\n {4}options: \{ max-size: 100m, max-file: '5' \}$/m,
    );
    assert.match(compose, /^x-node: &node\n {2}<<: \*service$/m);
    for (const name of ['postgres', 'proxy']) {
      assert.match(serviceOf(name), /^ {4}<<: \*service$/m, name);
    }
  });

  it('has a folder in memory that they alone can write to', () => {
    assert.match(compose, /^ {2}tmpfs: \/data:uid=1000,gid=1000,mode=0700$/m);
  });

  it('listens where the proxy reaches it, whatever the settings of a node say', () => {
    const [, own = ''] = /^ {2}environment:\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
    assert.match(own, /^ {4}HOST: 0\.0\.0\.0$/m);
    assert.match(own, /^ {4}DATA_DIR: \/data$/m);
  });

  it('has the proxy that the nodes believe, with the sample of the operators', () => {
    const [, trusted] = /TRUSTED_PROXIES: (\S+)/.exec(compose) ?? [];
    const [, proxy] = /ipv4_address: (\S+)/.exec(serviceOf('proxy')) ?? [];
    assert.equal(proxy, trusted);
    assert.ok(compose.includes('./nginx-bff.conf:/etc/nginx/'));
    const upstream = [...read('nginx-bff.conf').matchAll(/^ {2}server (\S+):8787 .*;$/gm)];
    assert.deepEqual(
      upstream.map(([, host]) => host),
      ['bff-1', 'bff-2'],
    );
  });

  it('is reached by IPv4 alone, by which the proxy sees who calls', () => {
    const [, ports = ''] = /^ {4}ports: (\[.*\])$/m.exec(serviceOf('proxy')) ?? [];
    assert.deepEqual(JSON.parse(ports.replaceAll("'", '"')), ['0.0.0.0:80:80', '0.0.0.0:443:443']);
  });

  it('has no network on which the proxy reaches a node by another address', () => {
    const ofProxy = networksOf('proxy');
    for (const node of ['bff-1', 'bff-2']) {
      const shared = networksOf(node).filter((network) => ofProxy.includes(network));
      assert.deepEqual(shared, ['inside'], node);
    }
  });

  it('has nodes that keep their address when they are made again, since nginx asks for it once', () => {
    const addresses = ['bff-1', 'bff-2'].map((name) => {
      return /^ {6}inside: \{ ipv4_address: (172\.30\.87\.\d+) \}$/m.exec(serviceOf(name))?.[1];
    });
    assert.equal(new Set(addresses).size, 2);
    assert.ok(!addresses.includes(undefined));
    // Its names are answered although a node is down: else nginx would not start beside the other.
    const names = [...serviceOf('proxy').matchAll(/^ {6}- '(bff-\d):(\S+)'$/gm)];
    assert.deepEqual(
      names.map(([, name, address]) => [name, address]),
      [
        ['bff-1', addresses[0]],
        ['bff-2', addresses[1]],
      ],
    );
  });

  it('has a database on its inner network alone, by an address that a start takes', () => {
    const [, service = ''] = /^ {2}postgres:$([\s\S]*?)^ {2}\w/m.exec(compose) ?? [];
    assert.match(service, /^ {4}networks: \[inside\]$/m);
    assert.match(compose, /^ {2}inside:\n {4}internal: true$/m);
    const operations = readFileSync(join(root, 'server/OPERATIONS.md'), 'utf8');
    const [, DATABASE_URL = ''] = /`DATABASE_URL=([^`]+)`/.exec(operations) ?? [];
    const config = readConfig({ ...outside, DATABASE_URL }, worldWith(merchants, ownTexts()));
    assert.equal(config.isDatabaseInClear, true);
  });
});
