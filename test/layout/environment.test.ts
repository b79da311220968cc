import assert from 'node:assert/strict';
import { it } from 'node:test';
import { lintPlanted } from './lint-planted.ts';

it('lets nobody but server/main.ts read the environment', async () => {
  const source = 'export const port = process.env.BFF_PORT;\n';
  const findings = await lintPlanted({
    'server/main.ts': source,
    'server/bff/app.ts': source,
    'server/platform/http/listen.ts': source,
    'demo/server.ts': source,
  });
  assert.deepEqual(findings.map(({ file, rule }) => `${file} ${rule}`).sort(), [
    'demo/server.ts lint/style/noProcessEnv',
    'server/bff/app.ts lint/style/noProcessEnv',
    'server/platform/http/listen.ts lint/style/noProcessEnv',
  ]);
});
