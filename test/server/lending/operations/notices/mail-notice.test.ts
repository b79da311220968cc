import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { mailNotice } from '../../../../../server/lending/operations/adverse-action-notices.ts';
import { runApplicationExpiry } from '../../../../../server/lending/operations/applications/end-review.ts';
import { deliverMessage } from '../../../../../server/lending/operations/deliver-message.ts';
import type { Letter } from '../../../../../server/lending/providers/providers.ts';
import { createSandboxProviders } from '../../../../../server/lending/providers/sandbox-providers.ts';
import { consentOf, recordConsent } from '../../../../../server/lending/store/consent-events.ts';
import { keyedDigest } from '../../../../../server/lending/store/documents.ts';
import { listOffers } from '../../../../../server/lending/store/offers.ts';
import { timerKinds } from '../../../../../server/lending/work-kinds.ts';
import { sampleTexts } from '../../../../../server/lending-api/texts/sample-texts.ts';
import { sha256Hex } from '../../../../../server/platform/crypto/digest.ts';
import { createLogger } from '../../../../../server/platform/logging.ts';
import { dayMs } from '../../../../helpers/durations.ts';
import { startTestLending, type TestLending, testStart } from '../../../../helpers/lending.ts';
import { addCode } from '../../../../helpers/lending-offer-codes.ts';
import { aSoftPull, softPullPath } from '../../../../helpers/soft-pull.ts';
import { storedRows } from '../../../../helpers/stored-rows.ts';

const sponsorId = 'sponsor@example.test';

let lending: TestLending;
const fixture = {
  letters: [] as Letter[],
  posting: 'posted' as 'posted' | 'failed',
  sending: undefined as 'failed' | undefined,
};
before(async () => {
  const providers = createSandboxProviders();
  lending = await startTestLending(
    {},
    {
      ...providers,
      messenger: {
        ...providers.messenger,
        send: async (message) => fixture.sending ?? providers.messenger.send(message),
      },
      postalMail: {
        post: async (letter) => {
          if (fixture.posting === 'posted') fixture.letters.push(letter);
          return fixture.posting;
        },
      },
    },
  );
  // The messages wait until a test delivers them.
  await lending.stop();
});
after(() => lending.close());
beforeEach(() => {
  Object.assign(fixture, { letters: [], posting: 'posted', sending: undefined });
});

let count = 0;
async function decline(change: Record<string, unknown> = {}) {
  count += 1;
  const external_application_id = `declined-${count}`;
  const body = aSoftPull({
    external_application_id,
    ssn: '900-10-0101',
    email: `person-${count}@example.test`,
    ...change,
  });
  assert.equal((await lending.call('POST', softPullPath, { body })).status, 200);
  return external_application_id;
}

const advance = async (seconds: number) => {
  const response = await lending.call('POST', '/sandbox/v1/clock/advance', { body: { seconds } });
  assert.equal(response.status, 200);
};
const applicationOf = (externalId: string) =>
  lending.context.database.query
    .selectFrom('applications')
    .selectAll()
    .where('external_application_id', '=', externalId)
    .executeTakeFirstOrThrow();

async function noticesOf(externalId: string) {
  const { id } = await applicationOf(externalId);
  const { query } = lending.context.database;
  return query.selectFrom('notices').selectAll().where('application_id', '=', id).execute();
}
async function noticeOf(externalId: string) {
  const [notice] = await noticesOf(externalId);
  assert.ok(notice);
  return notice;
}
/** When the notice goes by post unless its e-mail leaves before. */
async function letterDueAt(externalId: string): Promise<number> {
  const { id } = await noticeOf(externalId);
  const work = await lending.context.database.query
    .selectFrom('due_work')
    .select('due_at')
    .where('kind', '=', timerKinds.noticeLetter)
    .where('key', '=', id)
    .executeTakeFirstOrThrow();
  return work.due_at;
}
/** The notice once its e-mail was tried, by whomever. */
async function delivered(externalId: string) {
  const { message_id: key } = await noticeOf(externalId);
  await deliverMessage(lending.context, { key, scope: sponsorId });
  return noticeOf(externalId);
}
async function deliveriesOf(externalId: string) {
  const { id } = await applicationOf(externalId);
  return storedRows(lending.context)
    .selectFrom('consent_events')
    .selectAll()
    .where('application_id', '=', id)
    .where('consent_type', '=', 'aan_delivery')
    .execute();
}

