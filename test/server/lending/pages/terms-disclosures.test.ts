import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { en } from '../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../server/lending/pages/strings/es.ts';
import { dayMs } from '../../../helpers/durations.ts';
import { startTestLending, type TestLending, testStart } from '../../../helpers/lending.ts';
import { Consumer } from './consumer.ts';

describe('what the terms page discloses', () => {
  let lending: TestLending;
  before(async () => {
    lending = await startTestLending();
  });
  after(() => lending.close());

  it('discloses what Regulation Z asks for, with the figures that were offered', async () => {
    const consumer = await Consumer.choosing(lending, { ssn: '900-10-0009' });
    const [offer] = consumer.offers;
    assert.ok(offer);
    const { text, html } = await consumer.identify();
    const dollars = (amount: string) =>
      Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
    for (const figure of [
      `Annual Percentage Rate The cost of your credit as a yearly rate. ${offer.apr}% (e)`,
      `Finance Charge The dollar amount the credit will cost you. ${dollars(offer.finance_charge)} (e)`,
      `provided to you or on your behalf. ${dollars(offer.amount_financed)} (e)`,
      `made all payments as scheduled. ${dollars(offer.total_of_payments)} (e)`,
      `59 ${dollars(offer.monthly_payment)} (e) Monthly, beginning April 2, 2026 (e)`,
      `1 ${dollars(offer.final_payment)} (e) March 2, 2031 (e)`,
      'you will be charged $25.00',
      'you will not have to pay a penalty',
      'Itemization of the amount financed',
      'ANY HOLDER OF THIS CONSUMER CREDIT CONTRACT',
      `lend you up to ${dollars(offer.amount)}`,
      'Advances can be made until July 30, 2026.',
      `interest at ${offer.interest_rate} percent a year`,
      `in ${offer.number_of_payments} monthly payments`,
      'you will owe a late charge of $25.00',
      'Your credit score: 780',
      'Scores range from a low of 300 to a high of 850.',
      'Ohio laws against discrimination',
      'does not cause a hard inquiry',
    ]) {
      assert.ok(text.includes(figure), figure);
    }
    assert.doesNotMatch(html, /checked/);
  });

  it('schedules payments that are all equal as one series', async () => {
    const consumer = await Consumer.approved(lending);
    const even = consumer.offers.find(
      ({ monthly_payment: each, final_payment }) => each === final_payment,
    );
    await consumer.choose(even?.offer_uuid ?? '');
    const { text } = await consumer.identify();
    const [, schedule] = /When payments are due (.*?) Late charge/.exec(text) ?? [];
    assert.equal(schedule, '12 $700.00 (e) Monthly, beginning April 2, 2026 (e)');
  });

  for (const { locale, even, uneven } of [
    {
      locale: 'en',
      even: /Your payment obligation: 12 monthly payments of \$700\.00 \(e\)\./,
      uneven:
        /Your payment obligation: 59 monthly payments of \$\S+ and a last payment of \$\S+ \(e\)\./,
    },
    {
      locale: 'es',
      even: /Su obligación de pago: 12 pagos mensuales de \$700\.00 \(e\)\./,
      uneven:
        /Su obligación de pago: 59 pagos mensuales de \$\S+ y un último pago de \$\S+ \(e\)\./,
    },
  ]) {
    it(`describes the payments to the military as the schedule does (${locale})`, async () => {
      const consumer = await Consumer.approved(lending, { ssn: '900-10-0003', locale });
      for (const [isEven, description] of [
        [true, even],
        [false, uneven],
      ] as const) {
        const offer = consumer.offers.find(
          ({ monthly_payment: each, final_payment }) => (each === final_payment) === isEven,
        );
        await consumer.choose(offer?.offer_uuid ?? '');
        const { text } = await consumer.identify();
        assert.match(text, description);
      }
    });
  }

  it('shows the deferred interest beside the payment, and the military statement where it applies', async () => {
    const consumer = await Consumer.approved(lending, { ssn: '900-10-0003' });
    const deferred = consumer.offers.find(({ promo_months }) => promo_months > 0);
    await consumer.choose(deferred?.offer_uuid ?? '');
    const { text } = await consumer.identify();
    const condition = /It is waived only if the full promotional balance of \$8,400\.00 is paid/;
    assert.match(text, condition);
    const onTop = text.slice(text.indexOf(en.terms.monthly), text.indexOf(en.terms.save));
    assert.match(onTop, condition);
    assert.match(text, /may not exceed an annual percentage rate of 36 percent/);
    await consumer.sign();
    assert.equal((await consumer.consents('mla_statement_shown')).length, 1);
  });

  it('speaks the language of the application', async () => {
    const consumer = await Consumer.choosing(lending, { locale: 'es' });
    const page = await consumer.identify();
    assert.match(page.html, /<html lang="es">/);
    assert.equal(page.heading, es.terms.title);
    assert.match(page.text, /Contrato de préstamo para mejoras del hogar/);
    assert.match(page.html, /<p lang="en">NOTICE: ANY HOLDER [^<]*<\/p><p>AVISO: /);
  });

  it('gives its documents to print, before and after', async () => {
    const consumer = await Consumer.choosing(lending);
    await consumer.identify();
    const before = await consumer.browser.open(`${consumer.link}/documents`);
    assert.match(before.text, /Truth in Lending disclosures/);
    assert.doesNotMatch(before.text, /Signed electronically/);
    await consumer.sign();
    const after = await consumer.browser.open(`${consumer.link}/documents`);
    assert.match(after.text, /Signed electronically by Ada Sample/);
  });

  it('names telephone numbers that can be called', async () => {
    const consumer = await Consumer.choosing(lending);
    const { html } = await consumer.identify();
    const footer = html.slice(html.indexOf('<footer'));
    assert.match(footer, /<a class="phone" href="tel:\+18005550142">1-800-555-0142<\/a>/);
    assert.match(html, /<a class="phone" href="tel:\+18773228228">1-877-322-8228<\/a>/);
    assert.doesNotMatch(html.replaceAll(/<a class="phone".*?<\/a>/g, ''), /1-\d{3}-\d{3}-\d{4}/);
  });
});

