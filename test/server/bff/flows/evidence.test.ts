import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { TextsShown } from '../../../../server/bff/domain/checkout.ts';
import { RegulatedTexts } from '../../../../server/lending-api/texts/regulated-texts.ts';
import { sampleTexts } from '../../../../server/lending-api/texts/sample-texts.ts';
import { offerTextIds } from '../../../../server/lending-api/texts/text-ids.ts';
import { disclosuresAnswerSchema } from '../../../../widget/contract/disclosure.ts';
import { shop, shopOrigin, type TestBff } from '../../../helpers/bff.ts';
import { hourMs } from '../../../helpers/durations.ts';
import { as, ShopPage } from '../../../helpers/shop-page.ts';
import { startTestbed, type Testbed } from '../../../helpers/testbed.ts';

const widgetVersion = '9.8.7-test';

describe('the evidence of what an applicant was shown', () => {
  let testbed: Testbed;
  let assetsFolder: string;
  before(async () => {
    assetsFolder = await mkdtemp(join(tmpdir(), 'soft-pull-assets-'));
    const integrity = { version: widgetVersion, files: {} };
    await writeFile(join(assetsFolder, 'integrity.json'), JSON.stringify(integrity));
    testbed = await startTestbed({ isRunning: false, config: { assetsFolder } });
  });
  after(async () => {
    await testbed.close();
    await rm(assetsFolder, { recursive: true });
  });

  async function openPage(amount = '8400.00') {
    const page = new ShopPage(testbed.bff);
    await page.open({ amount });
    return page;
  }
  const evidenceOf = async ({ checkoutId }: ShopPage) => {
    const row = await testbed.bff.database.query
      .selectFrom('checkouts')
      .select(['id', 'origin', 'widget_version', 'offers_shown'])
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    return { ...row, offers_shown: JSON.parse(row.offers_shown ?? 'null') as string[] };
  };
  const ids = (offers: readonly { offer_uuid: string }[]) =>
    offers.map(({ offer_uuid }) => offer_uuid);

  it('stands under the session that the lender’s own evidence names', async () => {
    const page = await openPage();
    const { offers } = as(await page.apply({ ssn: '900-10-0010' }), 'offers');
    const evidence = await evidenceOf(page);
    assert.deepEqual(evidence, {
      id: page.checkoutId,
      origin: shopOrigin,
      widget_version: widgetVersion,
      offers_shown: ids(offers),
    });
    const consents = await testbed.lending.context.database.query
      .selectFrom('consent_events')
      .select('session_id')
      .where('consent_type', '=', 'soft_pull')
      .execute();
    assert.deepEqual(consents, [{ session_id: evidence.id }]);
  });

  const textsOf = async ({ checkoutId }: ShopPage, { database }: TestBff = testbed.bff) => {
    const row = await database.query
      .selectFrom('checkouts')
      .select('texts_shown')
      .where('id', '=', checkoutId)
      .executeTakeFirstOrThrow();
    return JSON.parse(row.texts_shown ?? 'null') as TextsShown;
  };

  it('names the version of every text of the form, in the language and for the state', async () => {
    const page = await openPage();
    await page.apply({ ssn: '900-10-0001', state: 'OH' });
    const { locale, versions } = await textsOf(page);
    assert.equal(locale, 'en');
    const { body } = await page.call(
      'GET',
      `/v1/disclosures/en?merchant=${shop.publishable_key}&state=OH`,
    );
    const { disclosures } = disclosuresAnswerSchema.parse(body);
    const besideOffers: readonly string[] = offerTextIds;
    const ofForm = disclosures.filter(({ id }) => !besideOffers.includes(id));
    const served = ofForm.map(({ id, version }) => [id, version]);
    assert.deepEqual(versions, Object.fromEntries(served));
    assert.ok('state_notice_oh' in versions && !('state_notice_wi' in versions));
    assert.ok('soft_inquiry_line' in versions);
  });

  describe('of texts beside offers', () => {
    const shown = async (ssn: string) => {
      const page = await openPage();
      await page.on('PATCH', '', { locale: 'es' });
      await page.apply({ ssn });
      return (await textsOf(page)).besideOffers;
    };
    const always = { offer_not_final_line: '2026-01', credit_approval_line: '2026-01' };

    it('names those that stood there, in the language of the page', async () => {
      assert.deepEqual(await shown('900-10-0001'), [{ locale: 'es', versions: always }]);
    });

    it('names the statement of the Military Lending Act to who was covered by it', async () => {
      const versions = { ...always, mla_statement: '2026-01' };
      assert.deepEqual(await shown('900-10-0003'), [{ locale: 'es', versions }]);
    });

    it('names none where no offer was shown', async () => {
      assert.deepEqual(await shown('900-10-0101'), []);
    });

    it('names them when the offers come after a review', async () => {
      const page = await openPage();
      as(await page.apply({ ssn: '900-10-0106' }), 'review');
      assert.deepEqual((await textsOf(page)).besideOffers, []);
      await testbed.sandbox.application(await testbed.applicationOf(page), 'verify', {
        result: 'passed',
      });
      as(await page.step(), 'offers');
      assert.deepEqual((await textsOf(page)).besideOffers, [{ locale: 'en', versions: always }]);
    });
  });

  describe('of texts that have changed since the page got them', () => {
    it('names the versions that were agreed to', async (t) => {
      const authorization = sampleTexts.current('soft_pull_authorization', 'en', '2026-03-02');
      const next = { ...authorization, version: 'next', effective_from: '2026-03-03' };
      const other = await startTestbed({
        isRunning: false,
        config: { texts: new RegulatedTexts([...sampleTexts.all, next]) },
      });
      t.after(() => other.close());
      const page = new ShopPage(other.bff);
      await page.open({ amount: '8400.00' });
      other.bff.tick(14 * hourMs);
      page.enter(await page.askToResume(page.resume));
      as(await page.apply({ ssn: '900-10-0001' }), 'offers');
      const { versions } = await textsOf(page, other.bff);
      assert.equal(versions.soft_pull_authorization, authorization.version);
    });

    it('names the language in which they were read, though another tab has another one', async () => {
      const page = await openPage();
      await page.on('PATCH', '', { locale: 'es' });
      const { locale } = as(await page.apply({ ssn: '900-10-0001' }), 'offers');
      assert.deepEqual([locale, (await textsOf(page)).locale], ['en', 'en']);
    });
  });

  it('has the offers that came after a review', async () => {
    const page = await openPage();
    as(await page.apply({ ssn: '900-10-0106' }), 'review');
    assert.deepEqual((await evidenceOf(page)).offers_shown, []);
    await testbed.sandbox.application(await testbed.applicationOf(page), 'verify', {
      result: 'passed',
    });
    const { offers } = as(await page.step(), 'offers');
    assert.deepEqual((await evidenceOf(page)).offers_shown, ids(offers));
  });

  it('keeps the offers that others took the place of, and has those', async () => {
    const applicant = { ssn: '900-10-0001', email: 'another-amount@example.test' };
    const page = await openPage();
    const first = as(await page.apply(applicant), 'offers');
    const other = await openPage('5000.00');
    const second = as(await other.apply(applicant), 'offers');
    assert.notDeepEqual(ids(second.offers), ids(first.offers));
    as(await page.step(), 'offers');
    assert.deepEqual((await evidenceOf(page)).offers_shown, [
      ...ids(first.offers),
      ...ids(second.offers),
    ]);
  });

  it('says nothing of who the applicant is', async () => {
    const page = await openPage();
    await page.apply({ ssn: '900-10-0001', email: 'who@example.test', last_name: 'Canaryson' });
    const row = await testbed.bff.database.query
      .selectFrom('checkouts')
      .selectAll()
      .where('id', '=', page.checkoutId)
      .executeTakeFirstOrThrow();
    assert.doesNotMatch(JSON.stringify(row), /Canaryson|who@example|900-?10-?0001/);
  });
});
