import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { preferencesLink } from '../../../../server/lending/operations/preferences/preferences-of.ts';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser, type PlainPage } from '../../../helpers/plain-browser.ts';
import { askedCharge } from './asked-charge.ts';
import { Consumer } from './consumer.ts';
import { InvitedConsumer } from './invited-consumer.ts';
import { InvitedMerchant } from './invited-merchant.ts';

interface Guessing {
  browser: PlainBrowser;
  link: string;
  /** Sends the form with something wrong: for each number another answer. */
  guess(answer: number): Promise<PlainPage>;
  /** What is said with so many tries left. */
  wrong(triesLeft: number): string;
}

const wrongDigits = (answer: number) => ({ ssn_last4: String(9_099 + answer) });
const wrongCode = (answer: number) => String(654_321 + answer);
const { identity, stepUp, charge } = en;

const forms: Record<string, (lending: TestLending) => Promise<Guessing>> = {
  'the identity question of the terms': async (lending) => {
    const { browser, link } = await Consumer.choosing(lending);
    const guess = (answer: number) => browser.post(`${link}/identity`, wrongDigits(answer));
    return { browser, link, guess, wrong: identity.wrong };
  },
  'the one-time code of the terms': async (lending) => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0005' });
    await consumer.identify();
    const { browser, link } = consumer;
    const guess = (answer: number) => browser.post(`${link}/code`, { code: wrongCode(answer) });
    return { browser, link, guess, wrong: stepUp.wrong };
  },
  'the question of a charge': async (lending) => {
    const { browser, link, identify } = await askedCharge(lending);
    const guess = (answer: number) => identify(wrongDigits(answer));
    return { browser, link, guess, wrong: charge.wrong };
  },
  'setting the Payment Portal up': async (lending) => {
    const { link } = await acceptedLoan(lending, '900-10-0009');
    const browser = new PlainBrowser(lending);
    const guess = (answer: number) => browser.post(link, wrongDigits(answer));
    return { browser, link, guess, wrong: identity.wrong };
  },
  'signing in to the Payment Portal': async (lending) => {
    const { consumer, link } = await acceptedLoan(lending, '900-10-0001');
    const { consumer_application_human_readable_id: loan_number } = await consumer.application();
    const browser = new PlainBrowser(lending);
    const guess = (answer: number) =>
      browser.post(`${link}/sign-in`, { ...wrongDigits(answer), loan_number });
    return { browser, link, guess, wrong: charge.wrong };
  },
  'withdrawing the consent to electronic documents': async (lending) => {
    const consumer = await Consumer.choosing(lending);
    const application = await consumer.application();
    const link = await lending.context.database.transaction((tx) =>
      preferencesLink(lending.context, tx, application),
    );
    const { browser } = consumer;
    const guess = (answer: number) => browser.post(`${link}/esign`, wrongDigits(answer));
    return { browser, link, guess, wrong: identity.wrong };
  },
  'the identity question of an invitation': async (lending) => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.apply('900-10-0010');
    const { link } = consumer;
    const browser = new PlainBrowser(lending);
    const guess = (answer: number) => browser.post(`${link}/identity`, wrongDigits(answer));
    return { browser, link, guess, wrong: identity.wrong };
  },
  'the code of a merchant’s onboarding': async (lending) => {
    const merchant = await InvitedMerchant.invited(lending);
    await merchant.sendCode();
    const { browser, link } = merchant;
    const guess = (answer: number) => merchant.typeCode(wrongCode(answer));
    return { browser, link, guess, wrong: stepUp.wrong };
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
      const refused = await guess(0);
      assert.deepEqual(refused.errors, [wrong(4)]);
      for (let loads = 0; loads < 5; loads += 1) {
        const page = await browser.open(link);
        assert.equal(page.heading, refused.heading);
        assert.deepEqual([page.status, page.errors], [200, []]);
      }
      assert.deepEqual((await guess(1)).errors, [wrong(3)]);
    });

    it(`counts one for an answer that is sent twice: ${name}`, async () => {
      const { guess, wrong } = await begin(lending);
      await Promise.all([guess(0), guess(0)]);
      assert.deepEqual((await guess(0)).errors, [wrong(4)]);
      for (const [answer, left] of [
        [1, 3],
        [1, 3],
        [0, 2],
        [1, 1],
      ] as const) {
        assert.deepEqual((await guess(answer)).errors, [wrong(left)]);
      }
      assert.deepEqual((await guess(0)).errors, []);
    });
  }

  it('keeps no wrong answer, but a digest that is another on each link and to each code', async () => {
    for (let each = 0; each < 2; each += 1) {
      for (const begin of Object.values(forms)) await (await begin(lending)).guess(0);
    }
    const { query } = lending.context.database;
    const digests: (string | null)[] = [];
    for (const table of ['links', 'step_up_codes', 'onboarding_codes'] as const) {
      const rows = await query
        .selectFrom(table)
        .select('last_answer_digest')
        .where('last_answer_digest', 'is not', null)
        .where('failed_tries', '=', 1)
        .execute();
      digests.push(...rows.map((row) => row.last_answer_digest));
    }
    assert.equal(digests.length, 2 * Object.keys(forms).length);
    assert.equal(new Set(digests).size, digests.length);
    for (const digest of digests) assert.match(digest ?? '', /^[\w-]{43}$/);
  });
});
