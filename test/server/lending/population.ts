import assert from 'node:assert/strict';
import { aCharge, anAcceptedLoan, aRefund } from '../../helpers/accepted-loan.ts';
import { dayMs } from '../../helpers/durations.ts';
import { inParallel } from '../../helpers/in-parallel.ts';
import { anInvitation, invitePath } from '../../helpers/invitations.ts';
import type { TestLending } from '../../helpers/lending.ts';
import { anOnboarding, aPaymentDetail } from '../../helpers/merchant-bodies.ts';
import { aSoftPull, softPullPath } from '../../helpers/soft-pull.ts';

const merchants = '/api/v1/sponsor/merchants';
const consumers = '/api/v1/sponsor/consumers';
const atOnce = 16;

type Body = Record<string, unknown>;
type Loan = Awaited<ReturnType<typeof anAcceptedLoan>>;

/** Makes one application, or merchant, of a kind; `index` tells those of a kind apart. */
type Maker = (index: number) => Promise<void>;

/**
 * Applications in every state that they can live in, with what hangs on them; and merchants. Every
 * second one is a loan that waits for its first charge, as most are.
 */
export async function populate(lending: TestLending, applications: number): Promise<void> {
  const [waiting, ...others] = [...loanMakers(lending), ...applicationMakers(lending)];
  const indexes = Array.from({ length: applications }, (_, index) => index);
  await inParallel(atOnce, indexes, async (index) => {
    const make = index % 2 === 0 ? waiting : others[Math.floor(index / 2) % others.length];
    await make?.(index);
  });
  for (const [index, make] of merchantMakers(lending).entries()) await make(index);
}

function caller(lending: TestLending) {
  return async (method: string, path: string, body: Body = {}): Promise<Body> => {
    const response = await lending.call(method, path, { body });
    const text = await response.text();
    assert.ok(response.status < 300, `${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : (JSON.parse(text) as Body);
  };
}

function loanMakers(lending: TestLending): Maker[] {
  const call = caller(lending);
  const request = async (loan: Loan, change: Body = {}) =>
    String(
      (await call('POST', `${merchants}/payment-request/`, aCharge(loan, change)))
        .payment_request_uuid,
    );
  const sandbox = (path: string, body: Body = {}) => call('POST', `/sandbox/v1${path}`, body);
  const approve = (id: string) => sandbox(`/payment-requests/${id}/approve`);
  const charged = async (loan: Loan, change: Body = {}) => {
    const id = await request(loan, change);
    await approve(id);
    return id;
  };
  const about = ({ external_application_id }: Loan) => ({
    external_application_id,
    request_user_id: 'hillside-admin',
  });
  const withLoan =
    (
      make: (loan: Loan) => Promise<unknown>,
      change: Parameters<typeof anAcceptedLoan>[1] = {},
    ): Maker =>
    async () => {
      await make(await anAcceptedLoan(lending, change));
    };
  const identified = (payment_identifier: string) =>
    withLoan((loan) => charged(loan, { payment_identifier }));
  const now = lending.context.clock.now('sponsor@example.test');
  return [
    withLoan(async () => undefined),
    withLoan((loan) => request(loan)),
    withLoan((loan) => charged(loan)),
    withLoan(async (loan) => {
      await charged(loan);
      await request(loan, { transaction_description: 111 });
    }),
    withLoan(async (loan) => {
      await charged(loan, { transaction_description: 113 });
      await request(loan);
    }),
    withLoan((loan) => request(loan), { purchase_window_ends_at: now + dayMs }),
    identified('sbx:processor_fail'),
    identified('sbx:exclude'),
    identified('sbx:reverse'),
    identified('sbx:slow'),
    withLoan(async (loan) => {
      const id = await charged(loan);
      await call('POST', `${merchants}/refund-payment-request/`, aRefund(id));
    }),
    withLoan(async (loan) => {
      const id = await charged(loan);
      await sandbox(`/transactions/${id}/advance`, { to: 'Transferred' });
      const part = { consumer_charge_amount: '100.00', net_to_merchant_amount: '94.00' };
      const fees = { net_platform_fee: '4.00', net_to_sponsor_amount: '2.00' };
      await call('POST', `${merchants}/refund-payment-request/`, aRefund(id, { ...part, ...fees }));
    }),
    withLoan(async (loan) => {
      const body = { ...about(loan), cli_amount: '12500.00' };
      await call('POST', `${consumers}/accounts/credit-line-increase/`, body);
      await request(loan, { consumer_charge_amount: '1000.00' });
    }),
    withLoan(async (loan) => {
      await request(loan);
      await call('POST', `${consumers}/accounts/cancel/`, about(loan));
    }),
    withLoan(async (loan) => {
      await request(loan);
      await sandbox(`/applications/${loan.external_application_id}/suspend`);
    }),
  ];
}

function applicationMakers(lending: TestLending): Maker[] {
  const call = caller(lending);
  const sandbox = (path: string, body: Body = {}) => call('POST', `/sandbox/v1${path}`, body);
  const pull = async (index: number, change: Body = {}) => {
    const id = `application-of-year-${index}`;
    const body = aSoftPull({ external_application_id: id, email: `${id}@example.test`, ...change });
    const { offers } = (await call('POST', softPullPath, body)) as { offers: Body[] };
    return { id, offer: `${consumers}/offers/${offers[0]?.offer_uuid}/select/` };
  };
  const selected = async (index: number, change: Body = {}) => {
    const { id, offer } = await pull(index, change);
    await call('PATCH', offer, {});
    return id;
  };
  const invite = (index: number, change: Body = {}) =>
    call(
      'POST',
      invitePath,
      anInvitation({ external_application_id: `invited-${index}`, ...change }),
    );
  return [
    async (index) => void (await pull(index)),
    async (index) => void (await selected(index)),
    // A counter-offer, a decline and a review: each has a notice to come, or has had it.
    async (index) => void (await pull(index, { ssn: '900-10-0002', requested_amount: '20000.00' })),
    async (index) => void (await pull(index, { ssn: '900-10-0101' })),
    async (index) => void (await pull(index, { ssn: '900-10-0106' })),
    // Suspended an hour after it was accepted; one that is asked for a code first.
    async (index) => {
      const id = await selected(index, { ssn: '900-10-0008' });
      await sandbox(`/applications/${id}/accept-terms`);
    },
    async (index) => {
      const id = await selected(index, { ssn: '900-10-0005' });
      await sandbox(`/applications/${id}/accept-terms`);
    },
    async (index) => void (await invite(index)),
    async (index) => void (await invite(index, { activate_date: '2026-04-15' })),
  ];
}

function merchantMakers(lending: TestLending): Maker[] {
  const call = caller(lending);
  const onboard = async (index: number): Promise<string> => {
    const id = `merchant-${index}`;
    const names = { contractor_id: id, user_id: `${id}-admin`, business_name: `Shop ${index}` };
    const user_business_email = `${id}@example.test`;
    await call('POST', `${merchants}/onboarding/`, anOnboarding({ ...names, user_business_email }));
    return id;
  };
  return [
    async (index) => void (await onboard(index)),
    async (index) => {
      const id = await onboard(index);
      await call('POST', `/sandbox/v1/merchants/${id}/complete-onboarding`);
      const detail = aPaymentDetail({ request_user_id: `${id}-admin` });
      await call('POST', `${merchants}/payment-detail/`, detail);
    },
  ];
}
