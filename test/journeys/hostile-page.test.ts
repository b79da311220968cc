import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applicationOf } from '../helpers/application-of.ts';
import { until } from '../helpers/until.ts';
import { autofill } from './models/autofill.ts';
import { openHostPage } from './models/host-page.ts';
import { listenIn, lootOf } from './models/hostile-scripts.ts';
import { assertNotHeard, canaryText, press } from './models/hostile-typing.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { walkToAccepted } from './models/walk.ts';

describe('a page whose scripts listen to all that is typed on it', () => {
  const here = journey({ hasFrameProcess: true });

  it('hears none of 1,000 keys where the form is in its frame', async () => {
    await assertNotHeard(await here.visit(), here.product, 1_000);
  });

  it('hears all of them where the form is inline, which proves that it listens', async () => {
    const visit = await here.visit({ isolation: 'inline' });
    await listenIn(visit.page);
    await openHostPage(visit.page, here.product, { isolation: 'inline' });
    await visit.checkout.at('details');
    await visit.checkout.form.field('first_name').click();
    const text = canaryText(200);
    await press(visit, text);
    const { keys, texts } = await lootOf(visit.page);
    assert.ok(keys >= text.length);
    assert.ok(texts.some((each) => each.includes(text)));
  });

  it('learns steps and a handle on the whole way, and nothing about the person', async () => {
    const visit = await here.visit();
    const { page } = visit;
    await listenIn(page);
    const tokens: string[] = [];
    page.on('response', async (response) => {
      if (!/\/v1\/(checkouts|resume)$/.test(response.url())) return;
      // A body can be read only as long as its page stands there.
      const answer = await response.json().catch(() => undefined);
      if (answer !== undefined) tokens.push(answer.token);
    });
    await openHostPage(page, here.product);
    const applicant = typedApplicant('0001', {
      first_name: 'Zqxjanina',
      last_name: 'Xjqwerton',
      address_1: '77 Zqxj Street',
      city: 'Zqxjville',
      annual_income: '987654',
    });
    await walkToAccepted(visit, applicant, { isTyped: true });
    const texts = (await lootOf(page)).texts.join('\n');
    assert.match(texts, /"type":"handle"/);
    const about = [
      applicant.first_name,
      applicant.last_name,
      applicant.address_1,
      applicant.city,
      applicant.annual_income,
      applicant.email,
      applicant.phone,
      applicant.date_of_birth,
      applicant.ssn,
      applicant.ssn.replaceAll('-', ''),
    ];
    assert.deepEqual(
      about.filter((text) => texts.includes(text)),
      [],
    );
    assert.notEqual(tokens.length, 0);
    assert.deepEqual(
      tokens.filter((token) => texts.includes(token)),
      [],
    );
  });

  it('changes no contact or address that the person has gone on with', async () => {
    const { page, checkout } = await here.visit();
    const { element, form, inside } = checkout;
    const set = (name: string, value: unknown) =>
      element.evaluate((each, [key, to]) => Reflect.set(each, key, to), [name, value] as const);
    await openHostPage(page, here.product);
    await checkout.at('details');
    const applicant = typedApplicant('0001');
    const { email, phone, address_1, city, state, zip_code } = applicant;
    await set('prefill', { email, phone, address_1, city, state, zip_code });
    await until('the email of the page', async () => {
      const value = await form.field('email').inputValue();
      return value === email || undefined;
    });
    const { first_name, last_name, date_of_birth } = applicant;
    const about = { first_name, last_name, date_of_birth };
    await autofill(inside.locator('form:visible:has(#first_name)'), about);
    await form.next.click();
    const { monthly_housing_payment, annual_income } = applicant;
    const home = { employment_status: 'employed', monthly_housing_payment, annual_income };
    await autofill(inside.locator('form:visible:has(#address_1)'), home, ['housing_status']);
    await form.next.click();
    await form.part(3).waitFor();
    await set('prefill', {
      email: 'another@example.test',
      phone: '(555) 555-0199',
      address_1: '77 Zqxj Street',
      address_2: 'Apt 4',
      city: 'Dayton',
      state: 'OH',
      zip_code: '45402',
    });
    // It goes the same way, so that all before it has arrived.
    await set('headingLevel', 3);
    await inside.locator('h3.title').waitFor();
    await form.fillConsents(applicant);
    const [request] = await Promise.all([page.waitForRequest(/\/application$/), form.send()]);
    const sent: Record<string, unknown> = request.postDataJSON();
    const wanted = { email, phone: '+15555550123', address_1, city, state, zip_code };
    for (const [name, value] of Object.entries(wanted)) assert.equal(sent[name], value, name);
    assert.equal(sent.address_2, undefined);
    await checkout.at('offers');
    assert.ok(await applicationOf(here.sandbox, email));
  });
});
