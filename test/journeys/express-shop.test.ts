import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sandboxMerchants } from '../../server/config/sandbox-settings.ts';
import { en } from '../../widget/strings/en.ts';
import { anExpressShop } from '../helpers/express-shop.ts';
import { startBareFront } from './models/bare-front.ts';
import { bareJourney } from './models/bare-journey.ts';
import { journey } from './models/journey.ts';
import { typedApplicant } from './models/typed-applicant.ts';
import { chargeAccepted, openChargeLink, walkToAccepted, walkToLender } from './models/walk.ts';

const [overService, overBare] = [await anExpressShop(), await anExpressShop()];
const folder = await mkdtemp(join(tmpdir(), 'soft-pull-express-'));
const merchantsFile = join(folder, 'merchants.json');
const [sandboxEntry] = sandboxMerchants('');
await writeFile(merchantsFile, JSON.stringify([{ ...sandboxEntry, ...overService.entry }]));
const front = await startBareFront(overBare.entry);

describe('a shop in Express, over the embedded service', () => {
  const here = journey({ environment: { MERCHANTS_FILE: merchantsFile } });
  before(() => overService.start(here.product.bffUrl));
  after(async () => {
    overService.stop();
    await rm(folder, { recursive: true });
  });

  it('sells, is paid and gives the money back, and learns of each by webhook', async () => {
    const page = await overService.order('8400.00');
    const visit = await here.visit({ startsAt: 'nowhere' });
    await visit.page.goto(page);
    const applicant = typedApplicant('0001');
    await walkToAccepted(visit, applicant);
    await overService.reaches(page, 'financed');
    const loanNumber = await visit.checkout.loanNumber();
    await overService.act(page, 'charge');
    await visit.checkout.at('charge_pending');
    const tab = await openChargeLink(visit, here.sandbox, applicant);
    await tab.lender.approveCharge(applicant, loanNumber);
    await visit.checkout.at('charge_outcome');
    await overService.reaches(page, 'paid');
    await overService.act(page, 'refund');
    await overService.reaches(page, 'refunded');
  });

  it('is not paid by the charge of a loan for less than the order', async () => {
    const page = await overService.order('8400.00');
    const visit = await here.visit({ startsAt: 'nowhere' });
    await visit.page.goto(page);
    const applicant = typedApplicant('0002');
    await walkToAccepted(visit, applicant);
    const id = await visit.checkout.element.evaluate((each) => Reflect.get(each, 'checkoutId'));
    await here.sandbox.application(String(id), 'activate-portal');
    await visit.page.reload();
    await chargeAccepted(visit, here.sandbox, applicant);
    const { pays } = en.outcome.accepted;
    await visit.checkout.text(pays.part('$7,500.00', '$8,400.00')).waitFor();
    await overService.reaches(page, 'paid in part');
  });

  it('sells an order in another checkout when the consumer starts again', async () => {
    const page = await overService.order('8400.00');
    const visit = await here.visit({ startsAt: 'nowhere' });
    await visit.page.goto(page);
    const first = await overService.clientToken(page);
    const applicant = typedApplicant('0001');
    await walkToLender(visit, applicant);
    await visit.lender.declineTerms(applicant);
    await visit.lender.returnToMerchant();
    await visit.checkout.at('cancelled');
    await overService.reaches(page, 'cancelled');
    await visit.checkout.button(en.common.startAgain).click();
    await walkToAccepted(visit, typedApplicant('0001'));
    await overService.reaches(page, 'financed');
    assert.notEqual(await overService.clientToken(page), first);
  });
});

describe('the same shop, over a lender that says no more than it must', () => {
  const here = bareJourney(front);
  before(() => overBare.start(here.product.bffUrl));
  after(() => overBare.stop());

  it('sells, is paid and gives the money back, and learns of each by webhook', async () => {
    const page = await overBare.order('8400.00');
    const consumer = await here.consumer(undefined, { startsAt: 'nowhere' });
    await consumer.visit.page.goto(page);
    const loanNumber = await consumer.walkToAccepted();
    await overBare.reaches(page, 'financed');
    await overBare.act(page, 'charge');
    await consumer.visit.checkout.at('charge_pending');
    await consumer.answerCharge('Approve', loanNumber);
    await consumer.visit.checkout.at('charge_outcome');
    await overBare.reaches(page, 'paid');
    await overBare.act(page, 'refund');
    await overBare.reaches(page, 'refunded');
  });
});
