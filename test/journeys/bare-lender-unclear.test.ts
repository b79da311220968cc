import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { formatLoanNumber } from '../../widget/format/digits.ts';
import { en } from '../../widget/strings/en.ts';
import { es } from '../../widget/strings/es.ts';
import { spoilEveryRow } from '../helpers/bare-lender/list-faults.ts';
import { defaultSettings } from '../helpers/bare-lender/settings.ts';
import { lenderContact } from '../helpers/bare-testbed.ts';
import { assertAccessible } from './models/accessible-way.ts';
import { contactFacts } from './models/bare-consumer.ts';
import { startBareFront } from './models/bare-front.ts';
import { bareJourney } from './models/bare-journey.ts';
import { apply } from './models/walk.ts';

const { accepted, askLender, chargeOutcome, offers, review } = en.outcome;
const contact = contactFacts(lenderContact);
const front = await startBareFront();
const { settings, troubles, controls } = front.lender;

describe('a consumer of a lender whose answer leaves something open', () => {
  const here = bareJourney(front);
  afterEach(() => {
    Object.assign(settings, defaultSettings());
    troubles.heal();
  });

  it('is reviewed, and then sees the offers without having asked', async () => {
    const consumer = await here.consumer('Review');
    const { checkout } = consumer.visit;
    await apply(consumer.visit, consumer.applicant);
    await checkout.at('review');
    await checkout.text(review.title).waitFor();
    assert.deepEqual(await consumer.facts(), contact);
    await assertAccessible(consumer.visit);
    assert.deepEqual(consumer.told, []);
    settings.loanListsOffers = true;
    await controls.decide(consumer.loan.loanId, 'offers');
    await checkout.at('offers');
    await checkout.text(offers.title(2)).waitFor();
    await checkout.chooseOffer();
    await consumer.pages.loanNumber();
    assert.equal(consumer.visit.path, 'details → review → offers → redirect');
    assert.deepEqual(consumer.told, ['decision offers', 'offer-selected', 'redirect']);
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 0 });
  });

  it('is told whom to ask, where no offer can be drawn', async () => {
    settings.saysLoanNumber = true;
    const consumer = await here.consumer('Priceless');
    const { checkout, page } = consumer.visit;
    await apply(consumer.visit, consumer.applicant);
    await checkout.at('ask_lender');
    await checkout.text(`${askLender.unreadable} ${askLender.next}`).waitFor();
    const loanNumber = `${accepted.loanNumber}: ${formatLoanNumber(consumer.loan.number)}`;
    assert.deepEqual(await consumer.facts(), [...contact, loanNumber]);
    await assertAccessible(consumer.visit);
    assert.deepEqual(consumer.told, ['ask-lender unreadable']);
    await page.reload();
    await checkout.at('ask_lender');
    await checkout.button(en.outcome.checkAgain).click();
    await checkout.text(en.outcome.answers.refresh).waitFor();
    assert.equal(consumer.visit.path, 'details → ask_lender');
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 0 });
  });

  it('is told so in Spanish, where no answer can be read at all', async () => {
    settings.loanAnswer = 'not_found';
    troubles.next('soft_pull', { status: 200, body: '<h1>Thanks</h1>', acts: true });
    const consumer = await here.consumer(undefined, { language: 'es', isolation: 'inline' });
    const { checkout } = consumer.visit;
    await apply(consumer.visit, consumer.applicant);
    await checkout.at('ask_lender');
    const { silent, next } = es.outcome.askLender;
    await checkout.text(`${silent} ${next}`).waitFor();
    await checkout.text(lenderContact.phone).waitFor();
    assert.deepEqual(consumer.told, ['ask-lender silent']);
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 0 });
  });

  it('sees the offers that can be drawn, and reads whom to ask for the others', async () => {
    const consumer = await here.consumer('Mixed');
    const { checkout } = consumer.visit;
    await apply(consumer.visit, consumer.applicant);
    await checkout.at('offers');
    await checkout.text(offers.title(1)).waitFor();
    assert.equal(await checkout.offers.count(), 1);
    await checkout.text(offers.more.title).waitFor();
    await checkout.text(`${lenderContact.name}: ${lenderContact.phone}`).waitFor();
    await assertAccessible(consumer.visit);
    assert.deepEqual(consumer.told, ['decision offers']);
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 0 });
  });

  it('is not asked to pay again, where the lender does not confirm the charge', async () => {
    settings.saysLoanNumber = true;
    const consumer = await here.consumer();
    const { checkout, page } = consumer.visit;
    const loanNumber = await consumer.walkToAccepted();
    troubles.next('charge', 'cut_after');
    for (const list of ['pending', 'activity'] as const) spoilEveryRow(troubles, list, 'amount');
    await checkout.chargeButton.click();
    await checkout.at('working');
    // A lost answer is settled once the call's own time limit has passed.
    here.product.letTwoMinutesPass();
    await checkout.at('charge_outcome', { withinMs: 90_000 });
    const { unresolved, askShop } = chargeOutcome;
    await checkout.text(unresolved.title).waitFor();
    await checkout.text(`${unresolved.text} ${askShop}`).waitFor();
    assert.equal(await checkout.inside.getByRole('button').count(), 0);
    await assertAccessible(consumer.visit);
    troubles.heal();
    await page.reload();
    await checkout.at('charge_pending');
    await consumer.answerCharge('Approve', loanNumber);
    await checkout.text(chargeOutcome.approved.title).waitFor();
    assert.equal(
      consumer.visit.path,
      'details → offers → redirect → accepted → working → charge_outcome → charge_pending → charge_outcome',
    );
    assert.deepEqual(consumer.told.slice(3), [
      'accepted',
      'charge-outcome unresolved',
      'charge-requested',
      'charge-outcome approved',
    ]);
    assert.deepEqual(consumer.asked, { softPulls: 1, charges: 1 });
    assert.equal(consumer.charges.length, 1);
  });

  it('leaves nothing personal in an address, an event, a log, the browser or the BFF', async () => {
    assert.deepEqual(await here.leaks(), []);
  });
});
