import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';

const folders = ['demo', 'server', 'test', 'widget'];
const unversioned = ['node_modules', 'dist', 'coverage'];

it('has the four folders and no other in sight', async () => {
  const entries = await readdir(join(import.meta.dirname, '../..'), { withFileTypes: true });
  const visible = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter((name) => !unversioned.includes(name));
  assert.deepEqual(visible.sort(), folders);
});
