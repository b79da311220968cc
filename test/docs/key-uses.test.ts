import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { codes, read, root, table } from './read-readme.ts';

const sources = readdirSync(new URL('server/', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ file: `server/${name}`, source: read(`server/${name}`) }));

/** What takes a key, of Node and of jose: not digests without one, nor random bytes. */
const keyed =
  /\b(?:createHmac|hkdfSync|createCipheriv|createDecipheriv|compactVerify|SignJWT|sign)\(/;

/** Labels that stand in the call that makes a key or a digest by one. */
const inTheCall = [
  /\bderivedKey\(\w+, '([^']+)'/g,
  /\bderive\('([^']+)'/g,
  /\bhmacToken\(\s*\w+,\s*'([^']+)'/g,
  /\bcreateHmac\('sha256', '([^']+)'/g,
];

/** The label of `sealer.index()` and `sealer.isIndexOf()` is the last argument, in place or by a name. */
function labelsOfIndex(source: string): string[] {
  return [...source.matchAll(/\bsealer\.(?:index|isIndexOf)\(/g)].map((call) => {
    const argument = lastArgument(source.slice(call.index + call[0].length));
    const [, name = ''] = /^(?:\.\.\.)?(\w+)/.exec(argument) ?? [];
    const constant = new RegExp(`const ${name} = '([^']+)'`).exec(source)?.[1];
    const returned = new RegExp(`function ${name}\\([\\s\\S]*?, '([^']+)'\\];`).exec(source)?.[1];
    const label = /^['`]([^'`$]+)/.exec(argument)?.[1] ?? constant ?? returned;
    assert.ok(label !== undefined, `the label of ${argument} is not found`);
    return label.trim();
  });
}

/** Of a call whose arguments a text begins with. */
function lastArgument(text: string): string {
  let depth = 0;
  let start = 0;
  for (const [index, character] of [...text].entries()) {
    if (')]}'.includes(character)) depth -= 1;
    if (depth < 0) return text.slice(start, index).replace(/,\s*$/, '').trim();
    if ('([{'.includes(character)) depth += 1;
    // A comma behind the last argument begins no other one.
    if (character === ',' && depth === 0 && !/^,\s*\)/.test(text.slice(index))) start = index + 1;
  }
  return '';
}

function labelsIn(source: string): string[] {
  const found = inTheCall.flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, label = '']) => label),
  );
  return [...new Set([...found, ...labelsOfIndex(source)])].sort();
}

describe('the keys that server/SECURITY.md lists', () => {
  const listed = table('File', read('server/SECURITY.md')).map(([file, labels]) => ({
    file: codes(file)[0] ?? '',
    labels: codes(labels).sort(),
  }));

  it('are those that the code uses, with their labels [asvs:key-uses]', () => {
    const used = sources
      .map(({ file, source }) => ({ file, labels: labelsIn(source), isKeyed: keyed.test(source) }))
      // What makes digests by a key and a label that it is given.
      .filter(({ file }) => file !== 'server/platform/crypto/digest.ts')
      .filter(({ labels, isKeyed }) => labels.length > 0 || isKeyed)
      .map(({ file, labels }) => ({ file, labels }));
    const byFile = (one: { file: string }, other: { file: string }) =>
      one.file.localeCompare(other.file);
    assert.deepEqual(listed.toSorted(byFile), used.toSorted(byFile));
  });

  it('have each their own label, where they come from one key', () => {
    for (const service of ['server/lending', 'server/bff']) {
      const labels = listed
        .filter(({ file }) => file.startsWith(`${service}/`))
        .flatMap((each) => each.labels);
      assert.equal(new Set(labels).size, labels.length, service);
    }
  });
});
