import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Bureau } from '../../../../../server/lending/providers/providers.ts';
import { createSandboxProviders } from '../../../../../server/lending/providers/sandbox-providers.ts';
import { answered } from '../../../../helpers/answered.ts';
import { dayMs } from '../../../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../../../helpers/lending.ts';
import {
  aNewPersonsSoftPull,
  decidedSoftPull,
  sendSoftPull,
} from '../../../../helpers/soft-pull.ts';
import { InvitedConsumer } from '../../pages/invited-consumer.ts';

/** Ids of the inquiries that the bureau was asked, the oldest first. */
let asked: string[];
/** How many answers are lost on their way, after the bureau has its entry. */
let lost: number;

function losingAnswers(bureau: Bureau): Bureau {
  return {
    softInquiry: async (inquiry) => {
      const report = await bureau.softInquiry(inquiry);
      asked.push(inquiry.inquiry_id);
      lost -= 1;
      if (lost >= 0) throw new Error('The answer was lost.');
      return report;
    },
  };
}

let lending: TestLending;
before(async () => {
  const providers = createSandboxProviders();
  lending = await startTestLending({}, { ...providers, bureau: losingAnswers(providers.bureau) });
});
after(() => lending.close());
beforeEach(() => {
  [asked, lost] = [[], 1];
});

const lose = async (body: unknown) => answered(await sendSoftPull(lending, body), 500);
const entries = () => new Set(asked).size;

describe('a report that was lost on its way from the bureau', () => {
  it('is asked for by the next try of the application, as the same inquiry', async () => {
    const body = aNewPersonsSoftPull();
    await lose(body);
    await decidedSoftPull(lending, { ...body, annual_income: '91000.00' });
    assert.equal(asked.length, 2);
    assert.equal(entries(), 1);
  });

  it('is asked for by the next form of an invited consumer, as the same inquiry', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.fillIn();
    await consumer.authorize();
    await consumer.browser.open(consumer.link);
    assert.match((await consumer.authorize()).heading, /You have \d offers/);
    assert.equal(asked.length, 2);
    assert.equal(entries(), 1);
  });

  it('is not taken for that of another person under the same id', async () => {
    const body = aNewPersonsSoftPull();
    await lose(body);
    await decidedSoftPull(lending, { ...body, ssn: '900-10-0010' });
    assert.equal(entries(), 2);
  });

  it('is not taken for that of another application', async () => {
    const body = aNewPersonsSoftPull();
    await lose(body);
    await decidedSoftPull(lending, { ...body, external_application_id: 'another-application' });
    assert.equal(entries(), 2);
  });

  for (const change of [{ address_1: '2 Other Street' }, { last_name: 'Other' }]) {
    it(`is not taken for that about a corrected ${Object.keys(change)}`, async () => {
      const body = aNewPersonsSoftPull();
      await lose(body);
      await decidedSoftPull(lending, { ...body, ...change });
      assert.equal(entries(), 2);
    });
  }

  it('is not taken for that of another day', async () => {
    const body = aNewPersonsSoftPull();
    await lose(body);
    lending.tick(dayMs);
    await decidedSoftPull(lending, body);
    assert.equal(entries(), 2);
  });

  it('is not taken for that of another day on which an invited consumer sends the form', async () => {
    const consumer = await InvitedConsumer.invited(lending);
    await consumer.apply();
    lending.tick(dayMs);
    assert.match((await consumer.apply()).heading, /You have \d offers/);
    assert.equal(entries(), 2);
  });
});
