import type { ApiTestbed } from '../../conformance/api-testbed.ts';
import type { Random } from './random.ts';

const recent = 40;

const steps: readonly string[] = [
  ...['suspend', 'release', 'accept-terms', 'decline-terms', 'activate-portal'].map(
    (step) => `/applications/{id}/${step}`,
  ),
  '/applications/{id}/verify',
  '/merchants/{id}/suspend',
  '/merchants/{id}/release',
  '/payment-requests/{id}/approve',
  '/payment-requests/{id}/reject',
  '/transactions/{id}/advance',
];

const statuses = ['Submitted', 'Successful', 'Transferred', 'Failed', 'Reversed', 'Excluded'];

/**
 * A step of a consumer, a bank or the lender on something recent, whether or not it is possible, so
 * that calls meet records in every state. What went wrong with it, or undefined.
 */
export async function disturb(
  { lending }: ApiTestbed,
  random: Random,
  ids: readonly string[],
): Promise<string | undefined> {
  const id = random.pick(ids.slice(-recent));
  const path = random.pick(steps).replace('{id}', encodeURIComponent(id));
  const body = { to: random.pick(statuses), result: random.pick(['passed', 'failed']) };
  const response = await lending.call('POST', `/sandbox/v1${path}`, { body });
  return response.status < 500 ? undefined : `POST ${path}: ${await response.text()}`;
}
