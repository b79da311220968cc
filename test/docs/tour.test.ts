import assert from 'node:assert/strict';
import { it } from 'node:test';
import { read } from './read-readme.ts';

const tour = read('server/TOUR.md');

/** The files of each leg's numbered lines: by path, or by name if a line before has opened them. */
const legs = tour
  .split(/^## \d\. /m)
  .slice(1)
  .map((leg) => leg.match(/^\d+\. .+$/gm)?.join('\n') ?? '')
  .map((lines) => [...lines.matchAll(/`([\w/-]+\.ts)`(?:\]\(([^)]+)\))?/g)])
  .map((files) => files.map(([, name = '', path]) => path ?? name));

const opened = legs.flat().filter((file) => /^(?:\.\.\/widget|bff|lending)\//.test(file));

function pathOf(file: string): string {
  const found = opened.filter((path) => path === file || path.endsWith(`/${file}`));
  assert.equal(found.length, 1, `${file} is ${found.join(', ')}`);
  return found.join();
}

function countOf(...files: readonly string[]): number {
  return new Set(files.map(pathOf)).size;
}

it('the tour of the code opens each file once, and says how many', () => {
  const [form = [], choice = [], request = [], answer = []] = legs;
  const application = countOf(...form, ...choice);
  const charge = countOf(...request, ...answer);
  const counts = legs.map((files) => countOf(...files));
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const said = /^One application .*$/m.exec(tour)?.[0] ?? '';
  assert.deepEqual(said.match(/\d+/g)?.map(Number), [application, charge, least, most]);
});
