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

it('comments cite sections that server/lending/DECISIONS.md has', () => {
  const cited = sources().flatMap(({ name, text }) =>
    [...text.matchAll(/server\/lending\/DECISIONS\.md, /g)].map(({ 0: start, index }) => ({
      name,
      cites: text.slice(index + start.length).slice(0, 60),
    })),
  );
  assert.notEqual(cited.length, 0);
  assert.deepEqual(
    cited.filter(({ cites }) => !titles.some((title) => cites.startsWith(title))),
    [],
  );
});
