import { globSync } from 'node:fs';
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

/** What tests the tests, or builds all again. */
const slow = ['test/conformance/planted/', 'test/package/clean-builds.test.ts'];
const isSlow = (file: string) => slow.some((start) => file.startsWith(start));

function testFiles(folders: string): string[] {
  return globSync(`test/${folders}/**/*.test.ts`, { cwd: root }).sort();
}

function serverFiles(): string[] {
  return testFiles('{layout,docs,helpers,runner,package,server,lender,demo,conformance,faults}');
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
    files: () => serverFiles().filter((file) => !isSlow(file)),
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
    files: () => testFiles('journeys'),
    hasBrowser: true,
  },
  unit: {
    commands: [],
    files: () =>
      unitFiles(root, testFiles('{layout,helpers,runner,server,demo,conformance,faults}')),
  },
  slow: {
    commands: [buildPackage],
    files: () => serverFiles().filter(isSlow),
  },
  matrix: {
    commands: [buildWidget],
    files: () => testFiles('matrix'),
    hasBrowser: true,
  },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;
