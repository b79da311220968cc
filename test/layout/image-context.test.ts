import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';

const root = new URL('../../', import.meta.url);
const linesOf = async (path: string) => (await readFile(new URL(path, root), 'utf8')).split('\n');

it('keeps what Git keeps out beside the compose file out of the image’s build, too', async () => {
  const secrets = (await linesOf('.gitignore')).filter((line) => line.startsWith('server/deploy/'));
  assert.ok(secrets.length > 0);
  const kept = await linesOf('server/deploy/Containerfile.dockerignore');
  const sent = secrets.filter((line) => !kept.includes(line.replace(/\/$/, '')));
  assert.deepEqual(sent, [], 'a layer of the build would hold it');
});
