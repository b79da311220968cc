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
      const { counts, duration_ms } = event.data;
      yield countsLine({ ...counts, failed }, duration_ms);
    }
  }
}

/** A suite fails with its tests: only the tests are worth a report. */
export function isTheCause({ details }: EventData.TestFail): boolean {
  return !('failureType' in details.error && details.error.failureType === 'subtestsFailed');
}

export function failure({ name, file = '', line, details }: EventData.TestFail): string {
  const place = `${relative(process.cwd(), file)}:${line ?? 1}`;
  const error = inspect(details.error.cause ?? details.error).replaceAll('\n', '\n  ');
  return `\n✗ ${name} (${place})\n  ${error}\n`;
}

/** `'12 passed, 0 failed, 1 skipped (3 s)'`, as a line. */
export function countsLine(
  { passed, failed, skipped }: { passed: number; failed: number; skipped: number },
  milliseconds: number,
): string {
  const left = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${passed} passed, ${failed} failed${left} (${Math.round(milliseconds / 1000)} s)\n`;
}
