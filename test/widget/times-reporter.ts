import { relative } from 'node:path';
import type { Reporter, TestSuiteResult } from '@web/test-runner';
import { noteTimes } from '../runner/test-times.ts';

/** Notes how long each test took. */
export function timesReporter(): Reporter {
  return {
    reportTestFileResults: ({ sessionsForTestFile }) => {
      for (const { testFile, testResults } of sessionsForTestFile) {
        const file = relative(process.cwd(), testFile);
        const tests = testResults === undefined ? [] : testsOf(testResults);
        noteTimes(tests.map(({ name, duration = 0 }) => ({ name, file, milliseconds: duration })));
      }
    },
  };
}

function testsOf({ tests, suites }: TestSuiteResult): TestSuiteResult['tests'] {
  return [...tests, ...suites.flatMap(testsOf)];
}
