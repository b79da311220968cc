import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { en } from '../../../../../server/lending/pages/strings/en.ts';
import { es } from '../../../../../server/lending/pages/strings/es.ts';
import type { Providers } from '../../../../../server/lending/providers/providers.ts';
import { createSandboxProviders } from '../../../../../server/lending/providers/sandbox-providers.ts';
import { answered } from '../../../../helpers/answered.ts';
import { dayMs } from '../../../../helpers/durations.ts';
import { aSubmission } from '../../../../helpers/invitations.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import { anOnboarding } from '../../../../helpers/merchant-bodies.ts';
import { aSoftPull, decidedSoftPull, sendSoftPull } from '../../../../helpers/soft-pull.ts';
import { InvitedConsumer } from '../../pages/invited-consumer.ts';

const merchants = '/api/v1/sponsor/merchants';

/** As outside the sandbox, a person is known by number and birth date, whatever the e-mail. */
function providersWithPeople(): Providers {
  const providers = createSandboxProviders();
  const personKey: Providers['applicants']['personKey'] = ({ ssn, date_of_birth }) =>
    JSON.stringify([ssn, date_of_birth]);
  return { ...providers, applicants: { ...providers.applicants, personKey } };
}

let lending: TestLending;
beforeEach(async () => {
  lending = await startTestLending({}, providersWithPeople());
});
afterEach(() => lending.close());

/** Another Active merchant of the sponsor with every product. @returns its Admin's user_id */
async function newMerchant(name: string): Promise<string> {
  const user_id = `${name}-admin`;
  const body = anOnboarding({
    contractor_id: name,
    user_id,
    user_business_email: `${name}@example.test`,
    business_name: `Merchant ${name}`,
    sponsor_callback_url: 'http://localhost:8788/sandbox/receiver/sponsor',
  });
  await answered(await lending.call('POST', `${merchants}/onboarding/`, { body }), 201);
  const complete = `/sandbox/v1/merchants/${name}/complete-onboarding`;
  await answered(await lending.call('POST', complete, { body: {} }), 200);
  const sheet = await (await lending.call('GET', `${merchants}/rate-sheets/${user_id}/`)).json();
  const product_ids = (sheet as { product_id: string }[]).map(({ product_id }) => product_id);
  const selection = { request_user_id: user_id, product_ids };
  await lending.call('PATCH', `${merchants}/rate-sheets/`, { body: selection });
  return user_id;
}

let calls = 0;

/** The same person each time, by another e-mail address and application. */
function ofOnePerson(change: Record<string, unknown> = {}): Record<string, unknown> {
  calls += 1;
  const external_application_id = `limited-${calls}`;
  return aSoftPull({ external_application_id, email: `${calls}@example.test`, ...change });
}

/** Three soft pulls of the person, at a merchant each. */
async function askedThreeTimes(change: Record<string, unknown> = {}): Promise<void> {
  for (const name of ['first', 'second', 'third']) {
    const request_user_id = await newMerchant(name);
    await decidedSoftPull(lending, ofOnePerson({ request_user_id, ...change }));
  }
}

const rowsOf = async (table: 'bureau_inquiries' | 'applications' | 'consent_events') =>
  (await lending.context.database.query.selectFrom(table).select('sponsor_id').execute()).length;

const inquiries = () => rowsOf('bureau_inquiries');

describe('the soft pulls of one person', () => {
  it('are three in 24 hours, whatever the e-mail address and the merchant', async () => {
    await askedThreeTimes();
    const stored = [await rowsOf('applications'), await rowsOf('consent_events')];
    lending.tick(60_000);
    const refused = await sendSoftPull(lending, ofOnePerson());
    assert.equal(refused.headers.get('retry-after'), String(dayMs / 1000 - 60));
    const { detail } = await answered(refused, 429);
    assert.match(String(detail), /nothing was done/);
    assert.equal(await inquiries(), 3);
    assert.deepEqual([await rowsOf('applications'), await rowsOf('consent_events')], stored);
    await decidedSoftPull(lending, ofOnePerson({ date_of_birth: '1971-02-03' }));
    lending.tick(dayMs - 60_000);
    await decidedSoftPull(lending, ofOnePerson());
  });

  it('are three of 40 that come at the same time', async () => {
    const users = ['hillside-rep-1'];
    for (const name of ['a', 'b', 'c', 'd']) users.push(await newMerchant(`merchant-${name}`));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        sendSoftPull(lending, ofOnePerson({ request_user_id: users[at % users.length] })),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(await inquiries(), 3);
    // At a merchant that has an application of the person, the others are answered with it.
    assert.equal(statuses.filter((status) => status === 200).length, 24);
    assert.equal(statuses.filter((status) => status === 429).length, 16);
  });

  it('leave out what is answered without the bureau, and what was undone', async () => {
    // The bureau is down for the first call of each application.
    const ssn = '900-10-0204';
    for (const name of ['first', 'second', 'third']) {
      const request_user_id = await newMerchant(name);
      const bodies = Array.from({ length: 4 }, () => ofOnePerson({ ssn, request_user_id }));
      for (const body of bodies) assert.equal((await sendSoftPull(lending, body)).status, 503);
      await decidedSoftPull(lending, bodies[0]);
      for (const body of bodies) await decidedSoftPull(lending, body);
    }
    const answeredBefore = ofOnePerson({ ssn, request_user_id: 'third-admin' });
    await decidedSoftPull(lending, answeredBefore);
    assert.equal((await sendSoftPull(lending, ofOnePerson({ ssn }))).status, 429);
  });

  it('of another sponsor count for nothing', async () => {
    await askedThreeTimes();
    const { database } = lending.context;
    await database.query
      .updateTable('bureau_inquiries')
      .set({ sponsor_id: 'sponsor-two@example.test' })
      .execute();
    await database.query
      .updateTable('applications')
      .set({ sponsor_id: 'sponsor-two@example.test' })
      .execute();
    await decidedSoftPull(lending, ofOnePerson());
  });
});

describe('an invited person who was asked about three times', () => {
  for (const [locale, { apply }] of [
    ['en', en],
    ['es', es],
  ] as const) {
    it(`is told so on the page, in ${locale}`, async () => {
      const consumer = await InvitedConsumer.invited(lending, { locale });
      await consumer.fillIn({ income: { ssn: '900-10-0001' } });
      // As it is typed in the form.
      await askedThreeTimes({ ssn: '900-10-0001', date_of_birth: '1985-04-12' });
      const page = await consumer.authorize();
      assert.equal(page.heading, apply.notDecidedTitle);
      assert.ok(page.text.includes(apply.askedTooOften), page.text);
      assert.equal(await inquiries(), 3);
      for (const path of ['', '/apply/not-decided']) {
        const again = await consumer.browser.open(`${consumer.link}${path}`);
        assert.equal(again.heading, apply.steps.authorize);
      }
    });
  }

  it('is refused by the sandbox’s control, too', async () => {
    await askedThreeTimes();
    const { externalId } = await InvitedConsumer.invited(lending);
    const path = `/sandbox/v1/applications/${externalId}/complete`;
    const fields = Object.entries(aSubmission(ofOnePerson())).filter(
      ([name]) => !/consent_|_ack|privacy|_id$|_url$/.test(name),
    );
    const refused = await lending.call('POST', path, { body: Object.fromEntries(fields) });
    await answered(refused, 429);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  });
});
