import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from './parts.ts';

function run(script: string, ...args: string[]) {
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe('commands of tests run nothing that was not asked for', () => {
  for (const [command, [script, ...usual], usage] of [
    ['npm test', ['test/runner/main.ts'], 'npm test -- [check|server|widget|'],
    ['npm run asvs', ['test/docs/print-requirements.ts', 'server/ASVS.md'], 'npm run asvs or '],
    ['npm run conformance', ['test/conformance/main.ts'], 'npm run conformance, without options'],
    ['npm run lint:api', ['test/docs/lint-api.ts'], 'npm run lint:api, without options'],
  ] as const) {
    it(`${command} -- --onli text`, async () => {
      const { code, stdout, stderr } = await run(join(root, script), ...usual, '--onli', 'text');
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.ok(stderr.startsWith(`Unknown option '--onli'; use: ${usage}`), stderr);
      assert.equal(stderr.split('\n').length, 2, stderr);
    });
  }

  it('npm test -- servr', async () => {
    const { code, stderr } = await run(join(root, 'test/runner/main.ts'), 'servr');
    assert.equal(code, 1);
    assert.ok(stderr.startsWith("There is no part 'servr'; use: npm test -- [check|"), stderr);
  });

  it('npm test -- journeys --only of what is in no path', async () => {
    const { code, stderr } = await run(
      join(root, 'test/runner/main.ts'),
      'journeys',
      '--only=no-x',
    );
    assert.deepEqual([code, stderr], [1, "No test file of journeys has 'no-x' in its path.\n"]);
  });
});
