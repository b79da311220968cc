import { canInstallPackages, installPackages } from './debian-packages.ts';
import { findExecutable } from './find-executable.ts';

const browsers = [
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The same engine without a browser's window around it: it takes two thirds of the time. */
const shell = 'chromium-headless-shell';

/**
 * The browser of the tests: `CHROME_PATH`, else an installed one, else Debian's, installed on the
 * way where that can be done without asking.
 * @throws Error of one line that says how to get one
 */
export function chromiumPath(): Promise<string> {
  return findOrInstall(browsers);
}

/** What draws the same pages sooner where it is installed, as it is with Debian's; else the browser. */
export function headlessChromiumPath(): Promise<string> {
  return findOrInstall([shell, ...browsers]);
}

async function findOrInstall(names: readonly string[]): Promise<string> {
  const named = process.env.CHROME_PATH;
  const installed = await findExecutable(named ? [named] : names);
  if (installed !== undefined) return installed;
  if (named) throw new Error(`CHROME_PATH names no program: ${named}`);
  if (await canInstallPackages()) await installPackages(['chromium', shell, 'fonts-liberation']);
  const path = await findExecutable(names);
  if (path === undefined) {
    throw new Error('No Chromium: install Chromium or Google Chrome, or set CHROME_PATH to one.');
  }
  return path;
}
