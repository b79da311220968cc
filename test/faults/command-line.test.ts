import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';

function run(folder: string, ...args: string[]) {
  const main = join(import.meta.dirname, '..', folder, 'main.ts');
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [main, ...args], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

describe('npm run faults and npm run bench', () => {
  for (const [folder, says] of [
    ['faults', [/^use: npm run faults -- /, / {2}kills .*kill -9/, / {2}--requests NUMBER +20000/]],
    [
      'bench',
      [/^use: npm run bench -- /, / {2}merchant-lists /, / {2}--checkouts NUMBER +1000000/],
    ],
  ] as const) {
    it(`say which parts and options there are: ${folder} --help`, async () => {
      const { code, stdout, stderr } = await run(folder, '--help');
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      for (const line of says) assert.match(stdout, line);
    });
  }

  for (const [folder, args, says] of [
    ['faults', ['--kils', '3'], /^Unknown option '--kils'; /],
    ['faults', ['kill'], /^There is no part 'kill'; /],
    ['faults', ['kills', '--kills', 'many'], /^--kills is wrong: it is a number; /],
    [
      'faults',
      ['kills', '--engine', 'postgress'],
      /^--engine is wrong: it is sqlite or postgres; /,
    ],
    ['bench', ['--checkout', '3'], /^Unknown option '--checkout'; /],
  ] as const) {
    it(`run nothing that was not asked for: ${folder} ${args.join(' ')}`, async () => {
      const { code, stdout, stderr } = await run(folder, ...args);
      assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
      assert.match(stderr, says);
      assert.match(stderr, new RegExp(`; use: npm run ${folder} -- [^\n]*--help[^\n]*\n$`));
    });
  }
});
