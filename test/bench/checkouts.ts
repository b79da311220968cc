import type { CheckoutSession } from '../../widget/contract/checkout.ts';
import { anApplicationBody } from '../helpers/applicant-corpus.ts';
import { CheckoutClient } from '../helpers/checkout-client.ts';
import type { Product } from '../helpers/serve.ts';
import type { LoadGenerator, LoadRequest } from './load/load.ts';

const merchant = 'pk_sandbox_hillside';

type Addresses = Pick<Product, 'bffUrl' | 'demoUrl'>;

/** Opens checkouts in the BFF, not measured. */
export async function openCheckouts(
  { bffUrl, demoUrl }: Addresses,
  load: LoadGenerator,
  count: number,
): Promise<CheckoutSession[]> {
  const body = { merchant, return_url: `${demoUrl}/`, locale: 'en', amount: '8400.00' };
  const request: LoadRequest = {
    method: 'POST',
    path: '/v1/checkouts',
    headers: { origin: demoUrl, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const requests = new Array<LoadRequest>(count).fill(request);
  const plan = { origin: bffUrl, requests, concurrency: 16, keepAnswers: true };
  const { answers } = await load.sendExpecting(201, plan);
  return answers.map((answer) => JSON.parse(answer) as CheckoutSession);
}

/** Makes applicants that the lender takes for different people. */
export async function applicantMaker({
  bffUrl,
  demoUrl,
}: Addresses): Promise<(serial: number) => Record<string, unknown>> {
  const consents = await new CheckoutClient({ bffUrl, origin: demoUrl }).consents();
  return (serial) =>
    anApplicationBody({
      ...consents,
      ssn: '900-10-0001',
      email: `applicant.${serial}@example.test`,
    });
}

export function applicationRequest(
  { demoUrl }: Addresses,
  session: CheckoutSession,
  applicant: unknown,
): LoadRequest {
  return {
    method: 'POST',
    path: `/v1/checkouts/${session.checkout_id}/application`,
    headers: {
      origin: demoUrl,
      authorization: `Bearer ${session.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(applicant),
  };
}

/** The same application as the BFF sends it to the lender. */
export function softPullRequest({ bffUrl }: Addresses, applicant: object): LoadRequest {
  const id = crypto.randomUUID();
  const credentials = Buffer.from('sponsor@example.test:sandbox-api-password').toString('base64');
  return {
    method: 'POST',
    path: '/api/v1/sponsor/consumers/soft-pull/',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...applicant,
      request_user_id: 'hillside-rep-1',
      external_application_id: id,
      loan_id: id,
      requested_amount: '8400.00',
      locale: 'en',
      consent_ip_address: '127.0.0.1',
      consent_user_agent: 'bench',
      consent_session_id: id,
      sponsor_callback_url: `${bffUrl}/callbacks/application`,
    }),
  };
}
