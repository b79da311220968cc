import { type Invitation, invitation } from '../../server/lending-api/invitations.ts';
import { answered } from './answered.ts';
import type { TestLending } from './lending.ts';
import { aSoftPull } from './soft-pull.ts';

export const invitePath = '/api/v1/sponsor/consumers/application/';

/** A complete invitation by e-mail; `undefined` takes a field away. */
export function anInvitation(
  change: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const body = { ...nominal, ...change };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

const nominal = {
  request_user_id: 'hillside-rep-1',
  email: 'invited@example.test',
  external_application_id: 'invited-1',
  requested_amount: '8400.00',
  sponsor_callback_url: 'http://localhost:8788/sandbox/receiver/sponsor',
};

let made = 0;

/** Asks for an invitation under an id that no other test of this process has used. */
export function invite(
  lending: TestLending,
  change: Readonly<Record<string, unknown>> = {},
): Promise<Response> {
  made += 1;
  const body = anInvitation({ external_application_id: `invited-${made}`, ...change });
  return lending.call('POST', invitePath, { body });
}

/** An invitation that was made. */
export async function invited(
  lending: TestLending,
  change: Readonly<Record<string, unknown>> = {},
): Promise<Invitation> {
  return invitation.parse(await answered(await invite(lending, change), 201));
}

const ofTheCall = [
  'request_user_id',
  'external_application_id',
  'sponsor_callback_url',
  'sponsor_redirect_url',
  'consent_ip_address',
  'consent_user_agent',
  'consent_session_id',
  'soft_pull_consent_at',
  'esign_consent_at',
];

/** What an invited consumer of the first persona sends on the lender's page. */
export function aSubmission(
  change: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const body = aSoftPull(change);
  for (const field of ofTheCall) delete body[field];
  return body;
}
