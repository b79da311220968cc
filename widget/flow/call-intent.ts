import type { CheckoutClient } from '../client/checkout-client.ts';
import type { CheckoutStep } from '../contract/step.ts';
import type { Intent } from '../screens/intent.ts';
import { assertNever } from './assert-never.ts';

/** An intent that becomes a call, one at a time. */
export type CallIntent = Exclude<
  Intent,
  { type: 'say' | 'typed' | 'choose_state' | 'reload_texts' | 'retry' | 'restart' }
>;

/** What the page says is asked for or charged: the call waits until the BFF knows it. */
export function dependsOnPage({ type }: CallIntent): boolean {
  return type === 'apply' || type === 'charge';
}

/** @throws ClientError */
export function performCall(
  client: CheckoutClient,
  intent: CallIntent,
  signal: AbortSignal,
): Promise<CheckoutStep> {
  switch (intent.type) {
    case 'apply':
      return client.apply(intent.body, signal);
    case 'select_offer':
    case 'continue_to_lender':
      return client.select(intent.offerUuid, signal);
    case 'back_to_offers':
      return client.dropSelection(signal);
    case 'invite_to_portal':
      return client.inviteToPortal(signal);
    case 'refresh':
      return client.read(signal);
    case 'charge':
      return client.charge(signal);
    default:
      return assertNever(intent);
  }
}
