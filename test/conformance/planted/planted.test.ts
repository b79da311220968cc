import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { mutants } from './mutants.ts';

const script = join(import.meta.dirname, 'run-planted.ts');

describe('the access matrix notices that', { concurrency: 2 }, () => {
  for (const [index, { name }] of mutants.entries()) {
    it(`${name} [conformance:planted ${name}]`, async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [script, String(index)]);
      assert.notDeepEqual(JSON.parse(stdout), []);
    });
  }
});
