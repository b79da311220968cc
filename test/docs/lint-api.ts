// npm run lint:api: what Redocly's recommended rules and Spectral's `oas` rules say of both OpenAPI
// documents. Their programs are fetched by npx. Exits with 1 if one finds anything; trailing slashes
// and ambiguous paths of the lending API are the Sponsor Lending API's own.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argumentsOrExit } from '../helpers/arguments-or-exit.ts';
import { startTestBff } from '../helpers/bff.ts';
import { startTestLending } from '../helpers/lending.ts';

argumentsOrExit(process.argv.slice(2), { usage: 'npm run lint:api, without options' });

const redocly = ['--yes', '@redocly/cli@2.77.0', 'lint', '--format=stylish'];
const spectral = ['--yes', '@stoplight/spectral-cli@6.16.3', 'lint', '--fail-severity=hint'];

const givenByLaw = {
  redocly: { 'no-ambiguous-paths': 'off', 'no-path-trailing-slash': 'off' },
  spectral: { 'path-keys-no-trailing-slash': 'off' },
};

async function documents(): Promise<Record<'bff' | 'lending', string>> {
  const [bff, lending] = await Promise.all([startTestBff(), startTestLending()]);
  try {
    const [ofBff, ofLending] = await Promise.all([
      bff.app.request('/v1/openapi.json'),
      lending.app.request('/openapi.json'),
    ]);
    return { bff: await ofBff.text(), lending: await ofLending.text() };
  } finally {
    await Promise.all([bff.close(), lending.close()]);
  }
}

/** @returns whether it found nothing */
function run(folder: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('npx', [...args], { cwd: folder }, (error, stdout, stderr) => {
      process.stdout.write(`${stdout}${stderr}\n`);
      resolve(error === null);
    });
  });
}

const folder = await mkdtemp(join(tmpdir(), 'soft-pull-api-'));
try {
  let isClean = true;
  for (const [name, document] of Object.entries(await documents())) {
    const file = `${name}.json`;
    const given = name === 'lending' ? givenByLaw : { redocly: {}, spectral: {} };
    const forRedocly = { extends: ['recommended'], rules: given.redocly };
    const forSpectral = { extends: ['spectral:oas'], rules: given.spectral };
    await writeFile(join(folder, file), document);
    await writeFile(join(folder, 'redocly.yaml'), JSON.stringify(forRedocly));
    await writeFile(join(folder, '.spectral.json'), JSON.stringify(forSpectral));
    isClean = (await run(folder, [...redocly, file])) && isClean;
    isClean = (await run(folder, [...spectral, '--ruleset=.spectral.json', file])) && isClean;
  }
  process.exitCode = isClean ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
