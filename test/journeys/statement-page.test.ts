import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { listen } from '../../server/platform/http/listen.ts';
import { aFreeCharge, anAcceptedLoan, chargePath } from '../helpers/accepted-loan.ts';
import { launchSharingProcesses } from '../helpers/chromium.ts';
import { freePort } from '../helpers/free-ports.ts';
import { startTestLending, type TestLending } from '../helpers/lending.ts';
import { Sandbox } from '../helpers/sandbox.ts';
import { axeFindings } from './models/accessibility.ts';
import { setTextSize } from './models/text-size.ts';

const telephone = { width: 360, height: 740 };
/** Their width and the size of their text, in pixels. */
const screens = [
  [320, 16],
  [360, 16],
  [360, 32],
  [720, 16],
  [768, 16],
  [1280, 16],
  [1280, 32],
  [1920, 16],
] as const;
const weekSeconds = 7 * 24 * 3_600;

let browser: Browser;
let lending: TestLending;
let lenderUrl: string;
let stopListening: () => Promise<void>;

before(async () => {
  const port = await freePort();
  lenderUrl = `http://localhost:${port}`;
  lending = await startTestLending({ publicUrl: lenderUrl });
  const listening = await listen(lending.app, { port });
  stopListening = () => listening.close();
  browser = await launchSharingProcesses();
  await settleACharge();
});
after(async () => {
  await browser?.close();
  await stopListening?.();
  await lending?.close();
});

async function openStatement(options: BrowserContextOptions): Promise<Page> {
  const httpCredentials = { username: 'sponsor@example.test', password: 'sandbox-api-password' };
  const context = await browser.newContext({ ...options, httpCredentials });
  const page = await context.newPage();
  await page.goto(`${lenderUrl}/statements/hillside-admin/202603`);
  return page;
}

function widthsOf({ scrollWidth, clientWidth }: Element) {
  return { scrollWidth, clientWidth };
}

async function settleACharge(): Promise<void> {
  const body = aFreeCharge(await anAcceptedLoan(lending), '8400.00', {
    transaction_description: 111,
    payment_identifier: 'sbx:consumer_approve',
  });
  await lending.call('POST', chargePath, { body });
  await new Sandbox(lenderUrl).advanceClock(weekSeconds);
}

describe('the page of a statement', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is clean to axe and no wider than a telephone, ${colorScheme}`, async () => {
      const page = await openStatement({ colorScheme, viewport: telephone });
      assert.deepEqual(await axeFindings(page), []);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(width, telephone.width);
      await page.context().close();
    });
  }

  for (const locale of ['en', 'es']) {
    it(`has every figure of a transaction in sight on any screen, ${locale}`, async () => {
      const page = await openStatement({ locale });
      assert.equal(await page.getByRole('row').count(), 2);
      assert.equal(await page.getByRole('cell').count(), 6);
      const lines = page.getByRole('region');
      const cut: string[] = [];
      for (const [width, textSize] of screens) {
        await page.setViewportSize({ width, height: 800 });
        await setTextSize(page, textSize);
        const { scrollWidth, clientWidth } = await lines.evaluate(widthsOf);
        const isCut = scrollWidth > clientWidth;
        if (isCut) cut.push(`${width}, text of ${textSize}: ${scrollWidth} of ${clientWidth} px`);
      }
      assert.deepEqual(cut, []);
      await page.context().close();
    });
  }
});
