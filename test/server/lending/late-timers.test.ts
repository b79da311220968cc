import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sandboxCallback, sandboxSponsors } from '../../../server/config/sandbox-settings.ts';
import type { MessageKind } from '../../../server/lending/domain/messages/message-kinds.ts';
import { preferencesLink } from '../../../server/lending/operations/preferences/preferences-of.ts';
import { withdrawEsign } from '../../../server/lending/operations/preferences/withdraw-esign.ts';
import { keptContents } from '../../../server/lending/store/evidence-chains.ts';
import { aCharge, aFreeCharge, anAcceptedLoan, aRefund } from '../../helpers/accepted-loan.ts';
import { dayMs, hourMs } from '../../helpers/durations.ts';
import { startTestLending, type TestLending } from '../../helpers/lending.ts';
import { anOnboarding, aPaymentDetail } from '../../helpers/merchant-bodies.ts';
import { PlainBrowser } from '../../helpers/plain-browser.ts';
import { aSoftPull, softPullPath } from '../../helpers/soft-pull.ts';
import { storedRows } from '../../helpers/stored-rows.ts';

const merchants = '/api/v1/sponsor/merchants';
const consumers = '/api/v1/sponsor/consumers';
type Body = Record<string, unknown>;

let lending: TestLending;
before(async () => {
  const [sponsor] = sandboxSponsors(sandboxCallback);
  assert.ok(sponsor);
  const { username: id, name, password_sha256: passwordSha256, callback } = sponsor;
  const features = { ...sponsor.features, allow_approve_on_behalf: true };
  lending = await startTestLending({
    sponsors: [{ id, name, passwordSha256, callback, features }],
  });
  // From here on every timer is late.
  await lending.stop();
});
after(() => lending.close());

