import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { en } from '../../server/lending/pages/strings/en.ts';
import { selectOfferResponse } from '../../server/lending-api/offers.ts';
import { answered } from '../helpers/answered.ts';
import { aNewPersonsSoftPull, decidedSoftPull } from '../helpers/soft-pull.ts';
import { lenderFront } from './models/lender-front.ts';

const here = lenderFront();

/** Somebody with an offer before the identity question of its terms, come from another page. */
async function arrive(): Promise<Page> {
  const { lending } = here;
  const { offers } = await decidedSoftPull(lending, aNewPersonsSoftPull());
  const path = `/api/v1/sponsor/consumers/offers/${offers[0]?.offer_uuid}/select/`;
  const chosen = await answered(await lending.call('PATCH', path, { body: {} }), 200);
  const { consumer_invitation_link } = selectOfferResponse.parse(chosen);
  const page = await here.visit('en', 'light');
  await page.goto(new URL('/pages/lender.svg', consumer_invitation_link).href);
  await page.goto(consumer_invitation_link);
  return page;
}

async function identify(page: Page, digits: string): Promise<void> {
  await page.locator('#ssn_last4').fill(digits);
  await page.getByRole('button', { name: en.identity.button }).click();
}

function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

describe('a form of the lender that was refused', () => {
  it('lets its reader go back from the page that followed, to no error of the browser', async () => {
    const page = await arrive();
    await identify(page, '9099');
    await page.getByRole('alert').getByText(en.identity.wrong(4)).waitFor();
    await identify(page, '0001');
    await heading(page, en.terms.title).waitFor();
    let pagesBack = 0;
    for (;;) {
      await page.goBack();
      if (page.url().endsWith('.svg')) break;
      await heading(page, en.terms.title).waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
      pagesBack += 1;
    }
    assert.ok(pagesBack > 0);
  });

  it('is sent once, however often the page is loaded again', async () => {
    const page = await arrive();
    await identify(page, '9099');
    await page.getByRole('alert').getByText(en.identity.wrong(4)).waitFor();
    assert.match(await page.title(), new RegExp(`^${en.common.errorPrefix}`));
    const methods: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) methods.push(request.method());
    });
    for (let loads = 0; loads < 5; loads += 1) {
      await page.reload();
      await heading(page, en.identity.title).waitFor();
      assert.equal(await page.getByRole('alert').count(), 0);
    }
    assert.deepEqual(new Set(methods), new Set(['GET']));
    await identify(page, '9098');
    await page.getByRole('alert').getByText(en.identity.wrong(3)).waitFor();
  });
});
