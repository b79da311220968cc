import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { minuteMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../helpers/lending.ts';
import { PlainBrowser } from '../../../helpers/plain-browser.ts';
import { InvitedConsumer, type Step, typed } from './invited-consumer.ts';

const text = en.apply;
const merchant = 'Hillside Heating & Air';

describe('the form of an invited consumer', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  /** Sends the form's first page with cookies; answers those that the browser then has. */
  async function cookiesAfter({ link }: InvitedConsumer, cookie: string) {
    const { pathname } = new URL(link);
    const answer = await lending.app.request(`${pathname}/apply/contact`, {
      method: 'POST',
      headers: {
        cookie,
        origin: 'http://localhost:8788',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(typed.contact).toString(),
    });
    const set = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    const named = (name: string) =>
      [...set, ...cookie.split('; ')].find((pair) => pair.startsWith(`${name}=`)) ?? '';
    return { visit: named('form-visit'), draft: named('draft') };
  }

  it('says who lends, and starts nothing by being looked at', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const page = await consumer.browser.open(consumer.link);
    assert.equal(page.heading, text.startTitle(merchant));
    assert.doesNotMatch(page.text, /Ada/);
    assert.match(page.text, /Sample Lending Bank/);
    assert.match(page.text, /Subject to credit approval/);
    assert.match(page.text, /IMPORTANT INFORMATION ABOUT PROCEDURES/);
    assert.match(page.text, /FACTS: What does Sample Lending Bank/);
    assert.match(page.headers.get('content-security-policy') ?? '', /form-action 'self'/);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal((await consumer.application()).status, 'Invited');
  });

  it('is Started with the button, and begins empty: who has the link need not be who was invited', async () => {
    const consumer = await InvitedConsumer.invited(lending, { requested_amount: '8400.00' });
    const page = await consumer.start();
    assert.equal(page.heading, text.steps.contact);
    assert.match(page.text, /Step 1 of 5/);
    assert.ok(page.text.includes(text.keptFor(30)));
    assert.deepEqual(new Set(Object.values(page.values)), new Set(['']));
    assert.doesNotMatch(page.said, /8400|@example.test/);
    assert.equal((await consumer.application()).status, 'Started');
  });

  it('leads through every page with its notices to the authorization', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    const consents = await consumer.send('contact');
    assert.equal(consents.heading, text.steps.consents);
    assert.match(consents.text, /Consent to electronic records and signatures/);
    assert.match(consents.text, /FACTS: What does/);
    assert.match(consents.text, /Reply STOP/);
    assert.doesNotMatch(consents.html, /\bchecked\b/);
    assert.equal((await consumer.send('consents')).heading, text.steps.home);
    const income = await consumer.send('home');
    assert.equal(income.heading, text.steps.income);
    assert.match(income.text, /Alimony, child support/);
    assert.match(income.text, /Why we ask/);
    assert.match(income.text, /Ohio laws against discrimination/);
    assert.doesNotMatch(income.text, /married/i);
    const page = await consumer.send('income');
    assert.equal(page.heading, text.steps.authorize);
    assert.match(page.text, /I authorize Sample Lending Bank/);
    assert.match(page.html, /<div class="authorization">.*<\/div>\s*<div class="actions"><button/s);
  });

  for (const [state, notice] of [
    ['NY', /New York residents/],
    ['CA', /California residents/],
    ['WI', /Wisconsin residents/],
  ] as const) {
    it(`has the notice of ${state}`, async () => {
      const consumer = await InvitedConsumer.invited(lending);
      await consumer.start();
      await consumer.send('contact');
      await consumer.send('consents');
      const page = await consumer.send('home', { state });
      assert.match(page.text, notice);
      assert.doesNotMatch(page.text, /Ohio laws/);
    });
  }

  for (const [step, change, message] of [
    ['contact', { first_name: '' }, text.fields.first_name.missing],
    ['contact', { requested_amount: '499' }, text.invalid.requested_amount],
    ['contact', { requested_amount: 'much' }, text.invalid.requested_amount],
    ['contact', { email: 'ada' }, text.invalid.email],
    ['contact', { phone: '555-0123' }, text.invalid.phone],
    ['contact', { last_name: 'S'.repeat(51) }, text.invalid.other],
    ['contact', { first_name: 'Claim it at evil.example' }, text.invalid.other],
    ['contact', { suffix: 'II/III' }, text.invalid.other],
    ['consents', { esign_consent: '' }, text.fields.esign_consent.missing],
    ['consents', { privacy_notice_ack: '' }, text.fields.privacy_notice_ack.missing],
    ['home', { date_of_birth: '13/41/1985' }, text.invalid.date_of_birth],
    ['home', { date_of_birth: '4/12/85' }, text.shortYear],
    ['home', { date_of_birth: '041285' }, text.shortYear],
    ['home', { date_of_birth: '04/12/2012' }, text.underAge],
    ['home', { address_1: 'P.O. Box 7' }, text.invalid.address_1],
    ['home', { address_1: 'Apdo. postal 7' }, text.invalid.address_1],
    ['home', { state: '' }, text.fields.state.missing],
    ['home', { zip_code: '4540' }, text.invalid.zip_code],
    ['home', { zip_code: '45402-12' }, text.invalid.zip_code],
    ['income', { housing_status: '' }, text.fields.housing_status.missing],
    ['income', { annual_income: '0' }, text.invalid.annual_income],
    ['income', { ssn: '' }, text.fields.ssn.missing],
    ['income', { ssn: '12345' }, text.invalid.ssn],
    ['income', { ssn: '123-45-6789' }, text.ssnRefused],
  ] as const satisfies readonly (readonly [Step, Record<string, string>, string])[]) {
    it(`asks again: ${step} with ${JSON.stringify(change)}`, async () => {
      const consumer = await InvitedConsumer.invited(lending);
      await consumer.start();
      for (const before of ['contact', 'consents', 'home', 'income'] as const) {
        if (before === step) break;
        await consumer.send(before);
      }
      const page = await consumer.send(step, change);
      assert.equal(page.status, 200);
      assert.deepEqual(page.errors, [message]);
      const [field = ''] = Object.keys(change);
      assert.deepEqual(page.invalid, { [field]: message });
      assert.equal(page.heading, text.steps[step]);
    });
  }

  it('reads what was typed or pasted in other ways', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const page = await consumer.fillIn({
      contact: { requested_amount: '8,400.' },
      home: { date_of_birth: '04121985', zip_code: '45402\u20131234' },
      income: {
        monthly_housing_payment: '1250.',
        annual_income: '$84,000.',
        ssn: '\u202a900.10\u20110001\u202c',
      },
    });
    assert.deepEqual(page.errors, []);
    assert.equal(page.heading, text.steps.authorize);
  });

  it('takes a name that was pasted from where it was garbled', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    const page = await consumer.send('contact', { last_name: 'Pe\uFFFDa' });
    assert.equal(page.heading, text.steps.consents);
  });

  it('keeps what was typed over an error, sealed, and in no address', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    const page = await consumer.send('contact', { last_name: '', first_name: '<b>Zoë' });
    assert.equal(page.status, 200);
    assert.match(page.html, /value="&lt;b&gt;Zoë"/);
    const drafts = await consumer.drafts();
    for (const { draft_sealed } of drafts) assert.doesNotMatch(draft_sealed, /Zoë|614555/);
  });

  it('asks for a name again that a draft has and that no longer can be one, and for nothing else', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.fillIn();
    await consumer.send('contact', { last_name: 'evil.example' });
    const page = await consumer.browser.open(`${consumer.link}/apply/authorize`);
    assert.equal(page.heading, text.steps.contact);
    assert.equal(page.values.last_name, 'evil.example');
    await consumer.send('contact');
    await consumer.authorize();
    assert.equal((await consumer.application()).status, 'Approved: Offers Available');
  });

  it('keeps the boxes that were ticked, and ticks no other', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    await consumer.send('contact');
    const page = await consumer.send('consents', { privacy_notice_ack: '', sms_consent: '' });
    assert.deepEqual(page.ticked, ['esign_consent']);
  });

  it('gives back no tick that was for an earlier text', async (t) => {
    const fiveToMidnight = Date.UTC(2026, 11, 1, 4, 55);
    const late = await startTestLending({}, undefined, undefined, fiveToMidnight);
    t.after(() => late.close());
    const consumer = await InvitedConsumer.invited(late);
    await consumer.start();
    await consumer.send('contact');
    await consumer.send('consents');
    const open = () => consumer.browser.open(`${consumer.link}/apply/consents`);
    const before = await open();
    assert.deepEqual(before.ticked, ['esign_consent', 'privacy_notice_ack', 'sms_consent']);
    late.tick(10 * minuteMs);
    const after = await open();
    assert.notEqual(after.hidden.esign_consent_version, before.hidden.esign_consent_version);
    assert.equal(after.hidden.privacy_notice_version, before.hidden.privacy_notice_version);
    assert.deepEqual(after.ticked, ['privacy_notice_ack']);
  });

  it('never writes the Social Security number into a page, and keeps it all the same', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    await consumer.send('contact');
    await consumer.send('consents');
    await consumer.send('home');
    const page = await consumer.send('income', { annual_income: 'none' });
    assert.equal(page.status, 200);
    assert.doesNotMatch(page.html, /900-?10-?0001/);
    assert.match(page.text, new RegExp(text.ssnKept('0001').slice(0, 30)));
    assert.equal((await consumer.send('income', { ssn: '' })).heading, text.steps.authorize);
  });

  it('does not say of a number that was refused that it is kept', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    await consumer.send('contact');
    await consumer.send('consents');
    await consumer.send('home');
    const page = await consumer.send('income', { ssn: '123-45-6789' });
    assert.deepEqual(page.errors, [text.ssnRefused]);
    assert.ok(!page.text.includes(text.ssnKept('6789')));
    assert.ok(page.text.includes(text.fields.ssn.hint));
  });

  it('lets nobody skip a page, and lets everybody go back', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    const skipped = await consumer.browser.open(`${consumer.link}/apply/authorize`);
    assert.equal(skipped.heading, text.steps.contact);
    await consumer.send('contact');
    const back = await consumer.browser.open(`${consumer.link}/apply/contact`);
    assert.match(back.html, /value="\(614\) 555-0123"/);
    const resumed = await consumer.browser.open(consumer.link);
    assert.equal(resumed.heading, text.steps.consents);
    const unknown = await consumer.browser.open(`${consumer.link}/apply/elsewhere`);
    assert.equal(unknown.status, 404);
  });

  it('keeps what was typed on a page that the consumer goes back from, finished or not', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const first = await consumer.start();
    assert.doesNotMatch(first.html, /name="back"/);
    await consumer.send('contact');
    await consumer.send('consents');
    const income = await consumer.send('home');
    const buttons = [...income.html.matchAll(/<button type="submit"([^>]*)>(.*?)<\/button>/g)];
    assert.deepEqual(
      buttons.slice(0, 2).map(([, attributes, name]) => [attributes, name]),
      [
        ['', text.next],
        [' class="quiet" name="back" value="yes"', text.back],
      ],
    );
    const unfinished = { annual_income: '91,000', ssn: '', back: 'yes' };
    const home = await consumer.send('income', unfinished);
    assert.equal(home.heading, text.steps.home);
    assert.doesNotMatch(home.html, /role="alert"/);
    const again = await consumer.send('home');
    assert.equal(again.values.annual_income, '91,000');
    assert.doesNotMatch(again.html, /role="alert"/);
  });

  it('shows what was typed in the browser that typed it alone, for half an hour', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    await consumer.send('contact');
    const other = await new PlainBrowser(lending).open(`${consumer.link}/apply/contact`);
    assert.doesNotMatch(other.html, /614\) 555-0123/);
    await lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds: 30 * 60 } });
    const late = await consumer.browser.open(`${consumer.link}/apply/contact`);
    assert.doesNotMatch(late.html, /614\) 555-0123/);
    assert.deepEqual(await consumer.drafts(), []);
  });

  it('says that what was typed is gone half an hour later, and keeps what comes then', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.fillIn();
    lending.tick(30 * minuteMs);
    const over = await consumer.authorize();
    assert.equal(over.heading, text.steps.contact);
    assert.ok(over.text.includes(text.draftOver(30)));
    assert.match(over.html, new RegExp(`<title>${en.common.errorPrefix} `));
    const again = await consumer.browser.open(`${consumer.link}/apply/contact`);
    assert.ok(!again.text.includes(text.draftOver(30)), 'said once');
    await consumer.send('contact');
    lending.tick(30 * minuteMs);
    const late = await consumer.send('home');
    assert.equal(late.heading, text.steps.contact);
    assert.ok(late.text.includes(text.draftOver(30)));
    await consumer.send('contact');
    assert.equal((await consumer.send('consents')).values.city, typed.home.city);
  });

  it('says nothing of the kind where the first page is the late one', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    await consumer.send('contact', { last_name: '' });
    lending.tick(30 * minuteMs);
    assert.equal((await consumer.send('contact')).heading, text.steps.consents);
  });

  it('signs no other text than was shown', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.fillIn();
    const page = await consumer.authorize({ soft_pull_consent_text_sha256: '0'.repeat(64) });
    assert.equal(page.status, 200);
    assert.match(page.text, new RegExp(text.changed));
    assert.equal((await consumer.application()).status, 'Started');
  });

  it('is in Spanish where the merchant said so', async () => {
    const consumer = await InvitedConsumer.invited(lending, { locale: 'es' });
    assert.equal(
      (await consumer.browser.open(consumer.link)).heading,
      es.apply.startTitle(merchant),
    );
    const page = await consumer.fillIn();
    assert.equal(page.heading, es.apply.steps.authorize);
    assert.match(page.text, /Autorizo a Sample Lending Bank/);
  });

  it('keeps what was typed for 30 minutes after each step, though the browser is closed', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const { browser, link } = consumer;
    await consumer.start();
    await consumer.send('contact');
    lending.tick(29 * minuteMs);
    browser.restart();
    assert.equal((await consumer.send('consents')).heading, text.steps.home);
    lending.tick(29 * minuteMs);
    browser.restart();
    const { values } = await browser.open(`${link}/apply/contact`);
    assert.equal(values.first_name, typed.contact.first_name);
    lending.tick(minuteMs);
    const over = await browser.open(`${link}/apply/contact`);
    assert.equal(over.values.first_name, '');
  });

  it('keeps no draft under a secret that the service did not make', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const other = await InvitedConsumer.invited(lending);
    await consumer.start();
    await other.start();
    const ofOther = await cookiesAfter(other, '');
    const own = await cookiesAfter(consumer, '');
    for (const { visit, draft: planted } of [
      { visit: '', draft: 'draft=chosen-by-somebody' },
      ofOther,
      // The right secret, in another visit.
      { visit: ofOther.visit, draft: own.draft },
      { visit: '', draft: own.draft },
    ]) {
      const given = await cookiesAfter(consumer, `${visit}; ${planted}`);
      assert.match(given.draft, /^draft=[\w-]{43}$/);
      assert.notEqual(given.draft, planted);
      assert.deepEqual(await cookiesAfter(consumer, `${given.visit}; ${given.draft}`), given);
    }
    const { id } = await consumer.application();
    const ids = (await consumer.drafts()).filter(({ application_id }) => application_id === id);
    assert.equal(ids.length, 5);
  });

  it('keeps twenty drafts: the one that was left longest gives way', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.start();
    await consumer.send('contact');
    const { id } = await consumer.application();
    const live = async () =>
      (await consumer.drafts()).filter(({ application_id }) => application_id === id);
    const [own] = await live();
    for (let made = 0; made < 19; made += 1) {
      lending.tick(1_000);
      await cookiesAfter(consumer, '');
    }
    assert.equal((await live()).length, 20);
    lending.tick(1_000);
    await consumer.send('consents');
    await cookiesAfter(consumer, '');
    const kept = await live();
    assert.equal(kept.length, 20);
    assert.ok(kept.some((draft) => draft.id === own?.id));
    for (let made = 0; made < 20; made += 1) {
      lending.tick(1_000);
      await cookiesAfter(consumer, '');
    }
    assert.ok(!(await live()).some((draft) => draft.id === own?.id));
    assert.equal((await consumer.send('home')).heading, text.steps.contact);
  });

  it('takes no form of another page', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    const page = await consumer.browser.post(
      `${consumer.link}/start`,
      {},
      { origin: 'https://evil.example' },
    );
    assert.equal(page.status, 403);
    assert.equal((await consumer.application()).status, 'Invited');
  });
});
