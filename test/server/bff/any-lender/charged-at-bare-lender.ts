import assert from 'node:assert/strict';
import { acceptedAtBareLender, type BareTestbed } from '../../../helpers/bare-testbed.ts';
import type { MerchantServer } from '../../../helpers/merchant-server.ts';

export interface Charged {
  of: { id: string; chargeId: string };
  /** The lender's. */
  uuid: string;
}

/** A charge that the consumer has approved, and that has come so far at the lender. */
export async function chargedAtBareLender(
  testbed: BareTestbed,
  server: MerchantServer,
  to: 'Pending' | 'Transferred' = 'Transferred',
): Promise<Charged> {
  const page = await acceptedAtBareLender(testbed);
  const { charge_id: chargeId } = await server.charge(page.checkoutId);
  const uuid = testbed.lender.books.charges.at(-1)?.uuid ?? assert.fail();
  await testbed.lender.controls.approve(uuid);
  if (to === 'Transferred') testbed.lender.controls.moveTransaction(uuid, to);
  await server.charges(page.checkoutId);
  return { of: { id: page.checkoutId, chargeId }, uuid };
}
