import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '../../server/platform/crypto/digest.ts';

/** The sponsor's, in the lending service of a hosted demo. */
export const hostedPassword = 'a password that nobody has published';

const sponsors = [
  {
    username: 'sponsor@example.test',
    password_sha256: sha256Hex(hostedPassword),
    name: 'The hosted demo',
    features: { allow_soft_pull_process: true, allow_approve_on_behalf: false },
    callback: { username: 'callbacks', password: 'of its own as well' },
  },
];

/** What the product is started with to be a hosted demo; `remove` deletes its file. */
export async function hostedDemo(): Promise<{
  environment: Record<string, string>;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'soft-pull-sponsors-'));
  const file = join(folder, 'sponsors.json');
  await writeFile(file, JSON.stringify(sponsors));
  return {
    environment: { DEMO_PUBLIC: '1', SPONSORS_FILE: file, LENDING_PASSWORD: hostedPassword },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
