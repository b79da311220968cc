import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { statusOf as checkoutStatusOf } from '../../server/bff/domain/checkout-status.ts';
import { loadCheckout } from '../../server/bff/store/checkouts.ts';
import { createSandboxProviders } from '../../server/lending/providers/sandbox-providers.ts';
import { isShredded, openApplicant } from '../../server/lending/store/applicants.ts';
import { timerHandlers } from '../../server/lending/work.ts';
import { type Listening, listen } from '../../server/platform/http/listen.ts';
import { verifyStoredEvidence } from '../../server/verify-evidence.ts';
import { chargePath } from '../helpers/accepted-loan.ts';
import { answered } from '../helpers/answered.ts';
import { startTestBff, type TestBff } from '../helpers/bff.ts';
import { dayMs } from '../helpers/durations.ts';
import { earlierDueWork, restoreEarlierData, told } from '../helpers/earlier-data/restore.ts';
import { freePorts } from '../helpers/free-ports.ts';
import { startTestLending, type TestLending } from '../helpers/lending.ts';
import { MerchantServer } from '../helpers/merchant-server.ts';
import { Sandbox } from '../helpers/sandbox.ts';
import { as, ShopPage } from '../helpers/shop-page.ts';
import { softPullPath } from '../helpers/soft-pull.ts';
import type { Storage } from '../helpers/storage.ts';
import { storedRows } from '../helpers/stored-rows.ts';
import { until } from '../helpers/until.ts';

const sponsorId = 'sponsor@example.test';
const encryptionKeys = () => ({ current: new Uint8Array(32).fill(7), previous: [] });

/** What the earlier code left to be done, all but what only an upgrade schedules. */
const lendingKinds = [
  'application_draft_expiry',
  'application_offers_expiry',
  'application_review_expiry',
  'application_suspension',
  'callback',
  'charge_deadline',
  'charge_settlement',
  'charge_submission',
  'consumer_answer',
  'invitation_activation',
  'invitation_expiry',
  'letter',
  'merchant_invitation_expiry',
  'merchant_payout',
  'message',
  'micro_deposit_expiry',
  'notice_letter',
  'refund_settlement',
  'refund_submission',
  'retention_sweep',
  'soft_pull',
];
const bffKinds = ['follow_settled', 'forget_pulls', 'inbox', 'reconcile'];

