import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { chromiumPath, headlessChromiumPath } from './chromium-path.ts';

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A fresh profile each; close it at the end. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await headlessChromiumPath(), args: chromiumFlags });
}

/** One that keeps the pages that were left for whoever comes back, as browsers do but for those of tests. */
export async function launchKeepingPages(): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: chromiumFlags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}

/** One that keeps its profile in this folder, where it can be looked at. */
export async function launchWithProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    executablePath: await chromiumPath(),
    args: chromiumFlags,
  });
}
