import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { codes, read, table } from './read-readme.ts';

interface Locked {
  dev?: boolean;
  link?: boolean;
  license?: string;
  integrity?: string;
  hasInstallScript?: boolean;
}

const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const production = Object.entries(packages)
  .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
  .map(([path, locked]) => ({ name: path.split('node_modules/').at(-1), ...locked }));

describe('server/DEPENDENCIES.md', () => {
  it('lists every package of a production install, with its licence [asvs:dependencies]', () => {
    const listed = table('Package', read('server/DEPENDENCIES.md')).map(
      ([name, licence]) => `${codes(name)[0]}: ${licence}`,
    );
    const locked = production.map(({ name, license }) => `${name}: ${license}`);
    assert.ok(locked.length > 50, `${locked.length} packages`);
    assert.deepEqual(listed.toSorted(), [...new Set(locked)].toSorted());
  });

  it('is of packages whose content the lock file knows by its hash', () => {
    const unknown = production.filter(({ integrity }) => !integrity?.startsWith('sha512-'));
    assert.deepEqual(
      unknown.map(({ name }) => name),
      [],
    );
  });
});

describe('install scripts', () => {
  it('are each allowed or forbidden by name', () => {
    const { allowScripts } = JSON.parse(read('package.json')) as {
      allowScripts: Record<string, boolean>;
    };
    const names = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
      hasInstallScript ? [path.split('node_modules/').at(-1) ?? path] : [],
    );
    assert.notEqual(names.length, 0);
    assert.deepEqual(
      names.filter((name) => !Object.hasOwn(allowScripts, name)),
      [],
    );
  });
});

describe('npm run sbom', () => {
  it('has its tool in an exact version, which no install has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { sbom: string } };
    assert.match(scripts.sbom, /^npx --yes @cyclonedx\/cyclonedx-npm@\d+\.\d+\.\d+ /);
    assert.ok(!Object.keys(packages).some((path) => path.includes('cyclonedx')));
  });
});
