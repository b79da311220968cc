import { relative } from 'node:path';
import type { EventData } from 'node:test';
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';

/** A reporter of node:test: what failed, what tests wrote to stderr and, last, one line of counts. */
// biome-ignore lint/style/noDefaultExport: node:test takes a reporter from the default export
export default async function* briefReporter(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  let failed = 0;
  for await (const event of events) {
    if (event.type === 'test:stderr') yield event.data.message;
    if (event.type === 'test:fail' && isTheCause(event.data)) {
      failed += 1;
      yield failure(event.data);
    }
    if (event.type === 'test:summary' && event.data.file === undefined) {
      yield closing(event.data, failed);
    }
  }
}

/** A suite fails with its tests: only the tests are worth a report. */
function isTheCause({ details }: EventData.TestFail): boolean {
  return !('failureType' in details.error && details.error.failureType === 'subtestsFailed');
}

function failure({ name, file = '', line, details }: EventData.TestFail): string {
  const place = `${relative(process.cwd(), file)}:${line ?? 1}`;
  const error = inspect(details.error.cause ?? details.error).replaceAll('\n', '\n  ');
  return `\n✗ ${name} (${place})\n  ${error}\n`;
}

function closing({ counts, duration_ms }: EventData.TestSummary, failed: number): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
  const seconds = Math.round(duration_ms / 1000);
  return `${counts.passed} passed, ${failed} failed${skipped} (${seconds} s)\n`;
}