describe('a notice whose e-mail came back', () => {
  it('is mailed with the next post to the address of the application', async () => {
    const declined = await decline({ email: 'bounce@example.test', address_2: 'Apt 2' });
    assert.equal((await delivered(declined)).status, 'MailRequired');
    assert.equal((await applicationOf(declined)).adverse_action_notice, 'queued');
    await advance(86_400);
    assert.equal((await noticeOf(declined)).status, 'Mailed');
    assert.equal((await applicationOf(declined)).adverse_action_notice, 'sent');
    const [letter, ...others] = fixture.letters;
    assert.deepEqual(others, []);
    const street = '12 Hillside Avenue';
    assert.deepEqual(letter?.recipient, ['Ada Sample', street, 'Apt 2', 'Dayton, OH 45402']);
    assert.match(letter?.text ?? '', /Statement of credit denial/);
  });

  it('leaves evidence of the letter as it was', async () => {
    const declined = await decline({ email: 'bounce@example.test', ssn: '900-10-0102' });
    assert.equal((await delivered(declined)).status, 'MailRequired');
    assert.deepEqual(await deliveriesOf(declined), []);
    await advance(86_400);
    const [delivery] = await deliveriesOf(declined);
    const digests = [keyedDigest(lending.context.sealer, fixture.letters[0]?.text ?? '')];
    assert.deepEqual(JSON.parse(delivery?.document_sha256 ?? ''), digests);
  });

  it('leaves evidence of its own language, whatever the application is in by then', async () => {
    const counterOffer = { ssn: '900-10-0002', requested_amount: '20000.00' };
    const offered = await decline({ email: 'bounce@example.test', ...counterOffer });
    assert.equal((await delivered(offered)).status, 'MailRequired');
    const { id } = await applicationOf(offered);
    const [offer] = await listOffers(lending.context.database.query, sponsorId, id);
    const select = `/api/v1/sponsor/consumers/offers/${offer?.id}/select/`;
    assert.equal((await lending.call('PATCH', select, { body: { locale: 'es' } })).status, 200);
    await advance(86_400);
    const [delivery] = await deliveriesOf(offered);
    assert.equal(delivery?.locale, 'en');
    const { text = '' } =
      sampleTexts.find('counter_offer_notice', delivery.text_version ?? '', 'en') ?? {};
    assert.equal(delivery.text_sha256, sha256Hex(text));
  });
});

describe('a notice to a consumer who took back the consent to electronic documents', () => {
  it('goes by post at once, whatever becomes of the e-mail', async () => {
    const reviewed = await decline({ ssn: '900-10-0106' });
    const application = await applicationOf(reviewed);
    await lending.context.database.transaction((tx) =>
      recordConsent(tx, lending.context, {
        ...consentOf(application),
        consentType: 'revocation',
        action: 'clicked',
        text: { id: 'esign_consent', version: '2026-01', sha256: '' },
        acceptedAt: testStart,
        collectedBy: 'hosted',
      }),
    );
    const verify = `/sandbox/v1/applications/${reviewed}/verify`;
    await lending.call('POST', verify, { body: { result: 'failed' } });
    assert.equal((await delivered(reviewed)).status, 'MailRequired');
    await advance(86_400 * 3);
    assert.equal((await noticeOf(reviewed)).status, 'Mailed');
    assert.equal(fixture.letters.length, 1);
  });
});

