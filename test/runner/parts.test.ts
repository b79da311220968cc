import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { longest, root } from './parts.ts';

describe('the files that are run first', () => {
  it('exist', () => {
    assert.deepEqual(
      longest.filter((file) => !existsSync(join(root, file))),
      [],
    );
  });
});
