import { defaultRateSheet } from '../../server/lending/domain/offers/default-rate-sheet.ts';
import { answered } from './answered.ts';
import type { TestLending } from './lending.ts';

export function productIdOf(code: string): string {
  return defaultRateSheet.find(({ product_code }) => product_code === code)?.product_id ?? '';
}

let made = 0;

/** Adds an offer code of the demo merchant that leaves one product; answers its name. */
export async function addCode(
  lending: TestLending,
  { product, change }: { product: string; change?: Readonly<Record<string, unknown>> },
): Promise<string> {
  const { id } = await lending.context.database.query
    .selectFrom('merchants')
    .select('id')
    .where('contractor_id', '=', 'hillside-hvac')
    .executeTakeFirstOrThrow();
  made += 1;
  const offer_code_name = `ONLY-${made}-${product}`;
  const body = { offer_code_name, product_ids: [productIdOf(product)], ...change };
  const path = `/api/v1/sponsor/merchants/${id}/offer-code/`;
  await answered(await lending.call('POST', path, { body }), 201);
  return offer_code_name;
}
