import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** A fresh profile each, and a process for each frame of another origin; close it at the end. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await headlessChromiumPath(), args: chromiumFlags });
}

/** One whose person reads text twice as large, as its settings have it: `em` grows in styles' conditions, too. */
export async function launchWithLargeText(): Promise<Browser> {
  return chromium.launch({
    executablePath: await headlessChromiumPath(),
    args: [...chromiumFlags, '--blink-settings=defaultFontSize=32'],
  });
}

/**
 * One whose frames share the process of the page around them, as on a device with little memory. It
 * takes an eighth less of the time; origins are kept apart as ever.
 */
export async function launchSharingProcesses(): Promise<Browser> {
  return chromium.launch({
    executablePath: await headlessChromiumPath(),
    args: [...chromiumFlags, '--disable-site-isolation-trials'],
  });
}

/** One that keeps the pages that were left for whoever comes back, as browsers do but for those of tests. */
export async function launchKeepingPages(): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: chromiumFlags,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}

/**
 * One that keeps its profile in this folder, where it can be looked at.
 * @param preferences what its person has set, as Chromium's `Preferences` file names it
 */
export async function launchWithProfile(
  folder: string,
  preferences: Readonly<Record<string, unknown>> = {},
): Promise<BrowserContext> {
  await mkdir(join(folder, 'Default'), { recursive: true });
  await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences));
  return chromium.launchPersistentContext(folder, {
    executablePath: await chromiumPath(),
    args: chromiumFlags,
    reducedMotion: 'reduce',
  });
}
