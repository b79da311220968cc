import type { CreateLender } from '../../server/bff/lender/lender.ts';
import { feeSplitBody } from '../../server/bff/lender/sponsor-lending-api/charge-calls.ts';
import { listen } from '../../server/platform/http/listen.ts';
import { hourMs } from '../helpers/durations.ts';
import { freePort } from '../helpers/free-ports.ts';
import { startTestLending, type TestLending, testSponsors, testStart } from '../helpers/lending.ts';
import { Sandbox } from '../helpers/sandbox.ts';
import { type Backstage, lenderMaker, type TestedLender } from './tested-lender.ts';

/** Stands between an adapter and the service; by default nothing does. */
export type Between = (lenderUrl: string) => Promise<{ url: string; close(): Promise<void> }>;

const nothing: Between = async (url) => ({ url, close: () => Promise.resolve() });

/** The embedded service, over HTTP. */
export async function startEmbeddedLender(
  create: CreateLender,
  between = nothing,
): Promise<TestedLender> {
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const lending = await startTestLending({ publicUrl, sponsors });
  const listening = await listen(lending.app, { port });
  const inBetween = await between(publicUrl);
  const maker = lenderMaker(inBetween.url, create);
  let now = testStart;
  const waitHours = async (hours: number) => {
    now += hours * hourMs;
    lending.tick(hours * hourMs);
  };
  return {
    connect: maker.connect,
    backstage: { ...backstageOf(lending, new Sandbox(publicUrl)), waitHours },
    people: {
      approved: { ssn: '900-10-0001' },
      declined: { ssn: '900-10-0101' },
      in_review: { ssn: '900-10-0106' },
      misspelt: { ssn: '123-45-6789' },
      without_portal: { ssn: '900-10-0009' },
    },
    now: () => now,
    loseBank: () => setBankAccounts(lending, 'VerificationFailed'),
    restoreBank: () => setBankAccounts(lending, 'Verified'),
    close: async () => {
      await maker.close();
      await inBetween.close();
      await listening.close();
      await lending.close();
    },
  };
}

const sponsors = testSponsors({ allow_approve_on_behalf: true });

function backstageOf(lending: TestLending, sandbox: Sandbox): Omit<Backstage, 'waitHours'> {
  return {
    acceptTerms: (id) => sandbox.application(id, 'accept-terms'),
    declineTerms: (id) => sandbox.application(id, 'decline-terms'),
    suspend: (id) => sandbox.application(id, 'suspend'),
    activatePortal: (id) => sandbox.application(id, 'activate-portal'),
    loseReach: (id) => bounceMail(lending, id),
    approve: (uuid) => sandbox.paymentRequest(uuid, 'approve'),
    reject: (uuid) => sandbox.paymentRequest(uuid, 'reject'),
    move: (uuid, to) => sandbox.transaction(uuid, to),
    refund: (call) =>
      sandbox.post('/api/v1/sponsor/merchants/refund-payment-request/', {
        request_user_id: call.adminUserId,
        payment_request_uuid: call.paymentRequestUuid,
        ...feeSplitBody(call),
        transaction_callback_url: call.callbackUrl,
      }),
  };
}

/** Nobody of the scenarios has agreed to text messages. */
async function bounceMail({ context }: TestLending, id: string): Promise<unknown> {
  const { query } = context.database;
  const { email } = await query
    .selectFrom('applications')
    .select('email')
    .where('external_application_id', '=', id)
    .executeTakeFirstOrThrow();
  return query
    .updateTable('messages')
    .set({ status: 'Bounced' })
    .where('recipient', '=', email)
    .execute();
}

function setBankAccounts(
  { context }: TestLending,
  status: 'Verified' | 'VerificationFailed',
): Promise<unknown> {
  return context.database.query.updateTable('bank_accounts').set({ status }).execute();
}
