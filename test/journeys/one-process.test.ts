import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { bareEnvironment } from '../helpers/bare-environment.ts';
import { freePorts } from '../helpers/free-ports.ts';
import { serve } from '../helpers/serve.ts';

const main = join(import.meta.dirname, '../../server/main.ts');

async function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [complaint, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return { code, complaint };
}

/** The second start does not wait for the first process to end. */
const soon = { timeout: 60_000 };

it('refuses a second start on one DATA_DIR, in one line that names the reason', soon, async () => {
  const product = await serve();
  try {
    const ports = await freePorts(3);
    const second = await start({
      DATA_DIR: product.dataDir,
      DEMO_PORT: String(ports[0]),
      BFF_PORT: String(ports[1]),
      LENDING_PORT: String(ports[2]),
    });
    assert.equal(second.code, 1);
    assert.match(second.complaint, /^.*lending\.db is in use by another process.*DATA_DIR.*\n$/);
    assert.equal((await fetch(`${product.bffUrl}/healthz`)).status, 200);
  } finally {
    await product.remove();
  }
});

it('names the port that is taken', async () => {
  const product = await serve();
  const other = new URL(product.bffUrl).port;
  try {
    const ports = await freePorts(2);
    const second = await start({
      DATA_DIR: `${product.dataDir}-other`,
      DEMO_PORT: String(ports[0]),
      BFF_PORT: other,
      LENDING_PORT: String(ports[1]),
    });
    assert.equal(second.code, 1);
    assert.match(second.complaint, new RegExp(`^port ${other} is in use.*BFF_PORT.*\n$`));
  } finally {
    await product.remove();
  }
});

it('runs the three parts apart, by SERVE', async () => {
  const lending = await serve({ environment: { SERVE: 'lending' } });
  const lendingPort = new URL(lending.lendingUrl).port;
  const rest = await serve({
    environment: { SERVE: 'demo,bff', LENDING_PORT: lendingPort },
  });
  try {
    assert.equal((await fetch(`${rest.bffUrl}/readyz`)).status, 200);
    assert.equal((await fetch(rest.demoUrl)).status, 200);
    assert.equal((await fetch(`${lending.lendingUrl}/openapi.json`)).status, 200);
    await assert.rejects(fetch(`${lending.bffUrl}/healthz`));
  } finally {
    await rest.remove();
    await lending.remove();
  }
});
