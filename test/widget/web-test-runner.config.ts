import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import type { TestRunnerConfig } from '@web/test-runner';
import { chromeLauncher } from '@web/test-runner-chrome';

const installed = '/usr/bin/chromium';
const executablePath = process.env.CHROME_PATH ?? (existsSync(installed) ? installed : undefined);

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
        ...(executablePath && { executablePath }),
        args: [
          '--no-sandbox',
          '--disable-quic',
          '--no-first-run',
          '--disable-background-networking',
          '--disable-component-update',
          '--disable-sync',
        ],
      },
    }),
  ],
  testFramework: { config: { timeout: 10_000 } },
};

export default config;
