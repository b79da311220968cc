import { canInstallPackages, installPackages } from './debian-packages.ts';
import { findExecutable } from './find-executable.ts';

const names = [
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The browser of the tests: `CHROME_PATH`, else an installed one, else Debian's, installed on the
 * way where that can be done without asking.
 * @throws Error of one line that says how to get one
 */
export async function chromiumPath(): Promise<string> {
  const named = process.env.CHROME_PATH;
  const installed = await findExecutable(named ? [named] : names);
  if (installed !== undefined) return installed;
  if (named) throw new Error(`CHROME_PATH names no program: ${named}`);
  if (await canInstallPackages()) await installPackages(['chromium', 'fonts-liberation']);
  const path = await findExecutable(names);
  if (path === undefined) {
    throw new Error('No Chromium: install Chromium or Google Chrome, or set CHROME_PATH to one.');
  }
  return path;
}
