import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { longest, root, slow, sweeps } from './parts.ts';

describe('the files that are named', () => {
  it('exist', () => {
    assert.deepEqual(
      [...longest, ...slow, ...sweeps].filter((file) => !existsSync(join(root, file))),
      [],
    );
  });
});
