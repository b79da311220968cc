import type { BffContext } from '../context.ts';
import type { RateSheetProduct } from '../lender/lender.ts';
import { isRefusal } from '../lender/lender-error.ts';

/**
 * The merchant's products; none of a lender that has no rate sheet, or shows it to nobody.
 * @throws LenderError when it cannot be read now
 */
export async function readRateSheet(
  { lender }: Pick<BffContext, 'lender'>,
  adminUserId: string,
): Promise<readonly RateSheetProduct[]> {
  try {
    return (await lender.rateSheet?.(adminUserId)) ?? [];
  } catch (error) {
    if (isRefusal(error)) return [];
    throw error;
  }
}
