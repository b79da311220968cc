import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { chromiumPath } from './chromium-path.ts';

const flags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser with a fresh profile; close it at the end. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: flags, ...options });
}

/** A browser that keeps its profile in this folder, where it can be looked at. */
export async function launchWithProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: await chromiumPath(),
    args: flags,
  });
}
