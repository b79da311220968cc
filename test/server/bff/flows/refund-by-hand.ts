import type { Testbed } from '../../../helpers/testbed.ts';

/** The lender's staff give back 500.00 of a charge, all of it from the merchant's part. */
export async function refundByHand(
  { lending, sandbox }: Testbed,
  payment_request_uuid: string | null,
): Promise<void> {
  await sandbox.post('/api/v1/sponsor/merchants/refund-payment-request/', {
    request_user_id: 'hillside-admin',
    payment_request_uuid,
    consumer_charge_amount: '500.00',
    net_to_merchant_amount: '500.00',
    net_platform_fee: '0.00',
    net_to_sponsor_amount: '0.00',
    transaction_callback_url: 'https://platform.example/callbacks',
  });
  const { id } = await lending.context.database.query
    .selectFrom('transactions')
    .select('id')
    .where('transaction_description', '=', 115)
    .executeTakeFirstOrThrow();
  await sandbox.transaction(id, 'Transferred');
}
