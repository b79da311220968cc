import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { applyOverHttp } from '../../helpers/apply-over-http.ts';
import { type CanaryKind, canaryApplicant } from '../../helpers/canaries.ts';
import { CheckoutClient } from '../../helpers/checkout-client.ts';
import { launchWithProfile } from '../../helpers/chromium.ts';
import { LeakScanner } from '../../helpers/leak-scanner.ts';
import { sampleOrder } from '../../helpers/sample-order.ts';
import { Sandbox } from '../../helpers/sandbox.ts';
import { scratchRoot } from '../../helpers/scratch.ts';
import { type Product, serve } from '../../helpers/serve.ts';
import { type TypingRecord, typeAll } from './canary-run.ts';

export interface CanaryCounts {
  /** How many apply over HTTP, as a browser would. */
  overHttp: number;
  /** How many of these go on to an approved charge. */
  wholeWays: number;
  /** How many type their application into the shop's page. */
  typed: number;
}

/** The lender must know whom it lends to; the rest is sealed there too. */
const sealedAtLender: readonly CanaryKind[] = ['ssn', 'birth_date', 'income'];
const everyKind: readonly CanaryKind[] = [...sealedAtLender, 'name', 'email', 'phone'];

function forbiddenIn(file: string): readonly CanaryKind[] {
  return file.startsWith('lending.db') ? sealedAtLender : everyKind;
}

/** What a notice tells of a decline, and its code. */
const told = [
  'Your credit score: 560',
  'Delinquent past or present credit obligations',
  'SCORE_LOW',
] as const;

/** Where Chromium itself keeps what was typed, for its own autofill and session restore. */
const ownMemory = /^Default\/(Web Data|Sessions\/|Login Data)/;

/** Within a suite: the tests that what applicants say is nowhere but where it must be. */
export function testCanaries({ overHttp, wholeWays, typed }: CanaryCounts): void {
  const people = Array.from({ length: overHttp + typed }, (_, n) => canaryApplicant(n));
  const planted = canaryApplicant(9_999);
  const scanner = new LeakScanner([...people, planted]);
  let product: Product;
  let profile: string;
  let browser: BrowserContext;
  let streamed: string[];
  let record: TypingRecord;

  before(async () => {
    product = await serve({ root: await scratchRoot() });
    profile = await mkdtemp(join(tmpdir(), 'soft-pull-profile-'));
    browser = await launchWithProfile(profile);
    [streamed, record] = await Promise.all([
      applyOverHttp(product, people.slice(0, overHttp), { wholeWays }),
      typeAll(browser, product, people.slice(overHttp)),
    ]);
  });

  after(async () => {
    await browser?.close();
    await product?.remove();
    // The browser may write to it once more at its end.
    await rm(profile, { recursive: true, force: true, maxRetries: 3 });
  });

  it('is in no database of the BFF, and sealed in that of the lender', async () => {
    assert.deepEqual(await scanner.inFolder(product.dataDir, forbiddenIn), []);
  });

  it('is no reason for a decline, nor a score, that is read in the lender’s files', async () => {
    const { bffUrl, demoUrl, lendingUrl, dataDir } = product;
    const client = new CheckoutClient({ bffUrl, origin: demoUrl });
    await client.open(await sampleOrder(bffUrl));
    const declined = { ...canaryApplicant(9_998), ssn: '900-10-0101' };
    await client.apply({ ...declined });
    const [notice] = await new Sandbox(lendingUrl).messages({ to: declined.email });
    assert.ok(notice?.text.includes(told[0]) && notice.text.includes(told[1]), notice?.text);
    for (const file of ['lending.db', 'lending.db-wal']) {
      const bytes = await readFile(join(dataDir, file));
      assert.deepEqual(
        told.filter((text) => bytes.includes(text)),
        [],
        file,
      );
      assert.ok(file.endsWith('-wal') || bytes.includes('adverse_action'), file);
    }
  });

  it('is in no log', async () => {
    assert.deepEqual(scanner.inBytes(await readFile(product.logFile)), []);
  });

  it('is in no address, event, answer or callback', async () => {
    assert.deepEqual(scanner.inText(record.visit.requested.join('\n')), []);
    assert.deepEqual(scanner.inText(JSON.stringify(record.visit.heard)), []);
    assert.deepEqual(scanner.inText(record.answers.join('\n')), []);
    assert.deepEqual(scanner.inText(streamed.join('\n')), []);
    const callbacks = await new Sandbox(product.lendingUrl).events({ limit: '1000' });
    assert.ok(callbacks.length >= wholeWays);
    assert.deepEqual(scanner.inText(JSON.stringify(callbacks)), []);
  });

  it('is found where it is planted', async () => {
    const { bffUrl, demoUrl, dataDir } = product;
    const careless = new CheckoutClient({ bffUrl, origin: demoUrl });
    await careless.call('POST', '/v1/checkouts', {
      merchant: 'pk_sandbox_hillside',
      amount: '8400.00',
      locale: 'en',
      return_url: `${demoUrl}/?email=${planted.email}`,
    });
    const found = await scanner.inFolder(dataDir, forbiddenIn);
    assert.ok(found.includes('bff.db-wal: email'), found.join());
    // SQLite may have copied its log into the file just then.
    assert.ok(
      found.every((each) => /^bff\.db(-wal)?: email$/.test(each)),
      found.join(),
    );
    await appendFile(product.logFile, `{"event":"apply","ssn":"${planted.ssn}"}\n`);
    assert.deepEqual(scanner.inBytes(await readFile(product.logFile)), ['ssn']);
  });

  it('is kept by no page in the browser', async () => {
    const { page } = record.visit;
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    assert.match(kept, /soft-pull-checkout/);
    assert.deepEqual(scanner.inText(kept), []);
    await page.evaluate((phone) => sessionStorage.setItem('planted', phone), planted.phone);
    await browser.close();
    const places = (await scanner.inFolder(profile))
      .filter((leak) => !ownMemory.test(leak))
      .map((leak) => leak.replace(/\/[^/]*: /, ': '));
    assert.deepEqual([...new Set(places)], ['Default/Session Storage: phone']);
  });
}