describe('mailNotice()', () => {
  const mail = (id: string, now: number) =>
    mailNotice(lending.context, { key: id, scope: sponsorId, now });

  it('mails what has not left by e-mail days before the 30 of the law are over', async () => {
    fixture.sending = 'failed';
    const declined = await decline();
    const { id, status, deadline_at, created_at } = await noticeOf(declined);
    assert.equal(status, 'Queued');
    assert.equal(deadline_at, created_at + 30 * dayMs);
    const dueAt = await letterDueAt(declined);
    assert.ok(dueAt < deadline_at);
    assert.equal(await mail(id, dueAt), 'done');
    assert.equal((await noticeOf(declined)).status, 'Mailed');
    assert.equal(fixture.letters.length, 1);
  });

  it('tries again every day until the letter has left', async () => {
    fixture.sending = 'failed';
    fixture.posting = 'failed';
    const declined = await decline();
    const { id } = await noticeOf(declined);
    assert.deepEqual(await mail(id, testStart), { retryAt: testStart + dayMs });
    assert.equal((await noticeOf(declined)).status, 'MailRequired');
    fixture.posting = 'posted';
    assert.equal(await mail(id, testStart + dayMs), 'done');
    assert.equal((await noticeOf(declined)).status, 'Mailed');
  });

  it('is an error in the log when the 30 days are over, and names nobody', async () => {
    fixture.sending = 'failed';
    fixture.posting = 'failed';
    const declined = await decline();
    const { id: key, deadline_at } = await noticeOf(declined);
    const lines: string[] = [];
    const log = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } });
    const at = (now: number) =>
      mailNotice({ ...lending.context, log }, { key, scope: sponsorId, now });
    await at(deadline_at - 1);
    assert.deepEqual(lines, []);
    await at(deadline_at);
    assert.match(lines.join(''), /"event":"notice_overdue"/);
    assert.doesNotMatch(lines.join(''), /Ada|Hillside|@example\.test"?,"to/);
  });

  it('mails nothing that has left by e-mail', async () => {
    const declined = await decline();
    assert.equal((await delivered(declined)).status, 'Sent');
    assert.equal(await mail((await noticeOf(declined)).id, testStart), 'done');
    assert.deepEqual(fixture.letters, []);
    assert.equal((await deliveriesOf(declined)).length, 1);
  });
});

describe('a notice after a review', () => {
  const begun = async (change: Record<string, unknown> = {}) => {
    const id = await decline({ ssn: '900-10-0106', ...change });
    return { id, begunAt: (await applicationOf(id)).decided_at ?? assert.fail() };
  };
  const verify = (id: string, result: 'passed' | 'failed') =>
    lending.call('POST', `/sandbox/v1/applications/${id}/verify`, { body: { result } });

  it('has the 30 days of the law from the completed application', async () => {
    const failed = await begun();
    const passed = await begun({ requested_amount: '60000.00', annual_income: '400000.00' });
    const left = await begun();
    await advance(13 * 86_400);
    await verify(failed.id, 'failed');
    await verify(passed.id, 'passed');
    await advance(86_400);
    for (const { id, begunAt } of [failed, passed, left]) {
      assert.equal((await noticeOf(id)).deadline_at, begunAt + 30 * dayMs);
    }
    const kinds = await Promise.all([failed, passed, left].map(({ id }) => noticeOf(id)));
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['adverse_action', 'counter_offer', 'adverse_action'],
    );
  });

  it('that ends too late for them goes by post no sooner than with the next post', async () => {
    const { id, begunAt } = await begun();
    const now = begunAt + 40 * dayMs;
    const late = { ...lending.context, clock: { ...lending.context.clock, now: () => now } };
    const { id: key } = await applicationOf(id);
    await runApplicationExpiry(late, { key, scope: sponsorId });
    assert.ok((await letterDueAt(id)) > now);
  });
});

describe('a counter-offer that nobody takes', () => {
  it('has had its notice of adverse action, with reasons, long before day 90, and once', async () => {
    const offered = await decline({ ssn: '900-10-0002', requested_amount: '20000.00' });
    assert.equal((await delivered(offered)).status, 'Sent');
    await advance(90 * 86_400);
    assert.equal((await applicationOf(offered)).status, 'Expired');
    const [notice, ...others] = await noticesOf(offered);
    assert.deepEqual(others, []);
    assert.equal(notice?.kind, 'counter_offer');
    const [delivery] = await deliveriesOf(offered);
    assert.ok((delivery?.accepted_at ?? Infinity) <= (notice?.created_at ?? 0) + 30 * dayMs);
  });
});

describe('an application with two notices', () => {
  it('has been sent its notice once both have left', async () => {
    const change = {
      ssn: '900-10-0002',
      email: 'twice@example.test',
      requested_amount: '10000.00',
    };
    const offered = await decline(change);
    const offer_code_name = await addCode(lending, {
      product: 'STD-60-1299',
      change: { max_amount: '5000.00' },
    });
    await decline({ ...change, offer_code_name });
    const words = [];
    for (const { message_id: key } of await noticesOf(offered)) {
      await deliverMessage(lending.context, { key, scope: sponsorId });
      words.push((await applicationOf(offered)).adverse_action_notice);
    }
    assert.deepEqual(words, ['queued', 'sent']);
  });
});
