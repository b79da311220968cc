import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { en } from '../../widget/strings/en.ts';
import { until } from '../helpers/until.ts';
import { fillByBrowser } from './models/autofill.ts';
import { openHostPage } from './models/host-page.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';

const applicant = typedApplicant('0001');
const { first_name, last_name, email, phone, address_1, city, state, zip_code } = applicant;
/** As Chromium keeps it of its person. */
const saved = {
  NAME_FULL: `${first_name} ${last_name}`,
  NAME_FIRST: first_name,
  NAME_LAST: last_name,
  EMAIL_ADDRESS: email,
  PHONE_HOME_WHOLE_NUMBER: phone,
  ADDRESS_HOME_LINE1: address_1,
  ADDRESS_HOME_LINE2: 'Apt 4',
  ADDRESS_HOME_CITY: city,
  ADDRESS_HOME_STATE: state,
  ADDRESS_HOME_ZIP: zip_code,
  ADDRESS_HOME_COUNTRY: 'US',
};

function holds(field: Locator, value: string): Promise<true> {
  return until('it is filled in', async () => (await field.inputValue()) === value || undefined);
}

describe('a browser that fills in the form by itself', () => {
  const here = journey({ fillsForms: true });

  /** The first part as the browser fills it in, and the second, in which the apartment is not shown. */
  async function secondPart(isolation: 'frame' | 'inline') {
    const { page, checkout } = await here.visit({ isolation, startsAt: 'nowhere' });
    await openHostPage(page, here.product, { isolation, hasFrame: isolation === 'frame' });
    await checkout.at('details');
    const { form, inside } = checkout;
    await form.field('first_name').click();
    await fillByBrowser(page, 'first_name', saved);
    await holds(form.field('email'), email);
    await form.field('date_of_birth').fill(applicant.date_of_birth);
    await form.next.click();
    await form.part(2).waitFor();
    assert.equal(await form.field('address_2').isVisible(), false);
    await form.field('address_1').click();
    return { page, form, inside };
  }

  for (const isolation of ['frame', 'inline'] as const) {
    it(`fills in the apartment as well, which is asked for then: ${isolation}`, async () => {
      const { page, form } = await secondPart(isolation);
      await fillByBrowser(page, 'address_1', saved);
      await holds(form.field('address_2'), 'Apt 4');
      assert.equal(await form.field('address_1').inputValue(), address_1);
      assert.equal(await form.field('city').inputValue(), city);
    });
  }

  it('fills in a frame that a script has written into the tag', async () => {
    const { page, checkout } = await here.visit({ startsAt: 'nowhere' });
    await openHostPage(page, here.product, { hasFrame: true });
    await checkout.element.evaluate((element) => element.replaceWith(element.cloneNode(true)));
    await checkout.at('details');
    await checkout.form.field('first_name').click();
    await fillByBrowser(page, 'first_name', saved);
    await holds(checkout.form.field('email'), email);
  });

  it('asks for an apartment once: whoever closes that again has none', async () => {
    const { page, form, inside } = await secondPart('frame');
    const { ADDRESS_HOME_LINE2: _none, ...house } = saved;
    await fillByBrowser(page, 'address_1', house);
    await form.field('address_2').waitFor();
    await inside.getByText(en.form.add.unit).click();
    await form.field('address_2').waitFor({ state: 'hidden' });
    await form.field('city').fill('Dayton');
    await holds(form.field('city'), 'Dayton');
    assert.equal(await form.field('address_2').isVisible(), false);
  });
});
