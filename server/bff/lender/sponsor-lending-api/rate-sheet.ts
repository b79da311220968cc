import type { Lender, RateSheetProduct } from '../lender.ts';
import { type Calls, merchantsPath } from './calls.ts';
import { readList } from './read-list.ts';
import {
  type Reader,
  readApr,
  readCount,
  readDate,
  readFields,
  readFlag,
  readId,
  readMoney,
  readRate,
  readText,
  type Noticing,
  promoTypes,
  wordsOf,
} from './values.ts';

export function rateSheetPath(adminUserId: string): string {
  return `${merchantsPath}/rate-sheets/${encodeURIComponent(adminUserId)}/`;
}

/** Sponsor Lending API, rate sheet: the products that can be read whole. */
export function rateSheetCalls(calls: Calls): Pick<Lender, 'rateSheet'> {
  const operation = 'listRateSheet';
  return {
    rateSheet: async (adminUserId) => {
      const path = rateSheetPath(adminUserId);
      const { rows } = await readList(calls, { operation, path, query: {}, isPaged: false });
      return rows.flatMap((row) => readProduct(row, calls.noticing(operation)) ?? []);
    },
  };
}

type Plain = Omit<RateSheetProduct, 'promo_type' | 'expiration_date'>;

const readers: { readonly [Field in keyof Plain]: Reader<Plain[Field]> } = {
  product_id: readId,
  product_name: readText,
  min_amount: readMoney,
  max_amount: readMoney,
  interest_rate: readRate,
  term_months: readCount,
  promo_months: readCount,
  origination_fee_percent: readRate,
  merchant_fee_percent: readApr,
  platform_fee_percent: readApr,
  lender_name: readText,
  lender_nmls_id: readId,
  is_available: readFlag,
  is_selected: readFlag,
  effective_date: readDate,
};

function readProduct(row: unknown, noticing: Noticing): RateSheetProduct | undefined {
  const fields = readFields(row) ?? {};
  const read: Record<string, unknown> = {
    promo_type: wordsOf(fields, noticing)('promo_type', promoTypes),
  };
  for (const [field, readField] of Object.entries(readers)) read[field] = readField(fields[field]);
  const lacking = Object.keys(read).find((field) => read[field] === null);
  if (lacking !== undefined) {
    noticing('bad_row', lacking);
    return undefined;
  }
  return asProduct({ ...read, expiration_date: readDate(fields.expiration_date) });
}

/** Every field has been read. */
function asProduct(read: Record<string, unknown>): RateSheetProduct {
  return read as unknown as RateSheetProduct;
}
