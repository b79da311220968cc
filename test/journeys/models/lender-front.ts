import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Locale } from '../../../server/lending-api/contact.ts';
import { listen } from '../../../server/platform/http/listen.ts';
import { launchSharingProcesses, launchWithLargeText } from '../../helpers/chromium.ts';
import { freePort } from '../../helpers/free-ports.ts';
import { startTestLending, type TestLending } from '../../helpers/lending.ts';

const patienceMs = 30_000;

export type TextSize = 'usual' | 'twice as large';

/** The lender alone, reached by a browser with nothing of a shop around it. */
export interface LenderFront {
  readonly lending: TestLending;
  readonly url: string;
  /** A narrow window of somebody who reads this language; the text is large in some windows. */
  visit(language: Locale, colorScheme: 'light' | 'dark', text?: TextSize): Promise<Page>;
  /** The answer of a call of the Sponsor Lending API that creates something. */
  create(path: string, body: Record<string, unknown>): Promise<Record<string, string>>;
}

export function lenderFront(): LenderFront {
  let lending: TestLending;
  let url: string;
  let listening: Awaited<ReturnType<typeof listen>>;
  let browser: Browser;
  let largeText: Browser | undefined;
  before(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    [lending, browser] = await Promise.all([
      startTestLending({ publicUrl: url }),
      launchSharingProcesses(),
    ]);
    listening = await listen(lending.app, { port });
  });
  afterEach(async () => {
    const contexts = [browser, largeText].flatMap((each) => each?.contexts() ?? []);
    await Promise.all(contexts.map((context) => context.close()));
  });
  after(async () => {
    await browser?.close();
    await largeText?.close();
    await listening?.close();
    await lending?.close();
  });
  return {
    get lending() {
      return lending;
    },
    get url() {
      return url;
    },
    visit: async (language, colorScheme, text = 'usual') => {
      if (text !== 'usual') largeText ??= await launchWithLargeText();
      const context = await (text === 'usual' ? browser : (largeText ?? browser)).newContext({
        viewport: { width: text === 'usual' ? 360 : 320, height: 780 },
        locale: language === 'es' ? 'es-US' : 'en-US',
        colorScheme,
      });
      context.setDefaultTimeout(patienceMs);
      return context.newPage();
    },
    create: async (path, body) => {
      const answer = await lending.call('POST', `/api/v1/sponsor${path}`, { body });
      const text = await answer.text();
      assert.equal(answer.status, 201, text);
      return JSON.parse(text) as Record<string, string>;
    },
  };
}
