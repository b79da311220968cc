import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { defaultReporter, type TestRunnerConfig } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';
import { chromiumFlags } from '../helpers/chromium.ts';
import { headlessChromiumPath } from '../helpers/chromium-path.ts';
import { timesReporter } from './times-reporter.ts';

const config: TestRunnerConfig = {
  rootDir: fileURLToPath(new URL('../..', import.meta.url)),
  files: ['test/widget/**/*.test.ts'],
  // Lit announces its development build on the console; tests print nothing.
  nodeResolve: { exportConditions: ['production', 'default'] },
  plugins: [esbuildPlugin({ ts: true, target: 'es2022' })],
  // Focus and animation frames are for the tab in front only.
  concurrency: 1,
  browsers: [
    chromeLauncher({
      launchOptions: {
        executablePath: await headlessChromiumPath(),
        args: [...chromiumFlags],
        // On a machine in UTC, a time that is not shown in the reader's own zone would look right.
        env: { ...process.env, TZ: 'America/Los_Angeles' },
      },
    }),
  ],
  // What the element tells a page's developer is asserted where it matters.
  filterBrowserLogs: ({ args }) => !String(args[0]).startsWith('<soft-pull-checkout>: '),
  reporters: [defaultReporter(), timesReporter()],
  // On a machine that is busy with other tests as well, a file may take half a minute to come.
  testsStartTimeout: 60_000,
  testsFinishTimeout: 300_000,
  testFramework: { config: { timeout: 60_000 } },
};

export default config;
