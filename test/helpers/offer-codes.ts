import type { Testbed } from './testbed.ts';

const merchants = '/api/v1/sponsor/merchants/';

/** An offer code of the demo merchant at the embedded service, for its first product. */
export async function addOfferCode(
  { sandbox }: Testbed,
  offer_code_name: string,
  change: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const [merchant] = (await sandbox.get(merchants)) as { platform_merchant_id: string }[];
  const [product] = (await sandbox.get(`${merchants}rate-sheets/hillside-admin/`)) as {
    product_id: string;
  }[];
  await sandbox.post(`${merchants}${merchant?.platform_merchant_id}/offer-code/`, {
    request_user_id: 'hillside-admin',
    offer_code_name,
    product_ids: [product?.product_id],
    ...change,
  });
}
