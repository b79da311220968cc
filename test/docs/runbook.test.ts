import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { apiErrorCodes } from '../../server/bff/merchant-api/answers.ts';
import { deadLinks } from './links.ts';
import { codes, operations, table } from './read-readme.ts';

const runbook = operations.slice(operations.indexOf('\n## Runbook\n'));

/** Metrics that have something to alert on, and events that are errors or are to be alerted on. */
function namedAlerts(): string[] {
  const metrics = table('Metric', operations)
    .filter(([, , alert]) => alert !== '')
    .flatMap(([name]) => codes(name));
  const events = table('Event', operations)
    .filter(
      ([, level, says]) => /error/.test(level ?? '') || /At `error`|Alert on/.test(says ?? ''),
    )
    .flatMap(([name]) => codes(name));
  return [...metrics, ...events];
}

describe('the runbook in server/OPERATIONS.md', () => {
  it('has every alert that the page names, once', () => {
    const listed = table('Alert', runbook).flatMap(([name]) => codes(name));
    assert.ok(listed.length > 30, `${listed.length} alerts`);
    assert.deepEqual(listed.toSorted(), namedAlerts().toSorted());
  });

  it('has every error code of the closed list, once', () => {
    const listed = table('Code', runbook).flatMap(([name]) => codes(name));
    assert.deepEqual(listed.toSorted(), [...apiErrorCodes].sort());
  });

  it('says of each what it means, how to see it and what to do', () => {
    const rows = [...table('Alert', runbook), ...table('Code', runbook)];
    const short = rows.filter((row) => row.length !== 4 || row.some((cell) => cell === ''));
    assert.deepEqual(short, []);
  });

  it('leads to files and headings that exist', () => {
    assert.deepEqual(deadLinks('server/OPERATIONS.md'), []);
  });
});