describe('the documents of a loan whose texts have a later version', () => {
  it('stay as they were signed; who reads them later reads the later one', async (t) => {
    const lending = await startTestLending();
    t.after(() => lending.close());
    lending.tick(Date.UTC(2026, 10, 30, 17) - testStart);
    const signed = await Consumer.choosing(lending, { locale: 'es' });
    await signed.accept();
    lending.tick(dayMs);
    await signed.identify();
    const kept = await signed.browser.open(`${signed.link}/documents`);
    const reading = await Consumer.choosing(lending, { locale: 'es' });
    const later = await reading.identify();
    for (const [page, is, isNot] of [
      [kept, 'mejoras del hogar', 'mejoras en el hogar'],
      [kept, 'préstamo cerrado', 'a plazo fijo (closed-end)'],
      [later, 'mejoras en el hogar', 'mejoras del hogar'],
      [later, 'a plazo fijo (closed-end)', 'préstamo cerrado'],
      [later, 'consulta de crédito dura (hard inquiry)', 'crédito formal'],
    ] as const) {
      assert.ok(page.text.includes(is), is);
      assert.ok(!page.text.includes(isNot), isNot);
    }
  });

  it('are of the version of the newest text that is in them', async (t) => {
    const lending = await startTestLending({}, undefined, undefined, Date.UTC(2026, 11, 31, 17));
    t.after(() => lending.close());
    const versionOfBox = async () => {
      const signed = await Consumer.choosing(lending);
      await signed.accept();
      const documents = await signed.documents();
      return documents.find(({ type }) => type === 'truth_in_lending')?.version;
    };
    assert.equal(await versionOfBox(), '2026-01');
    lending.tick(dayMs);
    assert.equal(await versionOfBox(), '2027-01');
  });
});

describe('the agreement of a loan with a promotion', () => {
  for (const [locale, makesItPart] of [
    ['en', /“Your promotion” is also part of this agreement: we waive interest if you do/],
    ['es', /“Su promoción” también forma parte de este contrato: condonamos los intereses si/],
  ] as const) {
    it(`makes it part of what is signed, from 2027 on: ${locale}`, async (t) => {
      const lending = await startTestLending({}, undefined, undefined, Date.UTC(2027, 0, 1, 17));
      t.after(() => lending.close());
      const consumer = await Consumer.approved(lending, { locale });
      const deferred = consumer.offers.find(({ promo_months }) => promo_months > 0);
      await consumer.choose(deferred?.offer_uuid ?? '');
      await consumer.accept();
      const signed = new Map((await consumer.documents()).map((one) => [one.type, one.content]));
      assert.match(signed.get('loan_agreement') ?? '', makesItPart);
      const [, title = ''] = signed.get('promotion')?.match(/<h2[^>]*>([^<]*)/) ?? [];
      assert.ok(signed.get('loan_agreement')?.includes(`“${title}”`), title);
    });
  }
});
