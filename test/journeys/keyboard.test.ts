import assert from 'node:assert/strict';
import { it } from 'node:test';
import { stateNames } from '../../widget/contract/us-states.ts';
import { en } from '../../widget/strings/en.ts';
import { booksOf } from './lenders-books.ts';
import { CheckoutPage } from './models/checkout-page.ts';
import { journey } from './models/journey.ts';
import { Keyboard } from './models/keyboard.ts';
import { openOwnPage, shown } from './models/own-page.ts';
import { fullName, type TypedApplicant, typedApplicant } from './models/typed-applicant.ts';
import type { Visit } from './models/visit.ts';
import { chargeLink } from './models/walk.ts';

const here = journey({ hasFrameProcess: true });

for (const isolation of ['frame', 'inline'] as const) {
  it(`walks the whole way by keyboard alone: ${isolation} [wcag:keyboard]`, async () => {
    const visit = await here.visit({ isolation });
    const applicant = typedApplicant('0001');
    const { checkout, lender, page } = visit;
    const keyboard = new Keyboard(page);
    await checkout.at('details');
    await typeApplication(visit, applicant, keyboard);
    await checkout.at('offers');
    await keyboard.press(checkout.offers.first(), 'Enter');
    await keyboard.press(checkout.chooseButtons.first(), 'Enter');
    await keyboard.type(lender.lastFour, applicant.ssn.slice(-4));
    await keyboard.press(lender.identityButton, 'Enter');
    await keyboard.type(lender.signature, fullName(applicant));
    await keyboard.press(lender.agreeBox);
    await keyboard.press(lender.acceptButton, 'Enter');
    await keyboard.press(lender.wayBack, 'Enter');
    await checkout.at('accepted');
    const loanNumber = await checkout.loanNumber();
    await keyboard.press(checkout.chargeButton);
    await checkout.at('charge_pending');
    await page.goto(await chargeLink(here.sandbox, applicant));
    await keyboard.type(lender.lastFour, applicant.ssn.slice(-4));
    await keyboard.type(lender.chargeLoanNumber, loanNumber);
    await keyboard.press(lender.identityButton);
    await keyboard.press(lender.approveButton);
    await lender.chargeApproved.waitFor();
    await page.goto(here.product.demoUrl);
    await checkout.at('charge_outcome');
    assert.deepEqual(await booksOf(here.sandbox, applicant.email), { softPulls: 1, charges: 1 });
  });

  it(`leads through the form and out of it again by Tab: ${isolation} [wcag:no-trap]`, async () => {
    const { context } = await here.visit({ startsAt: 'nowhere' });
    const { bffUrl } = here.product;
    const { page } = await openOwnPage(context, here.product, {
      head: `<script type="module" src="${bffUrl}/v1/soft-pull-checkout.js"></script>`,
      body: `<soft-pull-checkout server="${bffUrl}" merchant="pk_sandbox_hillside" amount="8400.00"
        isolation="${isolation}"></soft-pull-checkout><button>Below</button>`,
    });
    await shown(page, 'soft-pull-checkout');
    const { form } = new CheckoutPage(page, en, isolation, { hasFrameProcess: true });
    const keyboard = new Keyboard(page);
    await keyboard.reach(form.field('first_name'));
    await keyboard.reach(form.next);
    await keyboard.reach(page.getByRole('button', { name: 'Below' }));
  });
}

async function typeApplication(
  { checkout: { form } }: Visit,
  applicant: TypedApplicant,
  keyboard: Keyboard,
): Promise<void> {
  for (const name of ['first_name', 'last_name', 'date_of_birth', 'phone', 'email'] as const) {
    await keyboard.type(form.field(name), applicant[name]);
  }
  await keyboard.press(form.next);
  await keyboard.type(form.field('address_1'), applicant.address_1);
  await keyboard.type(form.field('city'), applicant.city);
  await keyboard.choose(form.field('state'), stateNames.CO);
  await keyboard.type(form.field('zip_code'), applicant.zip_code);
  await keyboard.press(form.housing('own'));
  await keyboard.type(form.field('monthly_housing_payment'), applicant.monthly_housing_payment);
  await keyboard.choose(form.field('employment_status'), en.form.employment.employed);
  await keyboard.type(form.field('annual_income'), applicant.annual_income);
  await keyboard.press(form.next);
  await keyboard.type(form.field('ssn'), applicant.ssn);
  await keyboard.press(form.field('esign_consent'));
  await keyboard.press(form.field('privacy_notice_ack'));
  await keyboard.reach(form.agree);
  await form.readAuthorization();
  await keyboard.press(form.agree);
}
