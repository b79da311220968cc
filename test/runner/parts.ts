import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unitFiles } from './unit-files.ts';

export const root = join(import.meta.dirname, '../..');

/** Commands, one after the other, and then files of Node's tests. */
export interface Part {
  commands: readonly (readonly string[])[];
  files?: () => string[];
  /** Test files that the last command runs; all of them unless it is given some by `--files`. */
  ownFiles?: () => string[];
  hasBrowser?: boolean;
}

const buildWidget = [process.execPath, 'widget/build-if-stale.ts'];
const buildPackage = [...buildWidget, '--package'];

/**
 * What tests the tests, builds pages or installs all again, or starts, kills and disturbs whole
 * products.
 */
export const slow: readonly string[] = [
  'test/bench/deliveries.test.ts',
  'test/docs/walkthrough.test.ts',
  'test/faults/authorization-mutants.test.ts',
  'test/faults/blocked-loop.test.ts',
  'test/faults/browser.test.ts',
  'test/faults/callbacks.test.ts',
  'test/faults/canaries.test.ts',
  'test/faults/crash-points.test.ts',
  'test/faults/descriptors.test.ts',
  'test/faults/kills.test.ts',
  'test/faults/links.test.ts',
  'test/faults/network.test.ts',
  'test/faults/overload.test.ts',
  'test/faults/planted.test.ts',
  'test/faults/races.test.ts',
  'test/faults/rolling.test.ts',
  'test/faults/simulation.test.ts',
  'test/faults/soak.test.ts',
  'test/faults/standstill.test.ts',
  'test/faults/streams.test.ts',
  'test/journeys/express-shop.test.ts',
  'test/journeys/framework-samples.test.ts',
  'test/journeys/frameworks.test.ts',
  'test/journeys/lenders-texts.test.ts',
  'test/journeys/one-process.test.ts',
  'test/journeys/restarts.test.ts',
  'test/package/clean-builds.test.ts',
  'test/package/deployed-tree.test.ts',
  'test/package/generated-client.test.ts',
  'test/package/package.test.ts',
  'test/package/samples.test.ts',
  'test/server/backups/restore-check.test.ts',
  'test/server/main.test.ts',
  'test/server/verify-evidence.test.ts',
];
const isSlow = (file: string) => slow.includes(file);

/**
 * Journeys that look at every screen, page, sample, policy or mistake in turn; the others meet those that
 * stand on their way.
 */
export const sweeps: readonly string[] = [
  'test/journeys/awaited-answers.test.ts',
  'test/journeys/cart-samples.test.ts',
  'test/journeys/content-security.test.ts',
  'test/journeys/diagnosis.test.ts',
  'test/journeys/docs.test.ts',
  'test/journeys/front-pages.test.ts',
  'test/journeys/hosted-pages.test.ts',
  'test/journeys/large-text.test.ts',
  'test/journeys/layout-shift.test.ts',
  'test/journeys/read-aloud.test.ts',
  'test/journeys/repeats.test.ts',
  'test/journeys/samples.test.ts',
  'test/journeys/screens-gallery.test.ts',
  'test/journeys/screens.test.ts',
  'test/journeys/simulator.test.ts',
  'test/journeys/theming.test.ts',
];
const isSweep = (file: string) => sweeps.includes(file);

/** What takes longest, and is begun first: begun last, it would run on by itself. */
export const longest: readonly string[] = [
  'test/faults/soak.test.ts',
  'test/faults/blocked-loop.test.ts',
  'test/faults/standstill.test.ts',
  'test/server/lending/races/refunds.test.ts',
  'test/server/main.test.ts',
  'test/server/backups/restore-check.test.ts',
  'test/server/verify-evidence.test.ts',
  'test/faults/kills.test.ts',
  'test/faults/overload.test.ts',
  'test/server/bff/any-lender/endings.test.ts',
  'test/faults/lender.test.ts',
  'test/faults/races.test.ts',
  'test/faults/simulation.test.ts',
  'test/package/samples.test.ts',
  'test/package/package.test.ts',
  'test/faults/links.test.ts',
  'test/server/lending/races/charges.test.ts',
  'test/docs/walkthrough.test.ts',
  'test/conformance/bad-input.test.ts',
  'test/journeys/canaries.test.ts',
  'test/journeys/pay-link.test.ts',
  'test/journeys/back-office.test.ts',
  'test/journeys/first-step.test.ts',
  'test/journeys/trouble.test.ts',
  'test/journeys/typing.test.ts',
  'test/journeys/server-checkout.test.ts',
  'test/journeys/change-of-mind.test.ts',
  'test/journeys/screens.test.ts',
  'test/journeys/repeats.test.ts',
  'test/journeys/restarts.test.ts',
  'test/journeys/returning.test.ts',
  'test/journeys/hosted-pages.test.ts',
  'test/journeys/awaited-answers.test.ts',
  'test/journeys/accessibility.test.ts',
  'test/journeys/bare-lender.test.ts',
  'test/journeys/lenders-texts.test.ts',
  'test/journeys/mounting.test.ts',
  'test/journeys/layout-shift.test.ts',
];

function longestFirst(files: readonly string[]): string[] {
  const first = new Set(longest.filter((file) => files.includes(file)));
  return [...first, ...files.filter((file) => !first.has(file))];
}

function testFiles(folders: string): string[] {
  return globSync(`test/${folders}/**/*.test.ts`, { cwd: root }).sort();
}

function serverFiles(): string[] {
  return testFiles(
    '{layout,docs,helpers,runner,package,server,lender,demo,conformance,faults,bench}',
  );
}

/** What differs on PostgreSQL: tests that ask which engine it is, and upgrades of earlier data. */
function engineFiles(): string[] {
  const asks = /\bisPostgres\b|TEST_DATABASE_URL|t\.skip\('SQLite |earlier-data/;
  return testFiles('server').filter((file) => asks.test(readFileSync(join(root, file), 'utf8')));
}

export const parts = {
  check: {
    commands: [
      ['npm', 'run', '--silent', 'types'],
      ['npm', 'run', '--silent', 'lint'],
    ],
  },
  server: {
    commands: [buildPackage],
    files: () => longestFirst(serverFiles().filter((file) => !isSlow(file))),
  },
  widget: {
    commands: [
      ['node_modules/.bin/web-test-runner', '--config', 'test/widget/web-test-runner.config.ts'],
    ],
    ownFiles: () => testFiles('widget'),
    hasBrowser: true,
  },
  journeys: {
    commands: [buildWidget],
    files: () =>
      longestFirst(testFiles('journeys').filter((file) => !isSlow(file) && !isSweep(file))),
    hasBrowser: true,
  },
  sweeps: {
    commands: [buildWidget],
    files: () => longestFirst(testFiles('journeys').filter(isSweep)),
    hasBrowser: true,
  },
  engines: {
    commands: [buildPackage],
    files: () => longestFirst(engineFiles()),
  },
  unit: {
    commands: [],
    files: () =>
      unitFiles(root, testFiles('{layout,helpers,runner,server,demo,conformance,faults,bench}')),
  },
  slow: {
    commands: [buildPackage],
    files: () => longestFirst([...serverFiles(), ...testFiles('journeys')].filter(isSlow)),
    hasBrowser: true,
  },
  matrix: {
    commands: [buildWidget],
    files: () => testFiles('matrix'),
    hasBrowser: true,
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
