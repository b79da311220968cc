import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

export const root = new URL('../../', import.meta.url);

/** A file of the repository. */
export function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

export const readme = read('README.md');
export const widgetReadme = read('widget/README.md');
export const serverReadme = read('server/README.md');
export const operations = read('server/OPERATIONS.md');
export const sandboxReadme = read('server/lending/sandbox/README.md');
export const testReadme = read('test/README.md');

/** The rows of the table whose first heading begins so, as cells of plain text. */
export function table(heading: string, page: string): string[][] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading}`));
  assert.notEqual(start, -1, `the page has a table of ${heading}`);
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
}

/** What a cell says between backticks. */
export function codes(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.replaceAll('\\|', '|'));
}