async function call(method: string, path: string, body?: Body): Promise<Body> {
  const response = await lending.call(method, path, { body });
  const answer = (await response.json()) as Body;
  assert.ok(response.status < 300, `${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** What may be done until a deadline, with the status it is answered after it. */
interface Act {
  method?: string;
  path: string;
  body?: Body;
  late: number;
}

let count = 0;
const nextName = () => {
  count += 1;
  return `late-${count}`;
};

async function softPull(change: Body = {}) {
  const external_application_id = nextName();
  const email = `${external_application_id}@example.test`;
  const body = aSoftPull({ external_application_id, email, ...change });
  const { offers } = (await call('POST', softPullPath, body)) as { offers: Body[] };
  return {
    external_application_id,
    select: `${consumers}/offers/${offers[0]?.offer_uuid}/select/`,
  };
}

async function pendingCharge() {
  const loan = await anAcceptedLoan(lending);
  const charge = await call('POST', `${merchants}/payment-request/`, aCharge(loan));
  return { loan, id: String(charge.payment_request_uuid) };
}

async function invitedMerchant() {
  const id = nextName();
  const names = { contractor_id: id, user_id: `${id}-admin` };
  const contact = { user_business_email: `${id}@example.test`, business_name: `Late ${id}` };
  await call('POST', `${merchants}/onboarding/`, anOnboarding({ ...names, ...contact }));
  return { complete: `/sandbox/v1/merchants/${id}/complete-onboarding`, admin: names.user_id };
}

async function merchantWithDeposits(): Promise<string> {
  const { complete, admin } = await invitedMerchant();
  await call('POST', complete, {});
  const account = { ach_account_number: '000123456789', ach_routing_number: '110000000' };
  const detail = aPaymentDetail({ request_user_id: admin, ...account });
  await call('POST', `${merchants}/payment-detail/`, detail);
  return admin;
}

const deadlines: readonly { what: string; after: number; prepare: () => Promise<Act> }[] = [
  {
    what: 'the 48 hours of a charge request, for the consumer',
    after: 48 * hourMs,
    prepare: async () => {
      const { id } = await pendingCharge();
      // The sandbox answers what became of the request.
      return { path: `/sandbox/v1/payment-requests/${id}/approve`, body: {}, late: 200 };
    },
  },
  {
    what: 'the 48 hours of a charge request, for the sponsor',
    after: 48 * hourMs,
    prepare: async () => {
      const { id } = await pendingCharge();
      return { path: `${merchants}/payment-request/${id}/approve/`, body: {}, late: 400 };
    },
  },
  {
    what: 'the batch cut-off, up to which a charge is refunded before it goes out',
    after: 7 * hourMs,
    prepare: async () => {
      const { id } = await pendingCharge();
      await call('POST', `/sandbox/v1/payment-requests/${id}/approve`, {});
      return { path: `${merchants}/refund-payment-request/`, body: aRefund(id), late: 400 };
    },
  },
  {
    what: 'the 14 days of micro-deposits',
    after: 14 * dayMs,
    prepare: async () => {
      const admin = await merchantWithDeposits();
      return {
        path: `${merchants}/payment-detail/verify-micro-deposits/${admin}/`,
        body: { micro_deposits_amounts: ['0.32', '0.45'] },
        late: 400,
      };
    },
  },
  {
    what: 'the 7 days of a merchant’s invitation',
    after: 7 * dayMs,
    prepare: async () => {
      const { complete } = await invitedMerchant();
      return { path: complete, body: {}, late: 400 };
    },
  },
  {
    what: 'the 30 days of an offer that is to be selected',
    after: 30 * dayMs,
    prepare: async () => {
      const { select } = await softPull();
      return { method: 'PATCH', path: select, body: {}, late: 400 };
    },
  },
  {
    what: 'the 30 days of an offer whose terms are to be accepted',
    after: 30 * dayMs,
    prepare: async () => {
      const { external_application_id, select } = await softPull();
      await call('PATCH', select, {});
      const path = `/sandbox/v1/applications/${external_application_id}/accept-terms`;
      return { path, body: {}, late: 400 };
    },
  },
  {
    what: 'the 14 days of a review',
    after: 14 * dayMs,
    prepare: async () => {
      const { external_application_id } = await softPull({ ssn: '900-10-0106' });
      const path = `/sandbox/v1/applications/${external_application_id}/verify`;
      return { path, body: { result: 'passed' }, late: 400 };
    },
  },
  {
    what: 'the purchase window, for a new charge',
    after: 5 * dayMs,
    prepare: async () => {
      const purchase_window_ends_at = lending.context.clock.now('sponsor@example.test') + 5 * dayMs;
      const loan = await anAcceptedLoan(lending, { purchase_window_ends_at });
      return { path: `${merchants}/payment-request/`, body: aCharge(loan), late: 400 };
    },
  },
  {
    what: 'the purchase window, for a charge that waits',
    after: hourMs,
    prepare: async () => {
      const purchase_window_ends_at = lending.context.clock.now('sponsor@example.test') + hourMs;
      const loan = await anAcceptedLoan(lending, { purchase_window_ends_at });
      const charge = await call('POST', `${merchants}/payment-request/`, aCharge(loan));
      const id = String(charge.payment_request_uuid);
      return { path: `${merchants}/payment-request/${id}/approve/`, body: {}, late: 400 };
    },
  },
];

/** Goes on by so long for the time of some work, then back. */
async function later(milliseconds: number, work: () => Promise<void>): Promise<void> {
  lending.tick(milliseconds);
  await work();
  lending.tick(-milliseconds);
}

async function attempt({ method = 'POST', path, body }: Act) {
  const response = await lending.call(method, path, { body });
  return { status: response.status, body: (await response.json()) as Body };
}

function assertBalance(record: Body | undefined, expected: Body): void {
  const { pending_charge_amount, available_spend } = record ?? {};
  assert.deepEqual({ pending_charge_amount, available_spend }, expected);
}

const stored = (externalId: string) =>
  lending.context.database.query
    .selectFrom('applications')
    .selectAll()
    .where('external_application_id', '=', externalId)
    .executeTakeFirstOrThrow();

/** The newest first. */
const messagesOf = (applicationId: string, kind: MessageKind) =>
  storedRows(lending.context)
    .selectFrom('messages')
    .selectAll()
    .where('application_id', '=', applicationId)
    .where('kind', '=', kind)
    .where('channel', '=', 'email')
    .orderBy('created_at', 'desc')
    .execute();

const toldOf = (applicationId: string) =>
  lending.context.database.query
    .selectFrom('events')
    .select('event_type')
    .where('application_id', '=', applicationId)
    .execute();

describe('a deadline whose timer is late', () => {
  for (const { what, after: limit, prepare } of deadlines) {
    it(`is kept to the millisecond: ${what}`, async () => {
      const [inTime, tooLate] = [await prepare(), await prepare()];
      await later(limit - 1, async () => assert.ok((await attempt(inTime)).status < 300));
      await later(limit, async () => {
        const { status, body } = await attempt(tooLate);
        assert.equal(status, tooLate.late, JSON.stringify(body));
        assert.doesNotMatch(JSON.stringify(body), /"Approved/);
      });
    });
  }

  it('is seen in what is listed', async () => {
    const { loan, id } = await pendingCharge();
    const { external_application_id } = await softPull();
    const loans = `${merchants}/loan-applications/hillside-admin/loan`;
    const ofAnother = await pendingCharge();
    const { query } = lending.context.database;
    for (const [table, id] of [
      ['charge_requests', ofAnother.id],
      ['applications', ofAnother.loan.id],
    ] as const) {
      const moved = query.updateTable(table).set({ merchant_id: 'another' });
      await moved.where('id', '=', id).execute();
    }
    await later(30 * dayMs, async () => {
      const available = await call('GET', `${merchants}/hillside-admin/available-transactions/`);
      assert.match(JSON.stringify(available), new RegExp(loan.loan_id));
      assert.doesNotMatch(JSON.stringify(available), new RegExp(ofAnother.loan.loan_id));
      const waiting = await call('GET', `${merchants}/payment-request/hillside-admin/`);
      assert.doesNotMatch(JSON.stringify(waiting), new RegExp(id));
      const detail = await call('GET', `${loans}/${loan.loan_id}/`);
      assert.deepEqual(detail.pending_payment_requests, []);
      assertBalance(detail, { pending_charge_amount: '0.00', available_spend: '10000.00' });
      const listed = await call('GET', `${merchants}/loan-applications/hillside-admin/`);
      const inList = (listed as unknown as Body[]).find(({ loan_id }) => loan_id === loan.loan_id);
      assertBalance(inList, { pending_charge_amount: '0.00', available_spend: '10000.00' });
      const expired = await call('GET', `${loans}/${external_application_id}/`);
      assert.equal(expired.application_status, 'Expired');
      assert.equal(expired.offers, undefined);
    });
  });

  it('is seen in what a loan’s charges leave of it, and in what became of them', async () => {
    const window = lending.context.clock.now('sponsor@example.test') + dayMs;
    const loan = await anAcceptedLoan(lending, { purchase_window_ends_at: window });
    const waiting = aFreeCharge(loan, '10000.00');
    const { payment_request_uuid } = await call('POST', `${merchants}/payment-request/`, waiting);
    const path = `${merchants}/loan-applications/hillside-admin/loan/${loan.loan_id}/`;
    const settled = `${merchants}/hillside-admin/settled/`;
    const activity = `${merchants}/hillside-admin/all-transactions/?search=${loan.consumer_application_human_readable_id}`;
    const seen = async () => {
      const detail = await call('GET', path);
      const [listed] = (await call('GET', activity)).results as Body[];
      return {
        left: detail.available_spend,
        waiting: (detail.pending_payment_requests as Body[]).length,
        listed: listed?.payment_request_status,
        settled: (await call('POST', settled, { payment_request_uuid })).status,
      };
    };
    await later(dayMs - 1, async () => {
      const status = { listed: 'Pending', settled: 'Pending' };
      assert.deepEqual(await seen(), { left: '0.00', waiting: 1, ...status });
    });
    await later(dayMs, async () => {
      const status = { listed: 'Canceled', settled: 'Canceled' };
      assert.deepEqual(await seen(), { left: '10000.00', waiting: 0, ...status });
    });
  });

  it('has ended a charge that its consumer rejects after the purchase window', async () => {
    const purchase_window_ends_at = lending.context.clock.now('sponsor@example.test') + hourMs;
    const loan = await anAcceptedLoan(lending, { purchase_window_ends_at });
    const charge = await call('POST', `${merchants}/payment-request/`, aCharge(loan));
    const { payment_request_uuid } = charge;
    const status = async () =>
      (await call('POST', `${merchants}/hillside-admin/settled/`, { payment_request_uuid })).status;
    await later(hourMs, async () => {
      assert.equal(await status(), 'Canceled');
      await call('POST', `/sandbox/v1/payment-requests/${payment_request_uuid}/reject`, {});
      assert.equal(await status(), 'Canceled');
    });
    assert.deepEqual(await toldOf(loan.id), []);
  });

  it('has ended an application whose consumer declines the terms after 30 days', async () => {
    const { external_application_id, select } = await softPull();
    await call('PATCH', select, {});
    const path = `/sandbox/v1/applications/${external_application_id}/decline-terms`;
    await later(30 * dayMs, async () => {
      assert.equal((await attempt({ path, body: {}, late: 400 })).status, 400);
    });
    const { id } = await stored(external_application_id);
    assert.deepEqual(await toldOf(id), []);
  });

  it('has ended an application whose consumer withdraws the consent to e-mails after 30 days', async () => {
    const { external_application_id, select } = await softPull();
    await call('PATCH', select, {});
    const { id, sponsor_id } = await stored(external_application_id);
    const { database } = lending.context;
    const link = await database.transaction((tx) =>
      preferencesLink(lending.context, tx, { id, sponsor_id }),
    );
    const visitor = { ipAddress: '203.0.113.9', userAgent: 'Browser', origin: 'http://localhost' };
    await later(30 * dayMs, async () => {
      const token = link.split('/').at(-1) ?? '';
      const claim = { ssnLast4: '0001' };
      const outcome = await withdrawEsign(lending.context, token, claim, visitor);
      assert.deepEqual(outcome, { kind: 'withdrawn' });
    });
    assert.deepEqual(await toldOf(id), []);
    assert.equal((await stored(external_application_id)).status, 'Approved: Offer Selected');
  });

  it('does not hold what an expired charge had set aside', async () => {
    const loan = await anAcceptedLoan(lending);
    const path = `${merchants}/payment-request/`;
    await call('POST', path, aFreeCharge(loan, '10000.00'));
    const again = { path, body: aFreeCharge(loan, '10000.00'), late: 400 };
    await later(48 * hourMs - 1, async () => assert.equal((await attempt(again)).status, 400));
    await later(48 * hourMs, async () => assert.equal((await attempt(again)).status, 201));
  });

  it('is seen in what another charge leaves: on its page, in the receipt and in the evidence', async () => {
    const loan = await anAcceptedLoan(lending);
    await call('POST', `${merchants}/payment-request/`, aFreeCharge(loan, '4000.00'));
    await later(dayMs, async () => {
      await call('POST', `${merchants}/payment-request/`, aFreeCharge(loan, '1000.00'));
    });
    await later(2 * dayMs, async () => {
      const [newest] = await messagesOf(loan.id, 'charge_request');
      const [link = ''] = JSON.parse(newest?.links ?? '[]') as string[];
      const browser = new PlainBrowser(lending);
      const loan_number = loan.consumer_application_human_readable_id;
      const page = await browser.post(`${link}/identity`, { ssn_last4: '0001', loan_number });
      assert.match(page.text, /\$10,000\.00.*\$9,000\.00/);
      await browser.post(link, { ...page.hidden, answer: 'approve' });
    });
    const [receipt] = await messagesOf(loan.id, 'charge_receipt');
    assert.match(receipt?.text ?? '', /You can still use \$9,000\.00/);
    const { query } = lending.context.database;
    const kept = await keptContents(query, lending.context.sealer, loan.id);
    const contentOf = (part: string) => kept.find(({ type }) => type === part)?.content ?? '';
    const facts = JSON.parse(contentOf('charge_approval_facts')) as Body;
    assert.equal(facts.available_spend_after, '9000.00');
    assert.match(contentOf('charge_approval_page'), /\$10,000\.00[\s\S]*\$9,000\.00/);
  });

  it('answers no application again with offers that have expired', async () => {
    const body = aSoftPull({ external_application_id: nextName(), email: 'again@example.test' });
    const first = (await call('POST', softPullPath, body)) as { offers: Body[] };
    const repeated = { ...body, external_application_id: nextName() };
    await later(30 * dayMs, async () => {
      const answer = (await call('POST', softPullPath, repeated)) as { offers: Body[] };
      assert.notEqual(answer.offers[0]?.offer_uuid, first.offers[0]?.offer_uuid);
    });
  });
});