describe('the data that an earlier version wrote', () => {
  const storages: Storage[] = [];
  const listening: Listening[] = [];
  let lending: TestLending;
  let bff: TestBff;
  let sandbox: Sandbox;
  /** Before anything was run. */
  let evidence: Awaited<ReturnType<typeof verifyStoredEvidence>>;

  before(async () => {
    const [lendingPort, bffPort] = (await freePorts(2)) as [number, number];
    const bffPublicUrl = `http://localhost:${bffPort}`;
    const lenderUrl = `http://localhost:${lendingPort}`;
    const [ofLending, ofBff] = await Promise.all([
      restoreEarlierData('lending', { bffPublicUrl }),
      restoreEarlierData('bff', { bffPublicUrl }),
    ]);
    storages.push(ofLending, ofBff);
    evidence = await verifyStoredEvidence({
      dataDir: ofLending.folder,
      databaseUrl: ofLending.databaseUrl,
      encryptionKeys,
    });
    const { bureau, ...others } = createSandboxProviders();
    const softInquiry: typeof bureau.softInquiry = (inquiry) =>
      // It never answered the earlier process, and answers this one at once.
      bureau.softInquiry({ ...inquiry, ssn: '900100001' });
    lending = await startTestLending({}, { ...others, bureau: { softInquiry } }, ofLending);
    listening.push(await listen(lending.app, { port: lendingPort }));
    bff = await startTestBff({
      lenderUrl,
      isRunning: true,
      storage: ofBff,
      config: { bffPublicUrl },
    });
    listening.push(await listen(bff.app, { port: bffPort }));
    sandbox = new Sandbox(lenderUrl);
  });

  after(async () => {
    for (const each of listening) await each.close();
    await bff.close();
    await lending.close();
    for (const each of storages) await each.remove();
  });

  const pageOf = (name: keyof typeof told.pages): ShopPage =>
    Object.assign(new ShopPage(bff), {
      checkoutId: told.pages[name].checkoutId,
      token: told.pages[name].token,
      resume: told.pages[name].resume,
    });

  /** The step of a page whose token is over, or was lost. */
  const resumed = async (name: keyof typeof told.pages) => {
    const page = new ShopPage(bff);
    const step = page.enter(await page.askToResume(told.pages[name].resume));
    assert.equal(page.checkoutId, told.pages[name].checkoutId);
    return step;
  };
  const query = () => lending.context.database.query;
  const statusOf = async (externalId: string) => {
    const { status } = await query()
      .selectFrom('applications')
      .select('status')
      .where('external_application_id', '=', externalId)
      .executeTakeFirstOrThrow();
    return status;
  };
  const chargeOf = (id: string) =>
    query()
      .selectFrom('charge_requests')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const transactionsOf = async (ids: readonly string[]) => {
    const rows = await query()
      .selectFrom('transactions')
      .select('status')
      .where('id', 'in', ids)
      .execute();
    return rows.map(({ status }) => status);
  };
  /** Moves both services' time; what the lender has to do by then has been done. */
  const letDaysPass = async (days: number) => {
    bff.tick(days * dayMs);
    await sandbox.advanceClock((days * dayMs) / 1_000);
  };

  it('has evidence that verifies', () => {
    assert.equal(evidence.broken, null, JSON.stringify(evidence.broken));
    assert.ok(evidence.rows > 20, String(evidence.rows));
  });

  it('shows each checkout where it stood, by token and by handle', async () => {
    assert.equal((await pageOf('opened').step()).screen, 'details');
    assert.equal(as(await pageOf('offers').step(), 'offers').offers.length, 1);
    assert.equal((await pageOf('terms').step()).screen, 'redirect');
    const { screen } = await pageOf('charge').step();
    assert.ok(['charge_pending', 'charge_outcome'].includes(screen), screen);
    assert.equal((await resumed('offers')).screen, 'offers');
  });

  it('has the status of each checkout that its merchant reads', async () => {
    const { query } = bff.database;
    const rows = await query.selectFrom('checkouts').select(['id', 'status']).execute();
    for (const { id, status } of rows) {
      const checkout = await loadCheckout(query, id);
      assert.equal(status, checkout && checkoutStatusOf(checkout), id);
    }
    assert.ok(new Set(rows.map(({ status }) => status)).size >= 5);
  });

  it('lets consumers go on', async () => {
    assert.equal((await pageOf('opened').apply({ ssn: '900-10-0009' })).screen, 'offers');
    const page = pageOf('offers');
    const { offers } = as(await page.step(), 'offers');
    assert.equal((await page.select(offers[0]?.offer_uuid ?? '')).screen, 'redirect');
    const { path, cookie } = told.invitation;
    const form = await lending.app.request(`${path}/apply/contact`, { headers: { cookie } });
    const text = await form.text();
    assert.match(text, /id="first_name"/);
    // What was typed before was bound to no browser: it is shown to nobody, and the form begins again.
    assert.ok(!text.includes('Ada'));
  });

  it('answers a key by its first answer', async () => {
    const { pull, charge, checkout } = told.keyed;
    const again = async (path: string, body: unknown, key: string, status: number) =>
      answered(
        await lending.call('POST', path, { body, headers: { 'idempotency-key': key } }),
        status,
      );
    assert.deepEqual(await again(softPullPath, pull.request, 'key-of-pull', 200), pull.answer);
    assert.deepEqual(await again(chargePath, charge.request, 'key-of-charge', 201), charge.answer);
    const { body } = await new MerchantServer(bff).post(
      { order_id: checkout.order_id },
      'key-of-checkout',
    );
    assert.equal(
      (body as { checkout_id: string }).checkout_id,
      checkout.answer.checkout_id,
      JSON.stringify(body),
    );
  });

  it('opens what is sealed', async () => {
    const applications = await query().selectFrom('applications').selectAll().execute();
    const applied = applications.filter((each) => each.person_index !== '' && !isShredded(each));
    assert.ok(applied.length > 8, String(applied.length));
    for (const each of applied) {
      assert.match(openApplicant(lending.context.sealer, each).ssn, /^9001\d{5}$/);
    }
    const opened = storedRows(lending.context);
    const messages = await opened
      .selectFrom('messages')
      .select(['id', 'sponsor_id', 'recipient', 'text', 'links'])
      .execute();
    assert.ok(messages.some(({ text }) => text.includes('Hillside')));
    const documents = await opened
      .selectFrom('documents')
      .select(['id', 'sponsor_id', 'content'])
      .execute();
    assert.ok(documents.some(({ content }) => content.includes('Truth in Lending')));
  });

  describe('and its due work', () => {
    it('is of every kind that ordinary calls schedule', async () => {
      const kindsOf = async (part: 'bff' | 'lending') => [
        ...new Set((await earlierDueWork(part)).map(({ kind }) => String(kind))),
      ];
      assert.deepEqual((await kindsOf('lending')).sort(), lendingKinds);
      assert.deepEqual((await kindsOf('bff')).sort(), bffKinds);
    });

    it('is taken up at once where it is due', async () => {
      await until('the answer of the consumer', async () =>
        (await chargeOf(told.charges.answeredSoon)).status === 'Approved' ? true : undefined,
      );
      await until('the callback that was taken in', async () => {
        const { processed_at } = await bff.database.query
          .selectFrom('inbox')
          .select('processed_at')
          .where('event_id', '=', told.callback)
          .executeTakeFirstOrThrow();
        return processed_at ?? undefined;
      });
    });

    it('asks the bureau again for whom the earlier process asked', async () => {
      await letDaysPass(1 / 24);
      await until('the decision', async () =>
        (await statusOf(told.pages.asking.application)) === 'Approved: Offers Available'
          ? true
          : undefined,
      );
      await until('the offers', async () =>
        (await resumed('asking')).screen === 'offers' ? true : undefined,
      );
      assert.equal(await statusOf('soon-suspended'), 'Suspended');
    });

    it('delivers held callbacks to the BFF', async () => {
      await sandbox.releaseEvents('oldest_first');
      await until('the outcome', async () =>
        (await resumed('charge')).screen === 'charge_outcome' ? true : undefined,
      );
      const { host } = new URL(bff.context.config.bffPublicUrl);
      await until('the deliveries', async () => {
        const events = await sandbox.events();
        const own = events.filter(({ target_url }) => new URL(target_url).host === host);
        return own.length >= 2 && own.every(({ status }) => status === 'Delivered')
          ? true
          : undefined;
      });
    });

    it('settles charges and refunds', async () => {
      await letDaysPass(14);
      const { refunded, refundedSoon, submitted, successful, settled, approved } = told.charges;
      const ids = [refunded, refundedSoon, submitted, successful, settled, approved];
      const statuses = await transactionsOf([...ids, told.charges.answeredSoon, ...told.refunds]);
      assert.deepEqual(statuses, Array<string>(9).fill('Transferred'));
      const { payment_request_uuid } = told.keyed.charge.answer;
      assert.equal((await chargeOf(payment_request_uuid)).status, 'Expired');
      assert.equal(as(await resumed('charge'), 'charge_outcome').outcome, 'approved');
    });

    it('ends what nobody answered, and sends what goes by post', async () => {
      await letDaysPass(6);
      assert.equal(await statusOf('invited-for-later'), 'Invited');
      const invitations = await query().selectFrom('invitations').select('status').execute();
      assert.ok(invitations.every(({ status }) => status !== 'Scheduled'));
      await letDaysPass(40);
      assert.equal(await statusOf('in-review'), 'Expired');
      assert.equal(await statusOf('keyed-pull'), 'Expired');
      assert.equal(await statusOf('invited'), 'Expired');
      const letters = await query().selectFrom('letters').select('status').execute();
      assert.ok(letters.length > 0);
      assert.deepEqual([...new Set(letters.map(({ status }) => status))], ['Mailed']);
      const notices = await query().selectFrom('notices').select('status').execute();
      assert.ok(notices.every(({ status }) => status === 'Mailed' || status === 'Sent'));
      const merchant = await query()
        .selectFrom('merchants')
        .select('status')
        .where('contractor_id', '=', 'quarry')
        .executeTakeFirstOrThrow();
      assert.equal(merchant.status, 'InvitationExpired');
    });

    it('leaves nothing overdue a year later', async () => {
      await letDaysPass(365);
      const overdue = await query()
        .selectFrom('due_work')
        .select(['kind', 'key'])
        .where('kind', 'in', Object.keys(timerHandlers(lending.context)))
        .where('due_at', '<=', lending.context.clock.now(sponsorId))
        .where('scope', '=', sponsorId)
        .execute();
      assert.deepEqual(overdue, []);
      await until('the BFF’s due work', async () => {
        const late = await bff.database.query
          .selectFrom('due_work')
          .select('key')
          .where('due_at', '<=', bff.now())
          .execute();
        return late.length === 0 ? true : undefined;
      });
      assert.deepEqual(
        bff.logged.filter((line) => line.includes('due_work_failed')),
        [],
      );
    });
  });

  it('lets its sessions expire, and deletes its checkouts in their time', async () => {
    assert.equal((await pageOf('offers').on('GET')).status, 401);
    await until('the deletion', async () => {
      bff.tick(30 * dayMs);
      const { status } = await new ShopPage(bff).askToResume(told.pages.offers.resume);
      return status === 404 ? true : undefined;
    });
  });
});
