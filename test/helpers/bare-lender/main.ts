// npm run rehearse: the bare lender in place of the one that the BFF's settings name.
import { readFileSync } from 'node:fs';
import { readArguments } from '../../../server/platform/arguments.ts';
import { startBareLender } from '../bare-lender.ts';
import { readRehearsal } from './rehearsal.ts';

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function main(): Promise<void> {
  readArguments(process.argv.slice(2), { usage: 'npm run rehearse' });
  const rehearsal = readRehearsal(process.env, (path) => readFileSync(path, 'utf8'));
  const { url, pagesUrl, settings } = await startBareLender({
    ...rehearsal,
    now: () => Date.now(),
    tell: say,
  });
  const users = Object.entries(settings.users).map(([id, role]) => `${id} (${role})`);
  say(`A lender to rehearse with: ${url}, its pages at ${pagesUrl}`);
  say(`It knows the users ${users.join(', ')}, lends nothing and forgets all when it ends.`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
