import assert from 'node:assert/strict';
import type { MerchantServer } from './merchant-server.ts';
import { acceptedPage, type Testbed } from './testbed.ts';

/** Ids of a merchant that has sold something, by the names of the parameters of its API's paths. */
export interface MerchantHistory extends Record<string, string> {
  id: string;
  charge: string;
  refund: string;
  event: string;
}

/** A loan with a settled charge and a refund that is on its way, and what its webhooks said. */
export async function sellOnce(testbed: Testbed, server: MerchantServer): Promise<MerchantHistory> {
  const { checkoutId: id } = await acceptedPage(testbed);
  const { charge_id, payment_request_uuid: uuid } = await server.charge(id, { amount: '800.00' });
  await testbed.sandbox.paymentRequest(uuid, 'approve');
  await testbed.sandbox.transaction(uuid, 'Transferred');
  const { refund_id } = await server.refund({ id, chargeId: charge_id }, { amount: '100.00' });
  const { body } = await server.call('GET', '/events');
  const [event] = (body as { events: { event_id: string }[] }).events;
  return { id, charge: charge_id, refund: refund_id, event: event?.event_id ?? assert.fail() };
}
