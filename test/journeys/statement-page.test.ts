import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { listen } from '../../server/platform/http/listen.ts';
import { aCharge, anAcceptedLoan, chargePath } from '../helpers/accepted-loan.ts';
import { launchSharingProcesses } from '../helpers/chromium.ts';
import { freePort } from '../helpers/free-ports.ts';
import { startTestLending, type TestLending } from '../helpers/lending.ts';
import { Sandbox } from '../helpers/sandbox.ts';
import { axeFindings } from './models/accessibility.ts';

const telephone = { width: 360, height: 740 };
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

async function settleACharge(): Promise<void> {
  const body = aCharge(await anAcceptedLoan(lending), {
    payment_identifier: 'sbx:consumer_approve',
  });
  await lending.call('POST', chargePath, { body });
  await new Sandbox(lenderUrl).advanceClock(weekSeconds);
}

describe('the page of a statement', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`is clean to axe and all in sight on a telephone, ${colorScheme}`, async () => {
      const credentials = { username: 'sponsor@example.test', password: 'sandbox-api-password' };
      const context = await browser.newContext({
        colorScheme,
        viewport: telephone,
        httpCredentials: credentials,
      });
      const page = await context.newPage();
      await page.goto(`${lenderUrl}/statements/hillside-admin/202603`);
      assert.equal(await page.getByRole('row').count(), 2);
      assert.deepEqual(await axeFindings(page), []);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(width, telephone.width);
      const cells = page.getByRole('cell');
      assert.equal(await cells.count(), 6);
      const inSight = await cells.evaluateAll(
        (all) =>
          all.filter((each) => each.getBoundingClientRect().right <= window.innerWidth).length,
      );
      assert.equal(inSight, 6);
      await context.close();
    });
  }
});
