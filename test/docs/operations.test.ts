import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { startTestBff } from '../helpers/bff.ts';
import { startTestLending } from '../helpers/lending.ts';
import { codes, operations, read, root, table } from './read-readme.ts';

const sources = readdirSync(new URL('server/', root), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.[jt]s$/.test(name))
  .map((name) => read(`server/${name}`))
  // Not the examples of the documentation.
  .map((source) => source.replaceAll(/^ *\*.*$/gm, ''));

/** The names of what is logged: with the call, by the helper for a lender's answers, or before it. */
const logged = [
  /\blog\.\w+\(\{\s*event: '(\w+)'/g,
  /\blogLenderProblem\(\s*\w+,\s*'(\w+)'/g,
  /\bconst line = \{ event: '(\w+)'/g,
  /\bconst event = [^;]*? '(\w+)' : '(\w+)';\s*log\.\w+\(\{ event,/g,
];

/** What nginx passes on of a host, by the sample; the `location` with nothing behind it is left out. */
function passedOn(sample: string, host: string): RegExp[] {
  const server = read(sample)
    .split(/^server \{/m)
    .find((each) => each.includes(`443 ssl http2;\n  server_name ${host};`));
  assert.ok(server !== undefined, host);
  const locations = [...server.matchAll(/location (~ )?(\S+) \{([^}]+)\}/g)];
  return locations
    .filter(([, , , body = '']) => body.includes('proxy_pass'))
    .map(([, isPattern, path = '']) => new RegExp(isPattern ? path : `^${path}`));
}

describe('server/OPERATIONS.md', () => {
  it('lists every event that is logged, and no other [asvs:logged-events]', () => {
    const known = sources.flatMap((source) =>
      logged.flatMap((pattern) =>
        [...source.matchAll(pattern)].flatMap(([, ...names]) => names.filter((name) => name)),
      ),
    );
    const listed = table('Event', operations).flatMap(([cell]) => codes(cell));
    assert.deepEqual(listed.toSorted(), [...new Set(known)].toSorted());
  });

  it('shows a proxy that passes on what is public, and keeps the rest inside [asvs:inside-paths]', async (t) => {
    const [bff, lending] = await Promise.all([startTestBff(), startTestLending()]);
    t.after(() => Promise.all([bff.close(), lending.close()]));
    const inside = (app: unknown, sample: string, host: string) => {
      const public_ = passedOn(`server/deploy/${sample}`, host);
      const { routes } = app as { routes: readonly { path: string; method: string }[] };
      const paths = routes.filter(({ method }) => method !== 'ALL').map(({ path }) => path);
      const kept = paths.filter((path) => !public_.some((pattern) => pattern.test(path)));
      return [...new Set(kept.map((path) => path.replace(/^(\/sandbox)\/.*/, '$1')))].sort();
    };
    const probes = ['/healthz', '/metrics', '/readyz'];
    assert.deepEqual(inside(bff.app, 'nginx-bff.conf', 'checkout.sponsor.example'), probes);
    assert.deepEqual(
      inside(lending.app, 'nginx-lending.conf', 'pages.lender.example').filter(
        (path) => !/^\/(docs|openapi)/.test(path),
      ),
      [...probes, '/sandbox'].sort(),
    );
  });
});
