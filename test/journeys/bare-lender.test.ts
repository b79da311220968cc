import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleTexts } from '../../server/lending-api/texts/sample-texts.ts';
import { formatLoanNumber } from '../../widget/format/digits.ts';
import { en } from '../../widget/strings/en.ts';
import { lenderContact } from '../helpers/bare-testbed.ts';
import { assertAccessible } from './models/accessible-way.ts';
import { contactFacts } from './models/bare-consumer.ts';
import { startBareFront } from './models/bare-front.ts';
import { bareJourney } from './models/bare-journey.ts';
import { apply, walkToOffers } from './models/walk.ts';

const { answers, offers, noOffers, accepted, chargeOutcome, cancelled } = en.outcome;
const { problems } = en.common;

/** Of the sample order. */
const amount = '$8,400.00';
const tillAccepted = ['decision offers', 'offer-selected', 'redirect', 'accepted'];

const front = await startBareFront();

describe('a consumer of a lender that says no more than it must', () => {
  const here = bareJourney(front);

  it('is approved, accepts the terms and approves the charge, and reads nothing invented', async () => {
    const consumer = await here.consumer();
    const { visit, pages } = consumer;
    const { checkout } = visit;
    await walkToOffers(visit, consumer.applicant);
    assert.deepEqual(await checkout.inside.locator('.subtitle').allInnerTexts(), [
      offers.unnamed(24),
      offers.unnamed(60),
    ]);
    for (const index of [0, 1]) await checkout.openOffer(index);
    const loanAmount = `${offers.amount}: ${amount}`;
    assert.deepEqual(await consumer.facts(), [loanAmount, loanAmount]);
    const screen = await consumer.screen();
    const hardInquiry = sampleTexts.current('hard_inquiry_line', 'en', '2026-03-02').text;
    const invented = [hardInquiry, offers.noHardInquiry, offers.rate, offers.total];
    assert.deepEqual(
      invented.filter((words) => screen.includes(words)),
      [],
    );
    const { name, nmls_id } = lenderContact;
    assert.ok(screen.includes(offers.lender(name, nmls_id)));
    await assertAccessible(visit);
    await checkout.chooseOffer();
    const loanNumber = await pages.loanNumber();
    await pages.answerTerms('Accept the terms');
    await checkout.at('accepted');
    assert.deepEqual(await consumer.facts(), []);
    await assertAccessible(visit);
    await checkout.chargeButton.click();
    await checkout.at('charge_pending');
    // This lender says the number nowhere before the rows of its charges.
    const said = formatLoanNumber(consumer.loan.number);
    await checkout.inside.locator('.number', { hasText: said }).waitFor();
    await assertAccessible(visit);
    await consumer.answerCharge('Approve', loanNumber);
    await checkout.at('charge_outcome');
    await checkout.text(chargeOutcome.approved.title).waitFor();
    assert.equal(
      visit.path,
      'details → offers → redirect → accepted → charge_pending → charge_outcome',
    );
    assert.deepEqual(consumer.told, [
      ...tillAccepted,
      'charge-requested',
      'charge-outcome approved',
    ]);
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 1 });
  });

  it('has no offers, and is promised no letter', async () => {
    const consumer = await here.consumer('Declined');
    const { visit } = consumer;
    await apply(visit, consumer.applicant);
    await visit.checkout.at('no_offers');
    await visit.checkout.text(noOffers.none).waitFor();
    assert.deepEqual(await consumer.facts(), contactFacts(lenderContact));
    const screen = await consumer.screen();
    const { text, paper, notice } = noOffers;
    assert.deepEqual(
      [text, paper, ...Object.values(notice)].filter((words) => screen.includes(words)),
      [],
    );
    await assertAccessible(visit);
    assert.equal(visit.path, 'details → no_offers');
    assert.deepEqual(consumer.told, ['decision no_offers']);
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 0 });
  });

  it('declines the terms', async () => {
    const consumer = await here.consumer();
    const { visit, pages } = consumer;
    await consumer.walkToTerms();
    await pages.answerTerms('Decline the terms');
    await visit.checkout.at('cancelled');
    await visit.checkout.text(cancelled.terms_declined.title).waitFor();
    await assertAccessible(visit);
    assert.equal(visit.path, 'details → offers → redirect → cancelled');
    assert.deepEqual(consumer.told, ['decision offers', 'offer-selected', 'redirect']);
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 0 });
  });

  it('rejects the charge, and may ask for it again', async () => {
    const consumer = await here.consumer();
    const { checkout } = consumer.visit;
    const loanNumber = await consumer.walkToAccepted();
    await checkout.chargeButton.click();
    await checkout.at('charge_pending');
    await consumer.answerCharge('Reject', loanNumber);
    await checkout.at('charge_outcome');
    await checkout.text(chargeOutcome.rejected.title).waitFor();
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 1 });
    await checkout.chargeAgainButton.click();
    await checkout.at('charge_pending');
    await consumer.answerCharge('Approve', loanNumber);
    await checkout.text(chargeOutcome.approved.title).waitFor();
    assert.deepEqual(consumer.told, [
      ...tillAccepted,
      'charge-requested',
      'charge-outcome rejected',
      'charge-requested',
      'charge-outcome approved',
    ]);
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 2 });
    assert.deepEqual(
      consumer.charges.map(({ state }) => state),
      ['rejected', 'Pending'],
    );
  });

  it('is invited to the Payment Portal by their own press, sets it up, and is charged', async () => {
    const consumer = await here.consumer('Portalless');
    const { visit } = consumer;
    const { checkout } = visit;
    const loanNumber = await consumer.walkToAccepted();
    await checkout.chargeButton.click();
    await checkout.text(accepted.blocked.portal_required.title).waitFor();
    await checkout.text(problems.portal_required.title).waitFor();
    await assertAccessible(visit);
    assert.equal(consumer.loan.portalEmails, 0);
    for (let presses = 0; presses < 2; presses += 1) {
      await checkout.button(accepted.invite).click();
      await checkout.text(answers.invite_to_portal).waitFor();
    }
    const tab = await consumer.tab();
    await tab.pages.setUpPortal(consumer.loan.loanId);
    await tab.pages.returnToMerchant();
    await tab.visit.checkout.at('accepted');
    assert.ok(!tab.visit.page.url().includes('soft_pull_resume'));
    await tab.visit.checkout.chargeButton.click();
    await tab.visit.checkout.at('charge_pending');
    await checkout.at('charge_pending');
    await consumer.answerCharge('Approve', loanNumber);
    await checkout.text(chargeOutcome.approved.title).waitFor();
    assert.equal(consumer.loan.portalEmails, 1);
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 2 });
    assert.equal(consumer.charges.length, 1);
  });

  it('cannot be reached by text, and reads what to do', async () => {
    const consumer = await here.consumer('Unreachable');
    const { visit } = consumer;
    await consumer.walkToAccepted();
    await visit.checkout.chargeButton.click();
    const { title, text } = problems.consumer_unreachable;
    await visit.checkout.text(title).waitFor();
    await visit.checkout.text(text).waitFor();
    await assertAccessible(visit);
    assert.deepEqual(consumer.told, [...tillAccepted, 'error consumer_unreachable']);
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 1 });
    assert.equal(consumer.charges.length, 0);
  });

  it('leaves nothing personal in an address, an event, a log, the browser or the BFF', async () => {
    assert.deepEqual(await here.leaks(), []);
  });
});
