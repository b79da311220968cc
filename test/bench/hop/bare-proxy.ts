// The least that a backend in front of a lender does: check, forward, check, answer.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { Agent } from 'undici';
import { softPullResponse } from '../../../server/lending-api/soft-pull.ts';
import { applicationSchema } from '../../../widget/contract/applicant.ts';

const [port, lender] = process.argv.slice(2) as [string, string];
const credentials = Buffer.from('sponsor@example.test:sandbox-api-password').toString('base64');
const agent = new Agent({ connections: 64, pipelining: 1 });
const app = new Hono();

app.post('/application', async (context) => {
  const application = applicationSchema.parse(await context.req.json());
  const id = crypto.randomUUID();
  const reply = await agent.request({
    origin: lender,
    path: '/api/v1/sponsor/consumers/soft-pull/',
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...application,
      request_user_id: 'hillside-rep-1',
      external_application_id: id,
      loan_id: id,
      requested_amount: '8400.00',
      locale: 'en',
      consent_ip_address: '127.0.0.1',
      consent_user_agent: context.req.header('user-agent') ?? '',
      consent_session_id: id,
      sponsor_callback_url: 'http://localhost/callbacks/application',
    }),
  });
  const { offers, offers_expire_at } = softPullResponse.parse(await reply.body.json());
  return context.json({
    step: {
      screen: 'offers',
      requested_amount: '8400.00',
      offers,
      expires_at: offers_expire_at,
      selected_offer_uuid: null,
    },
  });
});

serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, () =>
  process.stdout.write('Ready.\n'),
);
