import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { it } from 'node:test';
import { read, root } from './read-readme.ts';

const titles = [...read('server/lending/DECISIONS.md').matchAll(/^## (.+)$/gm)].map(
  ([, title = '']) => title,
);

/** Files with comments, as one text each, in which a comment's lines are joined. */
function sources(): { name: string; text: string }[] {
  return ['server', 'widget', 'demo', 'test'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/(?:^|\/)(?:dist|node_modules)\//.test(name))
      .map((name) => ({ name: `${folder}/${name}`, text: read(`${folder}/${name}`) }))
      .map(({ name, text }) => ({ name, text: text.replaceAll(/\s*\n\s*(?:\*|\/\/) ?/g, ' ') })),
  );
}

/** The sections of the API's description, which is not in the repository. */
const apiSections = [
  ...['conventions', 'identifiers', 'merchant onboarding request', 'merchant user'],
  ...['merchant payment detail', 'offer code', 'consumer invitation'],
  ...['transaction status and type codes', 'completed transaction record', 'all-activity record'],
  ...['fee split fields', 'consumer account operations', 'record fields that are open'],
  ...['states and transitions', 'endpoints', 'merchant endpoints'],
  ...['consumer application endpoints', 'consumer account endpoints'],
  ...['funding and refund endpoints', 'transaction history endpoints'],
  ...['authentication', 'events', 'errors', 'limits', 'versioning'],
];

function assertCited(document: RegExp, sections: readonly string[]): void {
  const cited = sources().flatMap(({ name, text }) =>
    [...text.matchAll(document)].map(({ 0: start, index }) => ({
      name,
      cites: text.slice(index + start.length).slice(0, 60),
    })),
  );
  assert.notEqual(cited.length, 0);
  assert.deepEqual(
    cited.filter(({ cites }) => !sections.some((section) => cites.startsWith(section))),
    [],
  );
}

it('comments cite sections that server/lending/DECISIONS.md has', () => {
  assertCited(/server\/lending\/DECISIONS\.md, /g, titles);
});

it('comments cite sections that the description of the Sponsor Lending API has', () => {
  assertCited(/(?<!the )Sponsor Lending API,\s/gi, apiSections);
});
