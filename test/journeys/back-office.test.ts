import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { sandboxBackOffice } from '../../server/config/sandbox-settings.ts';
import { BackOffice } from './models/back-office.ts';
import { orderAt } from './models/brought.ts';
import { faultsOf } from './models/fitness.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { apply, openChargeLink } from './models/walk.ts';

const phone = { viewport: { width: 390, height: 844 } };

describe('the back office', () => {
  const here = journey();

  it('sells on a tablet, shows what the customer does on the phone, and charges them', async () => {
    const office = await BackOffice.open(here);
    const { url, orderId } = await office.sell({ amount: '8,400', description: 'Heat pump' });
    const applicant = typedApplicant('0001');
    const customer = await here.visit({ ...phone, startsAt: 'nowhere' });
    await customer.page.goto(url);
    await apply(customer, applicant);
    await office.state('Offers shown').waitFor();
    await office.page.locator('.share').waitFor({ state: 'detached' });
    await office.page.getByRole('link', { name: 'All orders' }).click();
    await office.search(orderId);
    await customer.checkout.at('offers');
    await customer.checkout.chooseOffer();
    await customer.lender.identity.waitFor();
    await office.row(orderId).getByText('Offer chosen').first().waitFor();
    await office.openOrder(orderId);
    assert.match(
      await office.reasonNotTo('First charge'),
      /has not accepted the lender’s terms yet/,
    );
    await customer.lender.acceptTerms(applicant);
    await customer.lender.returnToMerchant();
    await office.state('Accepted').waitFor();
    await customer.checkout.at('accepted');
    const loanNumber = await customer.checkout.loanNumber();

    await office.page.getByRole('link', { name: 'First charge' }).click();
    await office.page.getByLabel('Amount').fill('$2,500');
    await office.page.getByRole('button', { name: 'Ask for the charge' }).click();
    await office.state('Approval asked').waitFor();
    await customer.checkout.at('charge_pending');
    const tab = await openChargeLink(customer, here.sandbox, applicant);
    await tab.lender.approveCharge(applicant, loanNumber);
    await office.state('Charge approved').waitFor();
    await office.page.getByRole('heading', { name: 'Charges' }).waitFor();
    assert.match(await office.reasonNotTo('Cancel the order'), /refund the charges instead/);
    assert.deepEqual(office.complaints, []);
  });

  it('takes the link away by itself once somebody has begun with it', async () => {
    const office = await BackOffice.open(here);
    const { url } = await office.sell({ amount: '8,400', description: 'Heat pump' });
    const customer = await here.visit({ ...phone, startsAt: 'nowhere' });
    await customer.page.goto(url);
    await customer.checkout.at('details');
    await office.page.locator('.share').waitFor();
    await customer.checkout.form.fillAbout(typedApplicant('0001'));
    await office.page.locator('.share').waitFor({ state: 'detached' });
  });

  it('leads from all of a row to its order, and covers nothing else, where a row places nothing in it', async () => {
    const office = await BackOffice.open(here);
    const { page } = office;
    const orders: string[] = [];
    for (const description of ['Heat pump', 'Furnace']) {
      orders.push((await office.sell({ amount: '8,400', description })).orderId);
    }
    for (const orderId of orders) {
      await page.getByRole('link', { name: 'Orders', exact: true }).click();
      await office.row(orderId).waitFor();
      // A row stands elsewhere before the styles have come.
      await page.waitForLoadState();
      // In WebKit what stands absolutely in a row of a table is placed by what is around the table.
      await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('tr { position: static !important; }');
        document.adoptedStyleSheets.push(sheet);
      });
      const row = await office.row(orderId).boundingBox();
      assert.ok(row !== null);
      await page.mouse.click(row.x + row.width - 8, row.y + row.height - 4);
      await page.getByRole('heading', { level: 1, name: orderId }).waitFor();
    }
  });

  it('lists what has happened before it could be told', async () => {
    const { orderId, client } = await orderAt('offers', here, typedApplicant('0001'));
    const office = await BackOffice.open(here);
    const { promise: happened, resolve: tell } = Promise.withResolvers<void>();
    await office.page.route('**/back-office/live', async (route) => {
      await happened;
      await route.fallback();
    });
    await office.search(orderId);
    await office.row(orderId).getByText('Offers shown').first().waitFor();
    const step = await client.step();
    assert.ok(step.screen === 'offers');
    await client.select(step.offers[0]?.offer_uuid ?? '');
    const elsewhere = await office.page.context().newPage();
    await elsewhere.goto(office.page.url());
    await elsewhere.getByRole('row', { name: orderId }).getByText('Offer chosen').first().waitFor();
    tell();
    await office.row(orderId).getByText('Offer chosen').first().waitFor();
  });

  it('leads to an order that is pressed while news of it comes', async () => {
    const { orderId, client } = await orderAt('offers', here, typedApplicant('0001'));
    const { page } = await BackOffice.open(here);
    await page.getByRole('link', { name: orderId }).hover();
    await page.mouse.down();
    const isNewRow = new RegExp(`${orderId}(?:(?!</tr>)[^])*Offer chosen`);
    const news = page.waitForResponse(
      async (answer) =>
        answer.request().resourceType() === 'fetch' && isNewRow.test(await answer.text()),
    );
    const step = await client.step();
    assert.ok(step.screen === 'offers');
    await client.select(step.offers[0]?.offer_uuid ?? '');
    await news;
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await page.mouse.up();
    await page.getByRole('heading', { level: 1, name: orderId }).waitFor();
  });

  it('keeps open what is read while its order changes, and says nothing of another order', async () => {
    const read = await orderAt('offers', here, typedApplicant('0001'));
    const other = await orderAt('offers', here, typedApplicant('0002'));
    const office = await BackOffice.open(here);
    await office.search(read.orderId);
    // What came while there was no connection is shown, and not said.
    const connected = office.page.waitForResponse(
      (answer) => answer.url().endsWith('/live') && !office.page.url().includes('?q='),
    );
    await office.openOrder(read.orderId);
    await connected;
    const summary = office.page.locator('#webhook-count');
    await summary.click();
    await office.page.evaluate(() => {
      const news = document.querySelector('#news');
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => said.push(news?.textContent ?? '')).observe(news as Element, {
        childList: true,
      });
    });
    for (const { client } of [other, read]) {
      const step = await client.step();
      assert.ok(step.screen === 'offers');
      await client.select(step.offers[0]?.offer_uuid ?? '');
    }
    await office.state('Offer chosen').waitFor();
    assert.equal(await office.page.locator('#webhooks').getAttribute('open'), '');
    assert.ok(await summary.evaluate((each) => each === document.activeElement));
    const said = await office.page.evaluate(() => (window as unknown as { said: string[] }).said);
    assert.ok(said.length > 0);
    for (const each of said) assert.ok(each.includes(read.orderId), each);
  });

  it('leaves a link alone that is selected while nobody has begun with it', async () => {
    const office = await BackOffice.open(here);
    const { url } = await office.sell({ amount: '8,400', description: 'Heat pump' });
    const link = office.page.locator('#link');
    await link.selectText();
    const answer = await office.page.waitForResponse(
      (each) => each.request().resourceType() === 'fetch',
    );
    await answer.finished();
    await office.page.evaluate(() => new Promise(requestAnimationFrame));
    const selected = await link.evaluate((field: HTMLInputElement) => [
      field.selectionStart,
      field.selectionEnd,
    ]);
    assert.deepEqual(selected, [0, url.length]);
  });

  it('leads to the sign-in once the session has ended in another tab, and back from there', async () => {
    const { page, url } = await BackOffice.open(here);
    const { promise: signedOut, resolve: signOut } = Promise.withResolvers<void>();
    await page.route('**/back-office/live', async (route) => {
      await signedOut;
      await route.fallback();
    });
    await page.goto(`${url}/orders?days=7`);
    const tab = await page.context().newPage();
    await tab.goto(url);
    await tab.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByLabel('Password').waitFor();
    signOut();
    await page.getByLabel('Password').fill(sandboxBackOffice.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/back-office/orders?days=7');
  });

  it('names the button that copies a link as before, also after two presses', async () => {
    const office = await BackOffice.open(here);
    await office.sell({ amount: '8,400', description: 'Heat pump' });
    const { page } = office;
    const [button, news] = [page.locator('#copy'), page.locator('#news')];
    const name = await button.textContent();
    await page.clock.install();
    // It stands: the button is read before its name has come back.
    await page.clock.pauseAt(Date.now() + 60_000);
    for (const _press of [1, 2]) {
      await news.evaluate((region) => region.replaceChildren());
      await button.click();
      await page.locator('#news:not(:empty)').waitFor({ state: 'attached' });
      assert.notEqual(await button.textContent(), name);
    }
    await page.clock.runFor(3_000);
    assert.equal(await button.textContent(), name);
  });

  it('says that the link is copied although the page is asked for again meanwhile', async () => {
    const office = await BackOffice.open(here);
    const { page } = office;
    await page.clock.install();
    const { promise: pressed, resolve: connect } = Promise.withResolvers<void>();
    await page.route('**/back-office/live', async (route) => {
      await pressed;
      await route.fallback();
    });
    await office.sell({ amount: '8,400', description: 'Heat pump' });
    const button = page.locator('#copy');
    const name = await button.textContent();
    await page.clock.pauseAt(Date.now() + 60_000);
    await button.click();
    await page.locator('#news:not(:empty)').waitFor({ state: 'attached' });
    const said = await button.textContent();
    assert.notEqual(said, name);
    const connected = page.waitForResponse('**/back-office/live');
    connect();
    await connected;
    const asked = page.waitForResponse((each) => each.request().resourceType() === 'fetch');
    await page.clock.runFor(1_500);
    await (await asked).finished();
    await page.clock.runFor(100);
    assert.equal(await button.textContent(), said);
    await page.clock.runFor(3_000);
    assert.equal(await button.textContent(), name);
  });

  it('refunds a part, and says why the rest has to wait', async () => {
    const { orderId, client } = await orderAt('charge_outcome', here, typedApplicant('0001'));
    const step = await client.step();
    const uuid = 'payment_request_uuid' in step ? step.payment_request_uuid : null;
    await here.sandbox.transaction(uuid, 'Transferred');
    const office = await BackOffice.open(here);
    await office.search(orderId);
    await office.openOrder(orderId);
    await office.page.getByRole('link', { name: 'Refund', exact: true }).click();
    await office.page.getByRole('radio', { name: 'A part of it' }).check();
    await office.page.getByLabel('Part to refund').fill('400');
    await office.page.getByRole('button', { name: 'Refund' }).click();
    await office.page.getByText('−$400.00').waitFor();
    await office.page.getByText('Another refund of it is under way.').waitFor();
    assert.deepEqual(office.complaints, []);
  });

  it('draws the money of the weeks, and gives the settlements as a file', async () => {
    const office = await BackOffice.open(here);
    await office.page.getByRole('link', { name: 'Money' }).click();
    await office.page.locator('.uplot canvas').nth(1).waitFor();
    const [file] = await Promise.all([
      office.page.waitForEvent('download'),
      office.page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^settlements-[\d-]+\.csv$/);
    assert.match(await readFile(await file.path(), 'utf8'), /^settlement_id,kind,order_id,/);
    assert.deepEqual(office.complaints, []);
  });

  async function assertListFits(width: number, orderId: string, shown: string): Promise<void> {
    const viewport = { width, height: 700 };
    const office = await BackOffice.open(here, { viewport });
    await office.search(orderId);
    await office.row(orderId).getByText(shown).first().waitFor();
    const endOf = (part: string) =>
      office.page
        .locator(part)
        .evaluate((element) => Math.round(element.getBoundingClientRect().right));
    assert.equal(await endOf('.orders'), await endOf('.filters'));
  }

  it('lists an order with the widest state within a page of 320 pixels', async () => {
    const { orderId, client } = await orderAt('charge_pending', here, typedApplicant('0001'));
    const step = await client.step();
    assert.ok(step.screen === 'charge_pending');
    await here.sandbox.paymentRequest(step.payment_request_uuid, 'reject');
    await assertListFits(320, orderId, 'Charge not approved');
  });

  it('lists an order of which a part was charged within a page of 360 pixels', async () => {
    const { orderId } = await orderAt('charge_outcome', here, typedApplicant('0002'));
    await assertListFits(360, orderId, 'Charged $7,500.00');
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`fits a phone and a desk, and is accessible, ${colorScheme}`, async () => {
      const { orderId } = await orderAt('accepted', here, typedApplicant('0001'));
      const width = colorScheme === 'light' ? 360 : 1280;
      const office = await BackOffice.open(here, { colorScheme, viewport: { width, height: 800 } });
      const { page } = office;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const content = page.locator('body');
      const look = async (name: string) =>
        assert.deepEqual(await faultsOf({ page, content }), [], name);
      await office.search(orderId);
      await look('orders');
      await office.openOrder(orderId);
      await page.locator('summary').click();
      await look('order');
      await page.getByRole('link', { name: 'First charge' }).click();
      await look('charge');
      const { url } = await office.sell({ amount: '5000', description: 'Furnace' });
      await look('sale');
      // The button says so for two seconds, which do not pass meanwhile.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.getByRole('button', { name: 'Copy the link' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), url);
      await page.clock.resume();
      await page.getByRole('link', { name: 'Money' }).click();
      await page.getByRole('heading', { level: 1, name: 'Money' }).waitFor();
      await page.waitForLoadState();
      for (const summary of await page.locator('summary').all()) await summary.click();
      await look('money');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Password').waitFor();
      await look('sign-in');
      assert.deepEqual(office.complaints, []);
    });
  }
});
