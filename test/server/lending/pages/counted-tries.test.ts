import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { preferencesLink } from '../../../../server/lending/operations/preferences/preferences-of.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { askedCharge } from './asked-charge.ts';
import { Consumer } from './consumer.ts';
import { InvitedConsumer } from './invited-consumer.ts';
import { InvitedMerchant, wrongCode } from './invited-merchant.ts';
import { PlainBrowser, type PlainPage } from './plain-browser.ts';

interface Guessing {
  browser: PlainBrowser;
  link: string;
  /** Sends the form with something wrong. */
  guess(): Promise<PlainPage>;
  /** What is said with so many tries left. */
  wrong(triesLeft: number): string;
}

const wrongDigits = { ssn_last4: '9099' };
const { identity, stepUp, charge } = en;

const forms: Record<string, (lending: TestLending) => Promise<Guessing>> = {
  'the identity question of the terms': async (lending) => {
    const { browser, link } = await Consumer.choosing(lending);
    const guess = () => browser.post(`${link}/identity`, wrongDigits);
    return { browser, link, guess, wrong: identity.wrong };
  },
  'the one-time code of the terms': async (lending) => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0005' });
    await consumer.identify();
    const { browser, link } = consumer;
    const guess = () => browser.post(`${link}/code`, { code: '654321' });
    return { browser, link, guess, wrong: stepUp.wrong };
  },
  'the question of a charge': async (lending) => {
    const { browser, link, identify } = await askedCharge(lending);
    return { browser, link, guess: () => identify(wrongDigits), wrong: charge.wrong };
  },
  'setting the Payment Portal up': async (lending) => {
    const { link } = await acceptedLoan(lending, '900-10-0009');
    const browser = new PlainBrowser(lending);
    return { browser, link, guess: () => browser.post(link, wrongDigits), wrong: identity.wrong };
  },
  'signing in to the Payment Portal': async (lending) => {
    const { consumer, link } = await acceptedLoan(lending, '900-10-0001');
    const { consumer_application_human_readable_id: loan_number } = await consumer.application();
    const browser = new PlainBrowser(lending);
    const guess = () => browser.post(`${link}/sign-in`, { ...wrongDigits, loan_number });
    return { browser, link, guess, wrong: charge.wrong };
  },
  'withdrawing the consent to electronic documents': async (lending) => {
    const consumer = await Consumer.choosing(lending);
    const application = await consumer.application();
    const link = await lending.context.database.transaction((tx) =>
      preferencesLink(lending.context, tx, application),
    );
    const { browser } = consumer;
    const guess = () => browser.post(`${link}/esign`, wrongDigits);
    return { browser, link, guess, wrong: identity.wrong };
  },
  'the identity question of an invitation': async (lending) => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.apply('900-10-0010');
    const { link } = consumer;
    const browser = new PlainBrowser(lending);
    const guess = () => browser.post(`${link}/identity`, wrongDigits);
    return { browser, link, guess, wrong: identity.wrong };
  },
  'the code of a merchant’s onboarding': async (lending) => {
    const merchant = await InvitedMerchant.invited(lending);
    await merchant.sendCode();
    const { browser, link } = merchant;
    return { browser, link, guess: () => merchant.typeCode(wrongCode), wrong: stepUp.wrong };
  },
};

async function acceptedLoan(lending: TestLending, ssn: string) {
  const consumer = await Consumer.choosing(lending, { ssn });
  await consumer.accept();
  const [message] = await consumer.messages('loan_documents');
  const links = JSON.parse(message?.links ?? '[]') as string[];
  return { consumer, link: links.find((each) => each.includes('/portal/')) ?? '' };
}

describe('a form that counts tries [asvs:safe-methods]', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  for (const [name, begin] of Object.entries(forms)) {
    it(`counts none when its page is loaded again: ${name}`, async () => {
      const { browser, link, guess, wrong } = await begin(lending);
      const refused = await guess();
      assert.deepEqual(refused.errors, [wrong(4)]);
      for (let loads = 0; loads < 5; loads += 1) {
        const page = await browser.open(link);
        assert.equal(page.heading, refused.heading);
        assert.deepEqual([page.status, page.errors], [200, []]);
      }
      assert.deepEqual((await guess()).errors, [wrong(3)]);
    });
  }
});
